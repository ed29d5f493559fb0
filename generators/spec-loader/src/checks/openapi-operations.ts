import type { Source } from "../diagnostics/diagnostic.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonObject, memberOf } from "../json/json-value.ts";
import { dereference, type PlacedObject } from "../references/dereference.ts";
import type { Resolution } from "../specification.ts";

/** The methods for which a path item has a field; `query` was added in OpenAPI 3.2. */
export const pathItemMethods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
] as const;

/** A path with its path item, references followed. */
export interface PlacedPath {
  /** As written, such as `/orders/{id}`. */
  readonly template: string;
  /** The position of the template. */
  readonly place: Source;
  readonly item: PlacedObject;
  readonly operations: readonly PlacedObject[];
}

/** Finds the target of a reference. */
export type Resolve = (from: Source, reference: string) => Resolution;

/** Lists the paths of an OpenAPI document in its order. */
export function listPaths(file: string, root: JsonObject, resolve: Resolve): readonly PlacedPath[] {
  const paths = memberOf(root, "paths");
  if (!isJsonObject(paths)) return [];
  const placed: PlacedPath[] = [];
  for (const template of Object.keys(paths)) {
    if (template.startsWith("x-")) continue;
    const place = { file, pointer: joinPointer("/paths", template) };
    const item = dereference(resolve, place, memberOf(paths, template));
    if (item === undefined) continue;
    placed.push({ template, place, item, operations: operationsOf(item) });
  }
  return placed;
}

/** Lists the parameters of a path item or operation, with references followed. */
export function listParameters(owner: PlacedObject, resolve: Resolve): readonly PlacedParameter[] {
  const list = memberOf(owner.object, "parameters");
  if (!isJsonArray(list)) return [];
  return list.flatMap((value, index) => {
    const place = {
      file: owner.source.file,
      pointer: joinPointer(owner.source.pointer, "parameters", index),
    };
    const target = dereference(resolve, place, value);
    return target === undefined ? [] : [{ place, target }];
  });
}

/** A parameter: its place in the list, and the object itself. */
export interface PlacedParameter {
  readonly place: Source;
  readonly target: PlacedObject;
}

function operationsOf(item: PlacedObject): readonly PlacedObject[] {
  const operations: PlacedObject[] = [];
  const add = (holder: JsonObject, key: string, ...way: readonly string[]) => {
    const object = memberOf(holder, key);
    if (!isJsonObject(object)) return;
    const pointer = joinPointer(item.source.pointer, ...way, key);
    operations.push({ source: { file: item.source.file, pointer }, object });
  };
  for (const method of pathItemMethods) add(item.object, method);
  const additional = memberOf(item.object, "additionalOperations");
  if (isJsonObject(additional)) {
    for (const method of Object.keys(additional)) add(additional, method, "additionalOperations");
  }
  return operations;
}
