// Finds the targets of references by file, `$id`, `$self`, JSON Pointer and anchor (RFC 3986 §5, JSON
// Schema 2020-12 §8.2, draft-07 §8.2, OpenAPI 3.2 "$self").

import type { Source } from "../diagnostics/diagnostic.ts";
import { descend, joinPointer, pointerTokens } from "../json/json-pointer.ts";
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import type { LoadedFile } from "../text/file-store.ts";

/** The target of a reference, or the reason why it has no target. */
export type Target =
  | { readonly found: true; readonly source: Source; readonly value: JsonValue }
  | {
      readonly found: false;
      readonly reason: string;
      /**
       * Absolute URLs of files that may contain the target, the most likely first. Empty if all such files
       * are loaded.
       */
      readonly missing: readonly string[];
      readonly suggestion?: string;
      /** Whether no other pointer than the suggestion is possible. */
      readonly isCertain?: boolean;
    };

/** Finds the targets of references in the loaded files. */
export interface Resolver {
  readonly addFile: (file: LoadedFile) => void;
  /**
   * Registers a `$id` or `$self`. If a different place already has the same URI, returns this place and
   * changes nothing.
   */
  readonly addResource: (place: Source, id: string) => Source | undefined;
  readonly addAnchor: (place: Source, anchor: string) => Source | undefined;
  readonly resolve: (from: Source, reference: string) => Target;
  /** Follows a pointer into a file. Follows the references that the pointer passes through. */
  readonly reach: (place: Source) => Target;
}

/** The maximum number of references that a pointer may pass through. Guards against cycles. */
const MAX_HOPS = 32;

/** Creates a resolver. It finds only targets in files that were added. */
export function createResolver(): Resolver {
  const files = new Map<string, LoadedFile>();
  /** Maps the absolute URI of each resource, without fragment, to the place of the resource. */
  const resources = new Map<string, Source>();
  /** Maps the file and the pointer of each resource to the URI of the resource. */
  const bases = new Map<string, Map<string, string>>();
  /** Maps a file, the pointer of a resource and an anchor, joined by spaces, to a place. */
  const anchors = new Map<string, Source>();
  /**
   * The targets that were found, by file and reference. Used only for files with a single resource, where
   * all references have the same base.
   */
  const found = new Map<string, Map<string, Target>>();

  return {
    addFile: (file) => {
      files.set(file.spec.file, file);
      resources.set(file.url, { file: file.spec.file, pointer: "" });
      bases.set(file.spec.file, new Map([["", file.url]]));
    },
    addResource: (place, id) => {
      const uri = absoluteUri(id, enclosingResource(place, true).uri)?.uri;
      if (uri === undefined) return undefined;
      const taken = resources.get(uri);
      if (taken !== undefined && !sameSource(taken, place)) return taken;
      resources.set(uri, place);
      bases.get(place.file)?.set(place.pointer, uri);
      return undefined;
    },
    addAnchor: (place, anchor) => {
      const key = anchorKey(enclosingResource(place, false).root, anchor);
      const taken = anchors.get(key);
      if (taken !== undefined && !sameSource(taken, place)) return taken;
      anchors.set(key, place);
      return undefined;
    },
    resolve: (from, reference) => {
      if ((bases.get(from.file)?.size ?? 0) !== 1) return resolveAt(from, reference, 0);
      const inFile = found.get(from.file) ?? new Map<string, Target>();
      found.set(from.file, inFile);
      const known = inFile.get(reference);
      if (known !== undefined) return known;
      const target = resolveAt(from, reference, 0);
      if (target.found) inFile.set(reference, target);
      return target;
    },
    reach: ({ file, pointer }) => followTarget({ file, pointer: "" }, pointer, 0),
  };

  function resolveAt(from: Source, reference: string, hops: number): Target {
    const base = enclosingResource(from, false);
    const hash = reference.indexOf("#");
    const path = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = decodeFragment(hash < 0 ? "" : reference.slice(hash + 1));
    if (fragment === undefined)
      return missingTarget(`the fragment of ${reference} is not percent-encoded`);
    if (path === "") {
      const inside = followTarget(base.root, fragment, hops);
      // Documents often declare a `$id` in a schema, but mean the whole file by "#/components/...".
      if (inside.found || base.root.pointer === "") return inside;
      const outside = followTarget({ file: from.file, pointer: "" }, fragment, hops);
      return outside.found ? outside : inside;
    }
    const candidates = [
      absoluteUri(path, base.uri),
      absoluteUri(path, files.get(from.file)?.url ?? ""),
    ];
    const missing: string[] = [];
    for (const candidate of candidates) {
      if (candidate === undefined) continue;
      const root = resources.get(candidate.uri);
      if (root !== undefined) return followTarget(root, fragment, hops);
      if (!missing.includes(candidate.uri)) missing.push(candidate.uri);
    }
    if (missing.length === 0) return missingTarget(`${path} is not a usable URI`);
    return { found: false, reason: `nothing is loaded from ${path}`, missing };
  }

  function followTarget(root: Source, fragment: string, hops: number): Target {
    const file = files.get(root.file);
    if (file === undefined) return missingTarget(`the file ${root.file} is not loaded`);
    if (fragment !== "" && !fragment.startsWith("/")) {
      const place = anchors.get(anchorKey(root, fragment));
      if (place === undefined) {
        const reason = `${fileLabel(root)} has no anchor "${fragment}"`;
        // The author may have forgotten the first slash: "#components/schemas/A".
        const meant = fragment.includes("/") && followTarget(root, `/${fragment}`, hops).found;
        return meant
          ? { found: false, reason, missing: [], suggestion: `/${fragment}`, isCertain: true }
          : missingTarget(reason);
      }
      return followTarget(place, "", hops);
    }
    const pointer = root.pointer + joinPointer("", ...(pointerTokens(fragment) ?? []));
    const reached = descend(file.spec.root, pointerTokens(pointer) ?? []);
    if (reached.rest.length === 0) {
      return { found: true, source: { file: root.file, pointer }, value: reached.value };
    }
    // The pointer passes through a reference, so continue in the target of the reference.
    const next = isJsonObject(reached.value) ? memberOf(reached.value, "$ref") : undefined;
    if (typeof next === "string" && hops < MAX_HOPS) {
      const place = { file: root.file, pointer: joinPointer("", ...reached.done) };
      const hop = resolveAt(place, next, hops + 1);
      return hop.found ? followTarget(hop.source, joinPointer("", ...reached.rest), hops + 1) : hop;
    }
    const where = fileLabel({ file: root.file, pointer: joinPointer("", ...reached.done) });
    const suggestion = reached.suggestion;
    return {
      found: false,
      reason: `${where} has no ${JSON.stringify(reached.rest[0])}`,
      missing: [],
      ...(suggestion === undefined
        ? {}
        : {
            suggestion: joinPointer("", ...suggestion),
            isCertain: reached.isEscaped === true && isPresent(file.spec.root, suggestion),
          }),
    };
  }

  /**
   * Finds the nearest resource that contains a place. With `above`, ignores a resource that starts at the
   * place itself.
   */
  function enclosingResource(place: Source, above: boolean): { root: Source; uri: string } {
    const roots = bases.get(place.file);
    // Most files are a single resource, so there is nothing to search.
    let pointer = roots === undefined || roots.size < 2 ? "" : place.pointer;
    if (above && pointer !== "") pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    while (pointer !== "" && !roots?.has(pointer)) {
      pointer = pointer.slice(0, pointer.lastIndexOf("/"));
    }
    return { root: { file: place.file, pointer }, uri: roots?.get(pointer) ?? "" };
  }
}

