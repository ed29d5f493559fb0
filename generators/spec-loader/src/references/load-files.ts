// Loads a document's files: walks the known parts, resolves their references and loads the files
// they need, until there are no new ones.

import type { DocumentType } from "../detect-document.ts";
import type { Source } from "../diagnostics/diagnostic.ts";
import type { Problem } from "../diagnostics/problem.ts";
import type { Shape } from "../grammar/shape.ts";
import { pointerTokens } from "../json/json-pointer.ts";
import type { JsonValue } from "../json/json-value.ts";
import type { ResolvedLimits } from "../load-options.ts";
import { readAs } from "../repair/repair.ts";
import type { SourceText } from "../text/fetch-source.ts";
import type { FileStore } from "../text/file-store.ts";
import type { LoadedFile } from "../text/loaded-file.ts";
import { collectReferences, type Findings, type FoundReference } from "./collect-references.ts";
import { createCoverage } from "./coverage.ts";
import { createResolver, type Resolver, type Target } from "./resolver.ts";

/** A reference and its target. */
export interface ResolvedReference extends FoundReference {
  readonly target: Source;
}

/** A part of a file and its type in the document. */
interface DocumentPart {
  readonly place: Source;
  readonly value: JsonValue;
  readonly shape: Shape;
}

/** All files of a document. */
export interface FileSet {
  readonly files: ReadonlyMap<string, LoadedFile>;
  readonly resolver: Resolver;
  readonly references: readonly ResolvedReference[];
  /** The parts that make up the document: the entry and what other files add to it. */
  readonly parts: readonly DocumentPart[];
  readonly problems: readonly Problem[];
}

type MissingTarget = Target & { readonly found: false };

/** A reference without a target, and how many others lead to the same missing file. */
interface UnresolvedReference {
  readonly found: FoundReference;
  readonly target: MissingTarget;
  more: number;
}

/** Why the file of a URL is missing; `undefined` if its own diagnostics say so. */
type Failure = (SourceText & { readonly ok: false }) | undefined;

/** Loads every file that the entry refers to. */
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
  // A reference that fails now may succeed once another file brings in the `$id` it names.
  for (let progress = true; progress && open.length > 0; ) {
    progress = false;
    const pending = open;
    open = [];
    for (const found of pending) {
      const target = await settle(found);
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
  for (const { found, target, more } of withoutRepeats(open)) report(found, target, more);
  return { files, resolver, references: resolved, parts, problems };

  async function settle(found: FoundReference): Promise<Target> {
    const target = resolver.resolve(found.from, found.reference);
    if (target.found) return target;
    for (const url of target.missing) {
      if (failures.has(url)) continue;
      const file = await loadUrl(url);
      if (file === undefined) continue;
      // An anchor is only known after a walk over the file.
      const wholeFile = /#[^/]/.test(found.reference);
      if (wholeFile) walkFrom({ file: file.spec.file, pointer: "" }, file.spec.root, found.shape);
      else if (found.shape.is === "node" && found.shape.kind === "Schema")
        identify(file, found.shape);
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
    problems.push(...parsed.problems);
    if (parsed.file === undefined) {
      failures.set(url, undefined);
      return undefined;
    }
    files.set(parsed.file.spec.file, parsed.file);
    resolver.addFile(parsed.file);
    return parsed.file;
  }

  function walkFrom(place: Source, value: JsonValue, shape: Shape): void {
    const file = files.get(place.file);
    if (file === undefined || !coverage.add(place, file.spec.root, shape)) return;
    parts.push({ place, value, shape });
    const path = pointerTokens(place.pointer) ?? [];
    const source = { file: place.file, root: file.spec.root };
    const findings = collectReferences(document, source, shape, value, path);
    problems.push(...findings.problems);
    addIdentifiers(findings);
    metaschemas.push(...findings.metaschemas);
    // Not by spread: a large document has more references than a call may have arguments.
    for (const reference of findings.references) open.push(reference);
  }

  /** Registers the identifiers of a file, of which only a part may be walked. */
  function identify({ spec }: LoadedFile, shape: Shape): void {
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

  /** Loads metaschemas if they are available, because they define the active vocabularies. */
  async function loadMetaschemas(): Promise<void> {
    for (const { from, uri } of metaschemas) {
      const target = resolver.resolve(from, uri);
      const [url] = target.found ? [] : target.missing;
      if (url === undefined || failures.has(url)) continue;
      const before = problems.length;
      // The URL may lead to a page for people; nothing depends on it then.
      if ((await loadUrl(url)) === undefined) problems.length = before;
    }
  }

  function taken(other: Source | undefined, source: Source, name: string): void {
    if (other === undefined) return;
    const message = `${name} is already that of ${other.file}#${other.pointer}`;
    // If first a part and then the whole of a file is walked, it reports the same problem twice.
    if (problems.some((known) => known.message === message && isSame(known.source, source))) return;
    problems.push({ code: "ID_DUPLICATE", source, message });
  }

  /**
   * Returns the references without a target. Of those to one file that cannot be read, only the first
   * is returned, with the number of the others: they have one cause.
   */
  function withoutRepeats(unresolved: readonly FoundReference[]): Iterable<UnresolvedReference> {
    const first = new Map<unknown, UnresolvedReference>();
    for (const found of unresolved) {
      const target = resolver.resolve(found.from, found.reference);
      if (target.found) continue;
      const [url] = target.missing;
      const known = url === undefined ? undefined : first.get(url);
      if (known === undefined) first.set(url ?? found, { found, target, more: 0 });
      else known.more += 1;
    }
    return first.values();
  }

  function report(found: FoundReference, target: MissingTarget, more: number): void {
    const { source, reference } = found;
    const [url] = target.missing;
    const failure = url === undefined ? undefined : failures.get(url);
    if (url !== undefined && failure === undefined) return;
    const code = failure?.code ?? "REF_NOT_FOUND";
    const reason = failure?.message ?? target.reason;
    const said = reason.startsWith(reference) ? reason : `${reference}: ${reason}`;
    const message =
      more === 0 ? said : `${said} (${more} more reference${more === 1 ? "" : "s"} to this file)`;
    problems.push({
      code: code === "FILE_NOT_FOUND" ? "REF_NOT_FOUND" : code,
      source,
      message,
      ...(failure?.fix === undefined ? {} : { fix: failure.fix }),
      ...(target.suggestion === undefined
        ? {}
        : suggested(source, `${reference.split("#")[0]}#${target.suggestion}`, target.isCertain)),
    });
  }
}

/** Returns the advice to write another reference, and the repair if no other can be meant. */
function suggested(
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
