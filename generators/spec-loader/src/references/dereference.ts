import type { Source } from "../diagnostics/diagnostic.ts";
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import type { Target } from "./resolver.ts";

/** An object and its place. */
export interface PlacedObject {
  readonly source: Source;
  readonly object: JsonObject;
}

/** Longer chains of references are cycles, which have their own diagnostic. */
const MAX_CHAIN = 64;

/**
 * Follows a chain of references to the object at its end; returns `undefined` if there is none.
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
