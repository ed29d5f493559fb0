import { compareCodePoints, type JsonValue, setMember } from "@specwright/spec-loader";
import { holdsObject, members, type ObjectPlace, type Place } from "./place.ts";

/**
 * Merges two objects as JSON Merge Patch (RFC 7396) does, the second over the first: objects are
 * merged member by member, null removes a member, any other value replaces it. Each member keeps
 * its place.
 */
export function mergePlaces(lower: ObjectPlace, upper: ObjectPlace): ObjectPlace {
  const origins = new Map<string, Place>(members(lower));
  for (const [key, place] of members(upper)) {
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
