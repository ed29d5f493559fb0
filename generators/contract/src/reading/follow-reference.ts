import { isJsonArray, type JsonValue } from "@specwright/spec-loader";
import { type Build, placeAt } from "./build.ts";
import {
  holdsObject,
  kindOf,
  listItems,
  listMembers,
  type ObjectPlace,
  type Place,
} from "./place.ts";
import { reportProblem } from "./problems.ts";

/** The target of a reference, and facts about the reference. */
export interface Followed {
  readonly place: ObjectPlace;
  /**
   * The `summary` and `description` next to a reference in OpenAPI 3.1, which override the texts of its
   * target.
   */
  readonly summary?: string;
  readonly description?: string;
  /**
   * The target of the first reference, such as `#/channels/a/messages/b`; absent if the start is not a
   * reference.
   */
  readonly firstStep?: Place;
}

/**
 * Follows Reference Objects to their target. Returns undefined for a dangling or circular reference; the
 * loader reports both. Also returns undefined, and reports a problem, if the target is not an object.
 */
export function followReference(build: Build, start: Place): Followed | undefined {
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
    const next = resolveReference(build, place, text);
    if (next === undefined) return undefined;
    firstStep ??= next;
    place = next;
  }
  if (!holdsObject(place)) {
    reportProblem(build, "FIELD_SHAPE", start, `Expected an object, found ${kindOf(place.value)}.`);
    return undefined;
  }
  return {
    place,
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(firstStep === undefined ? {} : { firstStep }),
  };
}

/** Returns the target of a `$ref` with the given text. Returns undefined if the target does not exist. */
export function resolveReference(build: Build, from: Place, text: string): Place | undefined {
  const resolution = build.specification.resolve({ file: from.file, pointer: from.pointer }, text);
  return resolution.found ? placeAt(build, resolution.source) : undefined;
}

/**
 * Returns a value in which targets replace all references, also references to other files. A dangling
 * reference remains unchanged, and so does a reference inside its own target.
 */
export function resolvedValue(build: Build, place: Place): JsonValue {
  return resolveReferences(build, place, new Set());
}

function resolveReferences(build: Build, place: Place, open: ReadonlySet<string>): JsonValue {
  if (isJsonArray(place.value))
    return listItems(place).map((each) => resolveReferences(build, each, open));
  if (!holdsObject(place)) return place.value;
  const { $ref: text } = place.value;
  const target = typeof text === "string" ? resolveReference(build, place, text) : undefined;
  const key = target && `${target.file}#${target.pointer}`;
  if (target !== undefined && key !== undefined && !open.has(key)) {
    return resolveReferences(build, target, new Set([...open, key]));
  }
  return Object.fromEntries(
    listMembers(place).map(([name, each]) => [name, resolveReferences(build, each, open)]),
  );
}
