import { checkAsyncapi } from "./checks/check-asyncapi.ts";
import { checkAsyncapiRules } from "./checks/check-asyncapi-rules.ts";
import { checkOpenapi } from "./checks/check-openapi.ts";
import { type DocumentType, detectDocument } from "./detect-document.ts";
import type { Diagnostic, Position, Source } from "./diagnostics/diagnostic.ts";
import { type Problem, toDiagnostics } from "./diagnostics/problem.ts";
import { hashFiles } from "./hash-files.ts";
import { leaveOutComponents } from "./leave-out-components.ts";
import { leaveOutOperations } from "./leave-out-operations.ts";
import {
  type LoadInput,
  type LoadOptions,
  type ResolvedLimits,
  resolveLimits,
} from "./load-options.ts";
import { type FileSet, loadFiles, type ResolvedReference } from "./references/load-files.ts";
import { repairFiles } from "./repair/repair-files.ts";
import { scalarText } from "./repair/scalar-text.ts";
import type { SpecFile, Specification } from "./specification.ts";
import { type Conversion, convertSwagger, isSwagger } from "./swagger/convert-swagger.ts";
import { inlineParts } from "./swagger/inline-parts.ts";
import {
  createFileStore,
  type FileStore,
  type LoadedFile,
  type OpenedFile,
} from "./text/file-store.ts";
import { createSourceReader, entryUrlOf, fileNameOf } from "./text/read-source.ts";

/** The loaded document and its diagnostics. A document with warnings is also returned. */
export interface LoadResult {
  /**
   * Absent if a diagnostic is an error. With `allowErrors`, absent only if the document cannot be read.
   */
  readonly specification?: Specification;
  readonly diagnostics: readonly Diagnostic[];
  /** The entry file after the overlays, but before repairs and conversion. Absent if it cannot be read. */
  readonly written?: SpecFile;
}

/**
 * Loads an OpenAPI or AsyncAPI document, in YAML or JSON, with every file it refers to. Does not throw for
 * an invalid document: returns its problems as diagnostics, in the order of the text.
 */
export async function loadSpecification(
  input: LoadInput,
  options: LoadOptions = {},
): Promise<LoadResult> {
  const { url, store, limits } = openStore(input, options);
  /** Problems of overlays and the conversion, and problems that were repaired. */
  const repaired: Problem[] = [];
  for (const problem of await overlayEntry(url, store, options, limits)) repaired.push(problem);
  const opened = await store.open(url);
  const written = opened.ok ? opened.file?.spec : undefined;
  const conversion = await convertEntry(url, store, options);
  if (conversion !== undefined) {
    const entry = conversion.file;
    if (entry === undefined) {
      return { diagnostics: toDiagnostics(conversion.problems, createLocator(new Map()), []) };
    }
    store.replace(entry);
    for (const problem of conversion.problems) repaired.push(problem);
  }
  if (options.isNeeded !== undefined) {
    const { document, entry, files, set } = await readDocument(url, store, options, limits);
    if (document && entry && set) {
      leaveOutOperations(document, entry, files, set.resolver, store, options.isNeeded);
      const rest = await readDocument(url, store, options, limits);
      if (rest.entry) leaveOutComponents(rest.entry, rest.files, store);
    }
  }
  for (let pass = 0; ; pass += 1) {
    const reading = await readDocument(url, store, options, limits);
    const { files, problems } = reading;
    const isRepairing = options.lenient === true && pass < MAX_PASSES;
    let found = isRepairing ? await repairFiles(problems, files, store) : [];
    if (found.length === 0) {
      const breaches = findBreaches(reading, options);
      found = isRepairing ? await repairFiles(breaches, files, store) : [];
      if (found.length === 0) {
        const result = finishLoading(reading, [...repaired, ...problems], breaches, options);
        return written === undefined ? result : { ...result, written };
      }
    }
    for (const problem of found) repaired.push(problem);
  }
}

/** Creates the store that reads the files of a document. */
export function openStore(
  input: LoadInput,
  options: LoadOptions,
): { readonly url: string; readonly store: FileStore; readonly limits: ResolvedLimits } {
  const limits = resolveLimits(options);
  const url = entryUrlOf(typeof input === "string" ? input : input.file);
  const markRepaired = createSourceReader(url, options, limits);
  const store = createFileStore(
    url,
    async (wanted) =>
      wanted === url && typeof input !== "string"
        ? { ok: true, text: input.text.replace(/^\uFEFF/, "") }
        : await markRepaired(wanted),
    limits,
  );
  return { url, store, limits };
}

/** Applies the AsyncAPI rules, which need a document with a valid structure. */
export function findBreaches(
  { document, entry, set, problems }: Reading,
  options: LoadOptions,
): readonly Problem[] {
  if (document?.kind !== "asyncapi" || !entry || !set || options.validate === false) return [];
  return checkAsyncapiRules(document, entry, set, problems);
}

/** Applies the overlays to the entry file. Returns the problems of the overlays. */
export async function overlayEntry(
  url: string,
  store: FileStore,
  options: LoadOptions,
  limits: ResolvedLimits,
): Promise<readonly Problem[]> {
  const { overlays = [] } = options;
  const opened = overlays.length === 0 ? undefined : await store.open(url);
  if (opened?.ok !== true || opened.file === undefined) return [];
  const { loadOverlays } = await import("./overlay/load-overlays.ts");
  const { file, problems } = await loadOverlays(opened.file, overlays, options, limits);
  store.replace(file);
  return problems;
}

