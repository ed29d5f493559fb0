import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { type Build, placeAt } from "./build.ts";
import { holdsObject, items, kindOf, members, type ObjectPlace, type Place } from "./place.ts";
import { report } from "./problems.ts";

/** A spec object, possibly reached through references. */
export interface Followed {
  readonly place: ObjectPlace;
  /**
   * The `summary` and `description` next to a reference in OpenAPI 3.1, which override those of its
   * target.
   */
  readonly summary?: string;
  readonly description?: string;
  /** The place of the first target, if it is a reference: `#/channels/a/messages/b`. */
  readonly firstStep?: Place;
}

/**
 * Follows Reference Objects to their target. Dangling and circular references are reported by the
 * loader, and a target that is not an object is reported here. All of them return undefined.
 */
export function follow(build: Build, start: Place): Followed | undefined {
  let place: Place = start;
  let summary: string | undefined;
  let description: string | undefined;
  let firstStep: Place | undefined;
  const seen = new Set<string>();
  while (holdsObject(place)) {
    const { $ref: text, summary: ownSummary, description: ownDescription } = place.value;
    if (typeof text !== "string") break;
    if (typeof ownSummary === "string") summary ??= ownSummary;
    if (typeof ownDescription === "string") description ??= ownDescription;
    const key = `${place.file}#${place.pointer}`;
    if (seen.has(key)) return undefined;
    seen.add(key);
    const next = step(build, place, text);
    if (next === undefined) return undefined;
    firstStep ??= next;
    place = next;
  }
  if (!holdsObject(place)) {
    report(build, "FIELD_SHAPE", start, `Expected an object, found ${kindOf(place.value)}.`);
    return undefined;
  }
  return {
    place,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(firstStep === undefined ? {} : { firstStep }),
  };
}

/** Returns the place that a `$ref` in another place points to, or undefined. */
export function step(build: Build, from: Place, text: string): Place | undefined {
  const resolution = build.specification.resolve({ file: from.file, pointer: from.pointer }, text);
  return resolution.found ? placeAt(build, resolution.source) : undefined;
}

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
