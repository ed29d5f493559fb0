import type { Source } from "../diagnostics/diagnostic.ts";
import { joinPointer } from "../json/json-pointer.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.ts";
import type { Specification } from "../specification.ts";
import type { BundleEdits, PlacedNode } from "./bundle-edits.ts";
import type { Placement } from "./place-targets.ts";

/**
 * Rewrites the references in the extensions of an object for the bundle: each `$ref`, and the `replacement`
 * of `x-deprecated`. A `$ref` whose target is not in the bundle is plain data and stays.
 */
export function moveExtensions(
  { resolve }: Specification,
  { object, place }: PlacedNode,
  { pointerOf }: Placement,
  edits: BundleEdits,
): void {
  for (const [key, value] of extensionsOf(object)) {
    const isDeprecation = key === "x-deprecated";
    moveReferencesIn(value, memberPlace(place, key), isDeprecation ? "replacement" : "$ref");
  }

  function moveReferencesIn(value: JsonValue, at: Source, keyword: string): void {
    if (!isJsonObject(value) && !isJsonArray(value)) return;
    for (const [key, member] of Object.entries(value)) {
      const inner = memberPlace(at, key);
      if (key === keyword && typeof member === "string") moveReference(member, inner);
      else moveReferencesIn(member, inner, keyword);
    }
  }

  function moveReference(reference: string, at: Source): void {
    const target = resolve(place, reference);
    const pointer = target.found ? pointerOf(target.source) : undefined;
    if (pointer !== undefined && `#${pointer}` !== reference) edits.at(at).text = `#${pointer}`;
  }
}

function extensionsOf(object: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(object).filter(([key]) => key.startsWith("x-"));
}

function memberPlace({ file, pointer }: Source, key: string): Source {
  return { file, pointer: joinPointer(pointer, key) };
}