/** Converts the entry file if it is a Swagger 2.0 document. */
async function convertEntry(
  url: string,
  store: FileStore,
  { lenient = false }: LoadOptions,
): Promise<Conversion | undefined> {
  const opened = await store.open(url);
  if (!opened.ok || opened.file === undefined || !isSwagger(opened.file.spec.root)) {
    return undefined;
  }
  const { file: written, problems: found } = opened;
  const whole = await inlineParts(written, store);
  const { file, problems, losses = [] } = await convertSwagger(whole, { lenient });
  const placed = problems.map((problem) => ({
    ...problem,
    place: written.place(problem.source.pointer),
  }));
  // The file is read again after a conversion. Problems in its text are reported then.
  if (file === undefined) return { problems: [...found, ...placed] };
  const lost = losses.map((loss) => ({ ...loss, place: file.place(loss.source.pointer) }));
  return { file, problems: [...placed, ...lost] };
}

/** A repair may reveal a fault inside the repaired value, so the loader repairs in several passes. */
const MAX_PASSES = 12;

/** The files and problems of a document, as far as the document can be read. */
export interface Reading {
  readonly files: ReadonlyMap<string, LoadedFile>;
  readonly problems: readonly Problem[];
  readonly document?: DocumentType;
  readonly entry?: LoadedFile;
  readonly set?: FileSet;
}

/** Reads as much of a document as possible, and checks its structure. */
export async function readDocument(
  url: string,
  store: FileStore,
  options: LoadOptions,
  limits: ResolvedLimits,
): Promise<Reading> {
  const name = fileNameOf(url, url);
  const opened = await store.open(url);
  if (!opened.ok) return { files: new Map(), problems: [openProblem(url, opened)] };
  const { file: entry, problems } = opened;
  if (entry === undefined) return { files: new Map(), problems };
  const document = detectDocument(name, entry.spec.root, (pointer, value) =>
    scalarText(entry, pointer, value),
  );
  if ("code" in document) {
    return { files: new Map([[name, entry]]), problems: [...problems, document] };
  }
  const set = await loadFiles(entry, document, store, limits);
  const checks = options.validate === false ? [] : checkDocument(document, entry, set);
  const found = [problems, set.problems, findCycles(set.references), checks].flat();
  return { files: set.files, problems: found, document, entry, set };
}

/** Returns the problem of an entry file that cannot be opened. */
export function openProblem(
  url: string,
  { ok: _, ...failure }: OpenedFile & { readonly ok: false },
): Problem {
  return { ...failure, source: { file: fileNameOf(url, url), pointer: "" }, place: top };
}

function finishLoading(
  { files, document, entry, set }: Reading,
  problems: readonly Problem[],
  breaches: readonly Problem[],
  options: LoadOptions,
): LoadResult {
  // A repair without edits is complete once the loader has read the value.
  const read = (problem: Problem): Problem =>
    problem.repair?.edits.length === 0 && options.lenient === true
      ? { ...problem, isRepaired: true }
      : problem;
  const all = [...problems, ...breaches].map(read);
  const diagnostics = toDiagnostics(all, createLocator(files), [...files.keys()]);
  const isRefused =
    options.allowErrors !== true && diagnostics.some(({ severity }) => severity === "error");
  if (isRefused || document === undefined || entry === undefined || set === undefined) {
    return { diagnostics };
  }
  return {
    specification: createSpecification(document, entry, set, options.lenient === true),
    diagnostics,
  };
}

const top = { line: 1, column: 1 };

/** Returns the function that finds the line and column of a value. */
export function createLocator(
  files: ReadonlyMap<string, LoadedFile>,
): (source: Source) => Position {
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
  lenient: boolean,
): Specification {
  const files = new Map([...loaded].map(([name, { spec }]) => [name, spec]));
  let hash: string | undefined;
  return {
    kind,
    version,
    lenient,
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
    locate: createLocator(loaded),
  };
}

/** Checks the structure of a document with our own rules for its specification. */
export function checkDocument(
  document: DocumentType,
  entry: LoadedFile,
  set: FileSet,
): readonly Problem[] {
  switch (document.kind) {
    case "openapi":
      return checkOpenapi(document, entry, set);
    case "asyncapi":
      return checkAsyncapi(document, entry, set);
    default:
      return document.kind satisfies never;
  }
}

/** Finds references that lead only to each other: `A` to `B` to `A`. Reports each cycle once. */
export function findCycles(references: readonly ResolvedReference[]): readonly Problem[] {
  const next = new Map<string, ResolvedReference>();
  for (const reference of references) {
    if (reference.replaces) next.set(placeKey(reference.from), reference);
  }
  const problems: Problem[] = [];
  const done = new Set<string>();
  for (const [start, { target }] of next) {
    // Most references lead to a value that is not a reference.
    if (!next.has(placeKey(target))) continue;
    const trail: string[] = [];
    const onTrail = new Set<string>();
    let key: string | undefined = start;
    while (key !== undefined && !done.has(key) && !onTrail.has(key)) {
      trail.push(key);
      onTrail.add(key);
      const reference: ResolvedReference | undefined = next.get(key);
      key = reference === undefined ? undefined : placeKey(reference.target);
    }
    const first = key !== undefined && onTrail.has(key) ? next.get(key) : undefined;
    if (first !== undefined && key !== undefined) {
      const names = [...trail.slice(trail.indexOf(key)), key];
      const message = `the references form a circle: ${names.join(" -> ")}`;
      problems.push({ code: "REF_CYCLE", source: first.source, message });
    }
    for (const visited of trail) done.add(visited);
  }
  return problems;
}

function placeKey(place: { readonly file: string; readonly pointer: string }): string {
  return `${place.file}#${place.pointer}`;
}
