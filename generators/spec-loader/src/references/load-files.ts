// Loads the files of a document. Walks the known parts, resolves their references, and loads the files of
// the targets. Repeats this until no reference leads to a new file.

import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import { readAs } from "../diagnostics/repair.ts";
import type { Shape } from "../grammar/shape.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import type { ResolvedLimits } from "../load-options.ts";
import type { FileStore, LoadedFile } from "../text/file-store.ts";
import type { SourceText } from "../text/read-source.ts";
import {
  collectReferences,
  createCoverage,
  type Findings,
  type FoundReference,
} from "./collect-references.ts";
import { moveReference } from "./move-reference.ts";
import { createResolver, type Resolver, type Target } from "./resolver.ts";

/** A reference and its target. */
export interface ResolvedReference extends FoundReference {
  readonly target: Source;
}

/** A part of a file that belongs to the document, and its shape. */
interface DocumentPart {
  readonly place: Source;
  readonly value: JsonValue;
  readonly shape: Shape;
}

/** The files of a document, and its resolved references. */
export interface FileSet {
  readonly files: ReadonlyMap<string, LoadedFile>;
  readonly resolver: Resolver;
  readonly references: readonly ResolvedReference[];
  /** The entry file, and all parts of other files to which references lead. */
  readonly parts: readonly DocumentPart[];
  readonly problems: readonly Problem[];
}

/**
 * The problem of a reference without a target. `missing` is a file that cannot be read, if that is the only
 * cause.
 */
interface UnresolvedReference {
  readonly problem: Problem;
  readonly missing?: string;
}

/** The component sections in which a reference such as `$ref: Pet` may have meant the component `Pet`. */
const componentSections: ReadonlyMap<string, string> = new Map([
  ["Message", "messages"],
  ["Parameter", "parameters"],
  ["RequestBody", "requestBodies"],
  ["Response", "responses"],
  ["Schema", "schemas"],
]);

/** Why a file could not be read. Undefined if the diagnostics of the file itself explain the failure. */
type Failure = (SourceText & { readonly ok: false }) | undefined;

