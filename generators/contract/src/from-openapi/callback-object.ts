import type { HttpOperation } from "../model/operation.ts";
import { mapField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { listMembers, type ObjectPlace, type Place } from "../reading/place.ts";
import type { OpenApi } from "./openapi.ts";

/** The maximum nesting of callbacks. */
const depthLimit = 16;

/** How to read a path item. */
export interface PathItemUse {
  readonly path: string;
  readonly templated: boolean;
  /** Creates the id of an operation without `operationId`. */
  readonly idOf: (method: string) => string;
}

/**
 * Reads the operations of a path item. The reader is an argument of `readCallbacks`, because the two
 * functions call each other: operations have callbacks, and callbacks contain path items.
 */
export type PathItemReader = (openapi: OpenApi, item: Place, use: PathItemUse) => HttpOperation[];

/**
 * Reads the callbacks of an operation. The result maps the name of each callback to the operations of all
 * its expressions.
 */
export function readCallbacks(
  openapi: OpenApi,
  operationId: string,
  operation: ObjectPlace,
  readPathItem: PathItemReader,
): Map<string, readonly HttpOperation[]> {
  const { build, openCallbacks } = openapi;
  const callbacks = new Map<string, readonly HttpOperation[]>();
  for (const [name, start] of mapField(build, operation, "callbacks")) {
    const place = followReference(build, start)?.place;
    if (place === undefined) continue;
    const key = `${place.file}#${place.pointer}`;
    if (openCallbacks.has(key) || openCallbacks.size >= depthLimit) continue;
    openCallbacks.add(key);
    const operations: HttpOperation[] = [];
    for (const [expression, item] of listMembers(place)) {
      if (expression.startsWith("x-")) continue;
      operations.push(
        ...readPathItem(openapi, item, {
          path: expression,
          templated: false,
          idOf: (method) => `${operationId} ${name} ${method}`,
        }),
      );
    }
    openCallbacks.delete(key);
    callbacks.set(name, operations);
  }
  return callbacks;
}
