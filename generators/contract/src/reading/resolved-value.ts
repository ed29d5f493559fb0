import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import type { Build } from "./build.ts";
import { step } from "./follow.ts";
import { holdsObject, items, members, type Place } from "./place.ts";

/**
 * Returns a value with the references inside it, also those to other files, replaced by their targets.
 * A reference inside its own target remains, as does one that leads nowhere.
 */
export function resolvedValue(build: Build, place: Place): JsonValue {
  return resolve(build, place, new Set());
}

function resolve(build: Build, place: Place, open: ReadonlySet<string>): JsonValue {
  if (isJsonArray(place.value)) return items(place).map((each) => resolve(build, each, open));
  if (!holdsObject(place)) return place.value;
  const { $ref: text } = place.value;
  const target = typeof text === "string" ? step(build, place, text) : undefined;
  const key = target && `${target.file}#${target.pointer}`;
  if (target !== undefined && key !== undefined && !open.has(key)) {
    return resolve(build, target, new Set([...open, key]));
  }
  return Object.fromEntries(
    members(place).map(([name, each]) => [name, resolve(build, each, open)]),
  );
}