/** Loads every file that the entry file refers to, directly or through other files. */
export async function loadFiles(
  entry: LoadedFile,
  document: DocumentType,
  { open: openFile }: Pick<FileStore, "open">,
  limits: ResolvedLimits,
): Promise<FileSet> {
  const files = new Map<string, LoadedFile>([[entry.spec.file, entry]]);
  const resolver = createResolver();
  const failures = new Map<string, Failure>();
  const coverage = createCoverage(document.grammar);
  const problems: Problem[] = [];
  const resolved: ResolvedReference[] = [];
  const parts: DocumentPart[] = [];
  const metaschemas: { readonly from: Source; readonly uri: string }[] = [];
  let open: FoundReference[] = [];

  resolver.addFile(entry);
  walkFrom({ file: entry.spec.file, pointer: "" }, entry.spec.root, {
    is: "node",
    kind: document.grammar.root,
  });
  // Repeat, because a file that is loaded later may declare the `$id` that a reference needs.
  for (let progress = true; progress && open.length > 0; ) {
    progress = false;
    const pending = open;
    open = [];
    for (const found of pending) {
      const target = await settleReference(found);
      if (target.found) {
        progress = true;
        resolved.push({ ...found, target: target.source });
        walkFrom(target.source, target.value, found.shape);
      } else {
        open.push(found);
      }
    }
  }
  await loadMetaschemas();
  const unresolved: UnresolvedReference[] = [];
  for (const found of open) {
    const target = resolver.resolve(found.from, found.reference);
    if (!target.found) unresolved.push(...(await explainFailure(found, target)));
  }
  for (const problem of withoutRepeats(unresolved)) problems.push(problem);
  return { files, resolver, references: resolved, parts, problems };

  async function settleReference(found: FoundReference): Promise<Target> {
    const target = resolver.resolve(found.from, found.reference);
    if (target.found) return target;
    for (const url of target.missing) {
      if (failures.has(url)) continue;
      const file = await loadUrl(url);
      if (file === undefined) continue;
      // Anchors of a file become known only when the whole file is walked.
      const wholeFile = /#[^/]/.test(found.reference);
      if (wholeFile) walkFrom({ file: file.spec.file, pointer: "" }, file.spec.root, found.shape);
      else if (found.shape.is === "node" && found.shape.kind === "Schema")
        identifyPart(file, found.shape);
      return resolver.resolve(found.from, found.reference);
    }
    return target;
  }

  async function loadUrl(url: string): Promise<LoadedFile | undefined> {
    if (files.size >= limits.maxFiles) {
      const message = `the document refers to more than ${limits.maxFiles} files`;
      failures.set(url, { ok: false, code: "FILE_COUNT", message });
      return undefined;
    }
    const parsed = await openFile(url);
    if (!parsed.ok) {
      failures.set(url, parsed);
      return undefined;
    }
    for (const problem of parsed.problems) problems.push(problem);
    if (parsed.file === undefined) {
      failures.set(url, undefined);
      return undefined;
    }
    files.set(parsed.file.spec.file, parsed.file);
    resolver.addFile(parsed.file);
    addSelf(parsed.file);
    return parsed.file;
  }

  function walkFrom(place: Source, value: JsonValue, shape: Shape): void {
    const file = files.get(place.file);
    if (file === undefined || !coverage.add(place, file.spec.root, shape)) return;
    parts.push({ place, value, shape });
    const path = pointerTokens(place.pointer) ?? [];
    const source = { file: place.file, root: file.spec.root };
    const findings = collectReferences(document, source, shape, value, path);
    for (const problem of findings.problems) problems.push(problem);
    addIdentifiers(findings);
    metaschemas.push(...findings.metaschemas);
    // `push(...references)` would fail for a large document, because JavaScript limits the number of
    // arguments.
    for (const reference of findings.references) open.push(reference);
  }

  /** Registers all identifiers in a file, although the document may use only a part of the file. */
  function identifyPart({ spec }: LoadedFile, shape: Shape): void {
    addIdentifiers(collectReferences(document, spec, shape, spec.root, []));
  }

  function addIdentifiers({ ids, anchors }: Findings): void {
    for (const { place: owner, id } of ids) {
      taken(resolver.addResource(owner, id), owner, `the $id ${id}`);
    }
    for (const { place: owner, anchor } of anchors) {
      taken(resolver.addAnchor(owner, anchor), owner, `the anchor ${anchor}`);
    }
  }

  /** Registers the `$self` of a file, although the document may use only a part of the file. */
  function addSelf({ spec: { file, root } }: LoadedFile): void {
    const self =
      isJsonObject(root) && memberOf(root, "openapi") !== undefined && memberOf(root, "$self");
    if (typeof self !== "string") return;
    const place = { file, pointer: "" };
    taken(resolver.addResource(place, self), place, `the $self ${self}`);
  }

  /** Loads the custom metaschemas that can be read. They define which keywords are known. */
  async function loadMetaschemas(): Promise<void> {
    for (const { from, uri } of metaschemas) {
      const target = resolver.resolve(from, uri);
      const [url] = target.found ? [] : target.missing;
      if (url === undefined || failures.has(url)) continue;
      const before = problems.length;
      // The URL may lead to a web page instead of a metaschema. Then nothing is reported.
      if ((await loadUrl(url)) === undefined) problems.length = before;
    }
  }

  function taken(other: Source | undefined, source: Source, name: string): void {
    if (other === undefined) return;
    const message = `${name} is already that of ${other.file}#${other.pointer}`;
    // The walks over a part and later over the whole file find the same problem.
    if (problems.some((known) => known.message === message && isSame(known.source, source))) return;
    problems.push({ code: "ID_DUPLICATE", source, message });
  }

  /**
   * Returns the problem of a reference without a target. Returns an empty list if the diagnostics of the
   * file explain the cause.
   */
  async function explainFailure(
    found: FoundReference,
    target: Target & { readonly found: false },
  ): Promise<readonly UnresolvedReference[]> {
    const { source, reference } = found;
    const [url] = target.missing;
    const failure = url === undefined ? undefined : failures.get(url);
    if (url !== undefined && failure === undefined) return [];
    const code = failure?.code ?? "REF_NOT_FOUND";
    const reason = failure?.message ?? target.reason;
    const message = reason.startsWith(reference) ? reason : `${reference}: ${reason}`;
    const meant = await meantReference(found, failure);
    const near =
      target.suggestion === undefined
        ? undefined
        : `${reference.split("#")[0]}#${target.suggestion}`;
    const other = meant ?? near;
    const isCertain = meant !== undefined || target.isCertain;
    const problem: Problem = {
      code: code === "FILE_NOT_FOUND" ? "REF_NOT_FOUND" : code,
      source,
      message,
      ...(failure?.fix === undefined ? {} : { fix: failure.fix }),
      ...(other !== undefined && suggestReference(source, other, isCertain)),
    };
    return [{ problem, ...(other === undefined && url !== undefined && { missing: url }) }];
  }

  /** Returns the reference that the author probably meant; `undefined` if no candidate has a target. */
  async function meantReference(
    { from, reference, shape }: FoundReference,
    failure: Failure,
  ): Promise<string | undefined> {
    const candidates: string[] = [];
    // `file.yaml#/` probably means the root of the file, which is `file.yaml#`.
    if (reference.endsWith("#/")) candidates.push(reference.slice(0, -1));
    // The author may have used the place of schemas in Swagger 2.0.
    if (document.kind === "openapi" && reference.includes("#/definitions/")) {
      candidates.push(reference.replace("#/definitions/", "#/components/schemas/"));
    }
    if (failure?.code === "FILE_NOT_FOUND") {
      const section = shape.is === "node" ? componentSections.get(shape.kind) : undefined;
      if (section !== undefined && /^[\w.-]+$/.test(reference)) {
        candidates.push(`#/components/${section}/${reference}`);
      }
      // The author may have written the reference relative to the entry file instead of this file.
      const moved = moveReference(reference, entry.url, files.get(from.file)?.url ?? entry.url);
      if (moved !== reference) candidates.push(moved);
    }
    for (const candidate of candidates) {
      const target = resolver.resolve(from, candidate);
      if (target.found) return candidate;
      const [url] = target.missing;
      if (url !== undefined && !failures.has(url) && (await openFile(url)).ok) return candidate;
    }
    return undefined;
  }
}

