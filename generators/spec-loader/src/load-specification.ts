import { checkDocument } from "./checks/check-document.ts";
import { type DocumentType, detectDocument } from "./detect-document.ts";
import type { Diagnostic, Position, Source } from "./diagnostics/diagnostic.ts";
import { type Problem, toDiagnostics } from "./diagnostics/problem.ts";
import { hashFiles } from "./hash-files.ts";
import { type LoadOptions, resolveLimits } from "./load-options.ts";
import { findCycles } from "./references/find-cycles.ts";
import { type FileSet, loadFiles } from "./references/load-files.ts";
import type { Specification } from "./specification.ts";
import { type LoadedFile, parseFile } from "./text/loaded-file.ts";
import { createSourceReader, entryUrlOf, fileNameOf } from "./text/read-source.ts";

/** The entry as a path or URL, or as a text with its location in `file`. */
export type LoadInput = string | { readonly file: string; readonly text: string };

/** A document, or the problems in it; warnings come with the document. */
export interface LoadResult {
  /** Absent if a diagnostic is an error. */
  readonly specification?: Specification;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads an OpenAPI or AsyncAPI document, in YAML or JSON, with every file it refers to. Does not
 * throw for invalid documents: problems are returned as diagnostics, in the order of the text.
 */
export async function loadSpecification(
  input: LoadInput,
  options: LoadOptions = {},
): Promise<LoadResult> {
  const limits = resolveLimits(options);
  const given = typeof input === "string" ? input : input.file;
  const url = entryUrlOf(given);
  const name = fileNameOf(url, url);
  const read = createSourceReader(url, options, limits);

  const text =
    typeof input === "string"
      ? await read(url)
      : { ok: true as const, text: input.text.replace(/^\uFEFF/, "") };
  if (!text.ok) {
    const source = { file: name, pointer: "" };
    return failed([{ code: text.code, source, place: top, message: text.message }]);
  }
  const parsed = await parseFile(name, url, text.text, limits);
  if (parsed.file === undefined) return failed(parsed.problems);

  const entry = parsed.file;
  const document = detectDocument(name, entry.spec.root);
  if ("code" in document) {
    return failed([...parsed.problems, document], new Map([[name, entry]]));
  }
  const set = await loadFiles(entry, document, read, limits);
  const problems: Problem[] = [...parsed.problems, ...set.problems, ...findCycles(set.references)];
  if (options.validate !== false) {
    for (const problem of await checkDocument(document, entry, set, options))
      problems.push(problem);
  }

  const diagnostics = toDiagnostics(problems, locator(set.files), [...set.files.keys()]);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  return { specification: createSpecification(document, entry, set), diagnostics };
}

const top = { line: 1, column: 1 };

function failed(
  problems: readonly Problem[],
  files: ReadonlyMap<string, LoadedFile> = new Map(),
): LoadResult {
  return { diagnostics: toDiagnostics(problems, locator(files), [...files.keys()]) };
}

function locator(files: ReadonlyMap<string, LoadedFile>): (source: Source) => Position {
  return ({ file, pointer }) => ({
    file,
    pointer,
    ...(files.get(file)?.place(pointer) ?? top),
  });
}

function createSpecification(
  { kind, version }: DocumentType,
  entry: LoadedFile,
  { files: loaded, resolver }: FileSet,
): Specification {
  const files = new Map([...loaded].map(([name, { spec }]) => [name, spec]));
  let hash: string | undefined;
  return {
    kind,
    version,
    entry: entry.spec,
    files,
    get hash() {
      hash ??= hashFiles(entry.spec, files.values());
      return hash;
    },
    resolve: (from, reference) => {
      const place = typeof from === "string" ? { file: from, pointer: "" } : from;
      const target = resolver.resolve(place, reference);
      return target.found ? target : { found: false, reason: target.reason };
    },
    locate: locator(loaded),
  };
}
