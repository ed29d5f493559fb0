// Converts documents of older versions: Swagger 2.0 to OpenAPI 3.1, AsyncAPI 2 to AsyncAPI 3.0.

import { checkSwagger } from "../checks/check-swagger.ts";
import type { DocumentType } from "../detect-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Problem, toDiagnostics } from "../diagnostics/problem.ts";
import { swagger2Grammar } from "../grammar/swagger-2.ts";
import type { LoadInput, LoadOptions, ResolvedLimits } from "../load-options.ts";
import {
  createLocator,
  findBreaches,
  findCycles,
  openStore,
  overlayEntry,
  type Reading,
  readDocument,
} from "../load-specification.ts";
import { loadFiles } from "../references/load-files.ts";
import { repairFiles } from "../repair/repair-files.ts";
import { isSwagger } from "../swagger/convert-swagger.ts";
import type { FileStore, LoadedFile } from "../text/file-store.ts";
import { asyncapiRules } from "./asyncapi/asyncapi-rules.ts";
import { addLosses } from "./asyncapi/bindings.ts";
import { type ConvertedFile, convertFiles } from "./convert-files.ts";
import { swaggerRules } from "./swagger/swagger-rules.ts";

/** A file of a converted document. */
export interface ConvertedText {
  /** The name of the file in diagnostics: relative to the entry's folder, or a URL. */
  readonly file: string;
  /** The absolute URL of the original file. */
  readonly url: string;
  readonly format: "json" | "yaml";
  /** Whether the conversion changed the file. */
  readonly isChanged: boolean;
  /**
   * Prints the file with the comments of the original and every digit of its numbers. JSON has no comments.
   */
  readonly print: (format: "json" | "yaml") => Promise<string>;
}

/** Options for `convertSpecification`. */
export interface ConvertOptions extends LoadOptions {
  /**
   * The name of the converted entry file, without a folder. References from other files use this name.
   * Default: the name of the original.
   */
  readonly entryName?: string;
}

