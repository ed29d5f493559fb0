import { compareCodePoints, type JsonValue, setMember } from "@specwright/spec-loader";
import { listField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { holdsObject, listMembers, type ObjectPlace, type Place } from "../reading/place.ts";
import type { AsyncApi } from "./asyncapi.ts";

/**
 * Applies the traits of a message or operation, in order. In AsyncAPI 2, a trait overrides its target. In
 * AsyncAPI 3, a trait never overrides its target (3.0, Traits Merge Mechanism).
 */
export function applyTraits({ build, major }: AsyncApi, target: ObjectPlace): ObjectPlace {
  const traits = listField(build, target, "traits")
    .map((trait) => followReference(build, trait)?.place)
    .filter((trait) => trait !== undefined);
  const [first, ...rest] = traits;
  if (first === undefined) return target;
  if (major === 2) return { ...traits.reduce(mergePlaces, target), ...sourceFields(target) };
  return mergePlaces(rest.reduce(mergePlaces, first), target);
}

function sourceFields({ file, pointer }: ObjectPlace): Pick<ObjectPlace, "file" | "pointer"> {
  return { file, pointer };
}

/**
 * Merges the second object into the first one as a JSON Merge Patch (RFC 7396): objects are merged member
 * by member, null removes a member, and any other value replaces the old value. Each member keeps its
 * source.
 */
export function mergePlaces(lower: ObjectPlace, upper: ObjectPlace): ObjectPlace {
  const origins = new Map<string, Place>(listMembers(lower));
  for (const [key, place] of listMembers(upper)) {
    const below = origins.get(key);
    if (below === undefined) origins.set(key, place);
    else if (place.value === null) origins.delete(key);
    else if (holdsObject(below) && holdsObject(place)) origins.set(key, mergePlaces(below, place));
    else origins.set(key, place);
  }
  const value: Record<string, JsonValue> = {};
  for (const [key, place] of [...origins].sort(([a], [b]) => compareCodePoints(a, b))) {
    setMember(value, key, place.value);
  }
  return { file: upper.file, pointer: upper.pointer, value, origins };
}
