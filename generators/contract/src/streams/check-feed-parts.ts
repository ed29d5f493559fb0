// Checks rules that the JSON Schemas of x-sequence and x-book cannot express: combinations of the members
// of a counter, and the pointers to the parts of a price level.

import { reportExtension } from "../extensions/rule-fields.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  listItems,
  memberOf,
  type ObjectPlace,
  objectMembers,
  type Place,
  placeAt,
  pointerSegments,
} from "../reading/place.ts";

/** The member that a counter must have for a certain step or scope. */
const needed = [
  ["step", "range", "from"],
  ["step", "linked", "previous"],
  ["scope", "key", "key"],
] as const;
/** The highest index of a part in a price level. */
const MAX_INDEX = 63;

/** Reports counters without a member that their step or scope requires. */
export function checkCounters(build: Build, sequence: ObjectPlace | undefined): void {
  for (const counter of listItems(placeAt(sequence, "counters"))) {
    if (!holdsObject(counter)) continue;
    for (const [name, word, other] of needed) {
      const place = memberOf(counter, name);
      if (place?.value !== word || memberOf(counter, other) !== undefined) continue;
      const message = `A counter with \`${name}: ${word}\` must have \`${other}\`.`;
      reportExtension(build, place, message);
    }
  }
}

/** Reports pointers to parts of a price level that clients cannot read. */
export function checkLevelParts(build: Build, book: ObjectPlace | undefined): void {
  function checkParts(rule: ObjectPlace, message: Place | undefined): boolean {
    let fits = true;
    const parts = levelPartPlaces(rule, message);
    const isTuple = isIndex(parts[0]?.value);
    const seen = new Set<unknown>();
    for (const part of parts) {
      const { value } = part;
      if (typeof value !== "string") continue;
      const message = seen.has(value)
        ? `Two parts of the level have the same pointer, \`${value}\`.`
        : findPartFault(value, isTuple);
      seen.add(value);
      if (message === undefined) continue;
      fits = false;
      reportExtension(build, part, message);
    }
    return fits;
  }

  for (const [, rule] of objectMembers(placeAt(book, "topics"))) {
    const messages: Place[] = ["snapshots", "updates"]
      .flatMap((key) => objectMembers(memberOf(rule, key)))
      .map(([, message]) => message);
    const answer = memberOf(rule, "answer");
    if (answer !== undefined) messages.push(answer);
    // If the common pointers have a fault, the messages are not checked, so that the fault is reported
    // once.
    if (checkParts(rule, undefined)) for (const message of messages) checkParts(rule, message);
  }
}

function findPartFault(pointer: string, isTuple: boolean): string | undefined {
  const [step = "", ...more] = pointerSegments(pointer);
  if (more.length > 0) {
    return `\`${pointer}\` must point to a direct member or element of the level.`;
  }
  if (isIndex(pointer) !== isTuple) {
    return "The parts of a level must all be indexes, such as `/0`, or all names, such as `/price`.";
  }
  if (!isTuple || Number(step) <= MAX_INDEX) return undefined;
  return `\`${pointer}\` is beyond the highest supported index, ${MAX_INDEX}.`;
}

/** Lists the places of the pointers to the parts of a price level; the price is first. */
function levelPartPlaces(rule: ObjectPlace, message: Place | undefined): readonly Place[] {
  const own = (name: string): Place | undefined => placeAt(message, name) ?? memberOf(rule, name);
  return [
    own("price"),
    own("quantity"),
    placeAt(rule, "deletes", "count"),
    placeAt(rule, "deletes", "action"),
    placeAt(message, "side", "of"),
  ].filter((place) => place !== undefined);
}

function isIndex(pointer: unknown): boolean {
  return typeof pointer === "string" && /^\/\d+$/.test(pointer);
}