/** A converted document, or the diagnostics that explain why the conversion failed. */
export interface ConvertResult {
  /** The converted files. The entry file is first. Absent if a diagnostic is an error. */
  readonly files?: readonly ConvertedText[];
  /** The versions before and after: `["Swagger 2.0", "OpenAPI 3.1.1"]`. */
  readonly versions?: readonly [from: string, to: string];
  /**
   * The faults of the document, and its parts without an equivalent in the new version. The positions are
   * those of the original.
   */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Converts a document with every file that it refers to: Swagger 2.0 to OpenAPI 3.1, or AsyncAPI 2 to
 * AsyncAPI 3.0. Does not throw for invalid documents.
 *
 * @example
 * const { files, diagnostics } = await convertSpecification("swagger.yaml");
 * for (const file of files ?? []) await writeFile(`new/${file.file}`, await file.print(file.format));
 */
export async function convertSpecification(
  input: LoadInput,
  options: ConvertOptions = {},
): Promise<ConvertResult> {
  const { url, store, limits } = openStore(input, options);
  const repaired: Problem[] = [...(await overlayEntry(url, store, options, limits))];
  let original = await readOriginal(url, store, options, limits);
  for (let pass = 0; options.lenient === true && pass < MAX_PASSES; pass += 1) {
    const found = await repairFiles(original.problems, original.files, store);
    if (found.length === 0) break;
    for (const problem of found) repaired.push(problem);
    original = await readOriginal(url, store, options, limits);
  }
  const { files, document, entry, set } = original;
  // Find the positions now, because the conversion replaces the files.
  const locate = createLocator(files);
  const problems = [...repaired, ...original.problems].map((problem) => ({
    ...problem,
    place: problem.place ?? locate(problem.source),
  }));
  const found = toDiagnostics(problems, locate, [...files.keys()]);
  if (hasError(found) || document === undefined || entry === undefined || set === undefined) {
    return { diagnostics: found };
  }
  const root = { file: entry, pointer: "", value: entry.spec.root };
  const bindings = { reasons: new Map<string, string>(), places: new Set<string>() };
  for (;;) {
    const rules = document.kind === "openapi" ? swaggerRules(root) : asyncapiRules(root, bindings);
    const losses: Problem[] = [];
    const converted = convertFiles(entry, set, rules, losses);
    for (const file of converted) store.replace(file.converted);
    const result = await readDocument(url, store, options, limits);
    const faults = [...result.problems, ...findBreaches(result, options)];
    const { size } = bindings.reasons;
    addLosses(bindings, converted, faults);
    if (bindings.reasons.size > size) continue;
    const all = [...problems, ...losses, ...remoteFiles(converted), ...faults];
    // The check needs the original file names, so the entry file is renamed after the check.
    const { entryName } = options;
    const named =
      entryName === undefined ? converted : convertFiles(entry, set, rules, [], entryName);
    return convertResult(document, named, result, all);
  }
}

/** Reports remote files, because the converted file cannot be written to the other host. */
function remoteFiles([entry, ...others]: readonly ConvertedFile[]): readonly Problem[] {
  if (entry === undefined) return [];
  const source = { file: entry.file.spec.file, pointer: "" };
  return others
    .filter((each) => /^https?:/.test(each.file.spec.file) && isChanged(each))
    .map(({ file: { spec } }) => ({
      code: "CONVERT_LOST",
      source,
      message: `${spec.file} is on another host, so it is not converted`,
      fix: "Save the file beside the document, or ask its author to convert it.",
    }));
}

function convertResult(
  document: DocumentType,
  converted: readonly ConvertedFile[],
  result: Reading,
  problems: readonly Problem[],
): ConvertResult {
  const { files } = result;
  const diagnostics = toDiagnostics(problems, createLocator(files), [...files.keys()]);
  if (hasError(diagnostics)) return { diagnostics };
  const now = result.document;
  const name = document.kind === "openapi" ? ["Swagger", "OpenAPI"] : ["AsyncAPI", "AsyncAPI"];
  return {
    files: converted.map(convertedText),
    versions: [`${name[0]} ${document.version}`, `${name[1]} ${now?.version ?? ""}`],
    diagnostics,
  };
}

/** A repair may reveal a fault inside the repaired value, so repairs need several passes. */
const MAX_PASSES = 12;

async function readOriginal(
  url: string,
  store: FileStore,
  options: LoadOptions,
  limits: ResolvedLimits,
): Promise<Reading> {
  const opened = await store.open(url);
  const file = opened.ok ? opened.file : undefined;
  if (file !== undefined && isSwagger(file.spec.root)) {
    const set = await loadFiles(file, swagger2, store, limits);
    const cycles = findCycles(set.references);
    const checks = checkSwagger(swagger2, set);
    const problems = [...(opened.ok ? opened.problems : []), ...set.problems, ...cycles, ...checks];
    return { files: set.files, problems, document: swagger2, entry: file, set };
  }
  const reading = await readDocument(url, store, options, limits);
  const { document, entry, files, problems } = reading;
  if (document !== undefined && entry !== undefined && !document.version.startsWith("2.")) {
    return { files, problems: [...problems, unconvertibleProblem(entry, document)] };
  }
  return { ...reading, problems: [...problems, ...findBreaches(reading, options)] };
}

const swagger2: DocumentType = {
  kind: "openapi",
  version: "2.0",
  grammar: swagger2Grammar,
  identifiers: false,
  refHidesId: true,
};

/** Returns the problem of a document that needs no conversion. */
function unconvertibleProblem({ spec }: LoadedFile, { kind, version }: DocumentType): Problem {
  const source = { file: spec.file, pointer: `/${kind}` };
  const name = kind === "openapi" ? "OpenAPI" : "AsyncAPI";
  return {
    code: "CONVERT_VERSION",
    source,
    message: `the document is ${name} ${version}, which needs no conversion`,
  };
}

function isChanged({ file, converted }: ConvertedFile): boolean {
  return textOfValue(file.spec.root) !== textOfValue(converted.spec.root);
}

function convertedText(converted: ConvertedFile): ConvertedText {
  const { file, part, linkText } = converted;
  const { spec, url } = file;
  return {
    file: spec.file,
    url,
    format: spec.format,
    get isChanged() {
      return isChanged(converted);
    },
    print: async (format) => {
      // Loads the YAML library only if it is needed.
      const { printPart } = await import("./print-part.ts");
      return printPart(file, part, linkText, format);
    },
  };
}

function textOfValue(value: LoadedFile["spec"]["root"]): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? String(each) : each,
  );
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
