// Checks that the messages of a feed declare what its extensions point to: a pointer that leads to
// nothing would leave a book unchanged for ever, without an error.

import { nearestName, pointerTokens } from "@specwright/spec-loader";
import type { Message } from "../model/channel.ts";
import type { Schema } from "../model/schema.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  items,
  member,
  members,
  type ObjectPlace,
  type Place,
} from "../reading/place.ts";
import { report } from "../reading/problems.ts";
import { viewObject, viewTuple } from "../schema/object-view.ts";

/** Reports the pointers that lead to nothing in a message that they are about. */
export function checkFeedPointers(
  build: Build,
  places: ReadonlyMap<string, ObjectPlace>,
  messages: readonly Message[],
): void {
  const byId = new Map(messages.map((message) => [message.id, message]));

  /** Checks a pointer, which is the value of a place, or another one that is reported there. */
  function check(place: Place | undefined, ids: readonly string[], pointer?: string): void {
    const text = pointer ?? place?.value;
    if (place === undefined || typeof text !== "string") return;
    for (const id of ids) {
      const schema = byId.get(id)?.payload?.schema;
      const missing = schema === undefined ? undefined : missingStep(schema, text);
      if (missing === undefined) continue;
      const { step, parent, known } = missing;
      const near = nearestName(step, known);
      const hint =
        near === undefined ? `there are ${known.join(", ")}.` : `did you mean \`${near}\`?`;
      const where = parent === "" ? "The payload" : `\`${parent}\` in the payload`;
      report(
        build,
        "EXTENSION_POINTER",
        place,
        `${where} of \`${id}\` has no \`${step}\`; ${hint}`,
      );
    }
  }

  /** Checks the pointers that are the names of members. */
  function checkNames(place: Place | undefined, ids: readonly string[]): void {
    if (place === undefined || !holdsObject(place)) return;
    for (const [pointer, condition] of members(place)) {
      const isAbsence = holdsObject(condition) && member(condition, "absent") !== undefined;
      if (!isAbsence) check(condition, ids, pointer);
    }
  }

  const at = (place: Place | undefined, key: string): Place | undefined =>
    place !== undefined && holdsObject(place) ? member(place, key) : undefined;
  const each = (place: Place | undefined): [string, Place][] =>
    place !== undefined && holdsObject(place) ? members(place) : [];
  const texts = (place: Place | undefined): string[] =>
    place === undefined
      ? []
      : items(place).flatMap(({ value }) => (typeof value === "string" ? value : []));

  const [subscription, envelope] = [places.get("subscription"), places.get("envelope")];
  for (const rule of items(at(envelope, "match") ?? nowhere)) {
    checkNames(at(rule, "where"), textOf(at(rule, "message")));
  }
  for (const rule of items(at(places.get("endings"), "messages") ?? nowhere)) {
    checkNames(at(rule, "where"), textOf(at(rule, "message")));
  }
  const accepting = at(subscription, "acknowledgement");
  const refusing = at(subscription, "refusal");
  check(at(accepting, "alias"), texts(at(accepting, "messages")));
  for (const key of ["code", "text"]) check(at(refusing, key), texts(at(refusing, "messages")));
  for (const [, topic] of each(at(subscription, "topics"))) {
    checkNames(at(topic, "where"), texts(at(topic, "messages")));
    checkNames(at(topic, "acknowledged"), texts(at(accepting, "messages")));
  }
  for (const counter of items(at(places.get("sequence"), "counters") ?? nowhere)) {
    const counted = ["messages", "repeats", "starts"].flatMap((key) => texts(at(counter, key)));
    const number = at(counter, "at");
    check(number, counted);
    for (const [id, pointer] of each(number)) check(pointer, [id]);
    for (const key of ["from", "previous"]) check(at(counter, key), texts(at(counter, "messages")));
  }
  for (const [, book] of each(at(places.get("book"), "topics"))) {
    for (const [id, pointer] of each(at(at(book, "checksum"), "at"))) check(pointer, [id]);
    for (const key of ["snapshots", "updates"]) {
      for (const [id, message] of each(at(book, key))) checkLevels(book, message, id);
    }
  }

  function checkLevels(book: Place, message: Place, id: string): void {
    check(at(at(message, "side"), "at"), [id]);
    for (const key of ["bids", "asks", "levels"]) {
      const list = at(message, key);
      if (typeof list?.value !== "string") continue;
      check(list, [id]);
      const level = at(message, "one") === undefined ? `${list.value}/0` : list.value;
      for (const part of ["price", "quantity"]) {
        const place = at(message, part) ?? at(book, part);
        if (typeof place?.value === "string") check(place, [id], level + place.value);
      }
    }
  }
}

const nowhere: Place = { file: "", pointer: "", value: null };

function textOf(place: Place | undefined): string[] {
  return typeof place?.value === "string" ? [place.value] : [];
}

/** Returns the first step of a pointer that a schema does not declare, where it says what there is. */
function missingStep(
  schema: Schema,
  pointer: string,
):
  | { readonly step: string; readonly parent: string; readonly known: readonly string[] }
  | undefined {
  let current: Schema | undefined = schema;
  let parent = "";
  for (const step of pointerTokens(pointer) ?? []) {
    if (current === undefined) return undefined;
    const { properties } = viewObject(current);
    if (properties.size > 0) {
      const found: Schema | undefined = properties.get(step);
      if (found === undefined) return { step, parent, known: [...properties.keys()] };
      current = found;
    } else current = itemAt(current, step);
    parent = `${parent}/${step}`;
  }
  return undefined;
}

function itemAt(schema: Schema, step: string): Schema | undefined {
  const tuple = viewTuple(schema);
  const index = Number(step);
  if (tuple?.prefixItems !== undefined) return tuple.prefixItems.at(index);
  let current: Schema | undefined = schema;
  // A reference leads to the items, however many there are on the way.
  for (let depth = 0; depth < 32 && current?.kind === "schema"; depth += 1) {
    if (current.items !== undefined) return current.items;
    current = current.ref?.target;
  }
  return undefined;
}