function absoluteUri(reference: string, base: string): { readonly uri: string } | undefined {
  const parsed = URL.parse(reference, base) ?? URL.parse(reference);
  if (parsed === null) return undefined;
  parsed.hash = "";
  return { uri: parsed.href };
}

/** Decodes the fragment of a URI. Returns `undefined` if its percent-encoding is invalid. */
export function decodeFragment(fragment: string): string | undefined {
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function anchorKey(root: Source, anchor: string): string {
  return `${root.file} ${root.pointer} ${anchor}`;
}

function fileLabel(place: Source): string {
  return place.pointer === "" ? place.file : `${place.file}#${place.pointer}`;
}

function isPresent(root: JsonValue, tokens: readonly string[]): boolean {
  return descend(root, tokens).rest.length === 0;
}

function sameSource(left: Source, right: Source): boolean {
  return left.file === right.file && left.pointer === right.pointer;
}

function missingTarget(reason: string): Target {
  return { found: false, reason, missing: [] };
}

/** An object and its place. */
export interface PlacedObject {
  readonly source: Source;
  readonly object: JsonObject;
}

/**
 * The maximum number of references in a chain. A longer chain is a cycle, which is reported separately.
 */
const MAX_CHAIN = 64;

/**
 * Follows a chain of references to an object. Returns `undefined` if the chain has no target, is a cycle,
 * or leads to a value that is not an object.
 */
export function dereference(
  resolve: (from: Source, reference: string) => Pick<Target, "found"> & Partial<Target>,
  source: Source,
  value: JsonValue | undefined,
): PlacedObject | undefined {
  let place = source;
  let current = value;
  for (let hop = 0; hop < MAX_CHAIN; hop += 1) {
    if (!isJsonObject(current)) return undefined;
    const reference = memberOf(current, "$ref");
    if (typeof reference !== "string") return { source: place, object: current };
    const target = resolve(place, reference);
    if (!("source" in target) || target.source === undefined) return undefined;
    place = target.source;
    current = target.value;
  }
  return undefined;
}