/**
 * Returns a fix that suggests a different reference. Adds the repair if no other reference is possible.
 */
function suggestReference(
  source: Source,
  reference: string,
  isCertain: boolean | undefined,
): Pick<Problem, "fix" | "repair"> {
  const fix = `Did you mean ${reference}?`;
  return isCertain === true ? { fix, repair: readAs(source, reference) } : { fix };
}

function isSame(left: Source, right: Source): boolean {
  return left.file === right.file && left.pointer === right.pointer;
}

/**
 * Returns the problems of references. If several references lead to the same unreadable file, returns only
 * the first problem. Its message contains the number of the other references.
 */
function withoutRepeats(unresolved: readonly UnresolvedReference[]): readonly Problem[] {
  const counts = new Map<string, number>();
  for (const { missing } of unresolved)
    if (missing !== undefined) counts.set(missing, (counts.get(missing) ?? 0) + 1);
  return unresolved.flatMap(({ problem, missing }) => {
    const count = missing === undefined ? 1 : counts.get(missing);
    if (count === undefined) return [];
    if (missing !== undefined) counts.delete(missing);
    const others = count === 2 ? "1 more reference" : `${count - 1} more references`;
    return count === 1
      ? [problem]
      : [{ ...problem, message: `${problem.message} (${others} to this file)` }];
  });
}
