// The state that all readers of a document share.

import { isJsonObject, type Source, type SpecFile } from "@specwright/spec-loader";
import type { Dialect } from "../model/schema.ts";
import type { Declarations } from "./declarations.ts";
import { type Place, valueAt } from "./place.ts";
import type { ProblemLog } from "./problems.ts";
import type { SchemaGraph } from "./schema-graph.ts";

/** The side that a document describes. */
export type Perspective = "provider" | "consumer";

/** The state of one `buildContract` call. */
export interface Build extends ProblemLog {
  readonly perspective: Perspective;
  /** The dialect of schemas that do not specify a dialect. */
  readonly dialect: Dialect;
  readonly schemas: SchemaGraph;
  readonly declarations: Declarations;
  /** Objects that were already read; the key consists of the kind of the object and its place. */
  readonly memo: Map<string, unknown>;
}

/** Returns the root of a loaded file, with sorted keys; undefined if the file was not loaded. */
export function rootPlace(build: Build, file: string): Place | undefined {
  const loaded = loadedFile(build, file);
  return loaded && { file, pointer: "", value: loaded.sorted };
}

/**
 * Returns the keys of an object in the order of the document. Returns undefined for an object that was
 * merged from several places.
 */
export function writtenKeys(build: Build, place: Place): readonly string[] | undefined {
  const loaded = loadedFile(build, place.file);
  if (loaded === undefined || place.origins !== undefined) return undefined;
  const written = valueAt(loaded.root, place.pointer);
  return isJsonObject(written) ? Object.keys(written) : undefined;
}

function loadedFile({ specification }: Build, file: string): SpecFile | undefined {
  const { entry, files } = specification;
  return entry.file === file ? entry : files.get(file);
}

/** Returns the place of a source. Returns undefined if the document has no value at the source. */
export function placeAt(build: Build, source: Source): Place | undefined {
  const root = rootPlace(build, source.file);
  if (root === undefined) return undefined;
  const value = valueAt(root.value, source.pointer);
  return value === undefined ? undefined : { file: source.file, pointer: source.pointer, value };
}

/**
 * Calls `read` once for each kind and place, and returns its result. For a merged place, calls `read` every
 * time.
 */
export function readOnce<Result>(
  build: Build,
  kind: string,
  place: Place,
  read: () => Result,
): Result {
  if (place.origins !== undefined) return read();
  const key = `${kind} ${place.file}#${place.pointer}`;
  if (build.memo.has(key)) return build.memo.get(key) as Result;
  const result = read();
  build.memo.set(key, result);
  return result;
}
