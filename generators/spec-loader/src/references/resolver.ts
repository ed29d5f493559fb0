// Finds the targets of references: by file, by `$id` and `$self`, by JSON Pointer and by anchor
// (RFC 3986 §5, JSON Schema 2020-12 §8.2, draft-07 §8.2, OpenAPI 3.2 "$self").

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
      /** Absolute URLs that could contain the target, best first; empty if all are loaded. */
      readonly missing: readonly string[];
      readonly suggestion?: string;
      /** Whether the suggestion is the only possible pointer. */
      readonly isCertain?: boolean;
    };

/** Resolves references among the loaded files by the identifiers in them. */
export interface Resolver {
  readonly addFile: (file: LoadedFile) => void;
  /**
   * Registers a `$id` or `$self`; returns the place that already has that URI, if it is a different
   * one.
   */
  readonly addResource: (place: Source, id: string) => Source | undefined;
  readonly addAnchor: (place: Source, anchor: string) => Source | undefined;
  readonly resolve: (from: Source, reference: string) => Target;
  /** Follows a pointer into a file, and the references on its way. */
  readonly reach: (place: Source) => Target;
}

/** The maximum number of references that a pointer may pass through; guards against cycles. */
const MAX_HOPS = 32;

/** Creates a resolver without files. */
export function createResolver(): Resolver {
  const files = new Map<string, LoadedFile>();
  /** The root of each resource, by its absolute URI without fragment. */
  const resources = new Map<string, Source>();
  /** The URI of each resource, by file and pointer of its root. */
  const bases = new Map<string, Map<string, string>>();
  /** By file, pointer of the resource root and anchor, joined by spaces. */
  const anchors = new Map<string, Source>();
  /**
   * The targets by file and reference, for files with a single resource, where the place of a
   * reference does not matter.
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
      // Documents often give a schema a $id but still refer to the file with "#/components/...".
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
        // A pointer without its first slash: "#components/schemas/A".
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
    // The pointer may lead through a reference: continue at its target.
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

  /** Finds the resource that contains a place: the nearest root at or above it, or strictly above. */
  function enclosingResource(place: Source, above: boolean): { root: Source; uri: string } {
    const roots = bases.get(place.file);
    // Few files have a $id; only these need the search.
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

/** Decodes the fragment of a URI; returns `undefined` if it is not percent-encoded. */
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

/** A longer chain of references is a cycle, which has a different diagnostic. */
const MAX_CHAIN = 64;

/**
 * Follows a chain of references to the object at its end; returns `undefined` if it has no such
 * end.
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
