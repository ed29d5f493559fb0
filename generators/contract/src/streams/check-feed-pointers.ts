// Checks that the pointers of extensions lead to members that the messages of a feed declare. With a wrong
// pointer, an order book would never change, and nobody would see an error.

import { isJsonArray, isJsonObject, type JsonValue, nearestName } from "@specwright/spec-loader";
import type { RuleSites, StreamExtension } from "../extensions/rule-sites.ts";
import type { Message } from "../model/channel.ts";
import type { Build } from "../reading/build.ts";
import {
  holdsObject,
  listItems,
  listMembers,
  memberOf,
  objectMembers,
  type Place,
  placeAt,
  textItems,
  valueAt,
} from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { viewValues } from "../schema/object-view.ts";
import { type PayloadStep, payloadSteps } from "./payload-steps.ts";

/** Reports pointers to members that the messages do not declare. */
export function checkFeedPointers(
  build: Build,
  sites: RuleSites,
  messages: readonly Message[],
): void {
  const reported = new Set<string>();
  const placeOf = (name: StreamExtension): Place | undefined => sites.get(name)?.place;
  const byId = new Map(messages.map((message) => [message.id, message]));

  /**
   * Checks a pointer in the payloads of messages. The pointer is `pointer`, or else the value at the place.
   * Reports a wrong pointer at the place, and returns false.
   */
  function check(place: Place | undefined, ids: readonly string[], pointer?: string): boolean {
    const text = pointer ?? place?.value;
    let sound = true;
    if (place === undefined || typeof text !== "string") return sound;
    for (const id of ids) {
      const steps = stepsIn(id, text);
      const missing = steps.find(({ schema, known }) => schema === undefined && known.length > 0);
      if (missing === undefined) continue;
      sound = false;
      const { step, parent, known } = missing;
      // Several messages can share one pointer.
      const fault = `${place.file} ${place.pointer} ${step}`;
      if (reported.has(fault)) continue;
      reported.add(fault);
      const near = /^\d+$/.test(step) ? undefined : nearestName(step, known);
      const hint =
        near === undefined ? `Members: ${known.join(", ")}.` : `Did you mean \`${near}\`?`;
      const where = parent === "" ? "The payload" : `\`${parent}\` in the payload`;
      reportProblem(
        build,
        "EXTENSION_POINTER",
        place,
        `${where} of \`${id}\` has no \`${step}\`. ${hint}`,
      );
    }
    return sound;
  }

  function stepsIn(id: string, pointer: string): readonly PayloadStep[] {
    const schema = byId.get(id)?.payload?.schema;
    return schema === undefined ? [] : payloadSteps(schema, pointer);
  }

  /** Checks that a member can have at least one of the constants in a condition. */
  function checkConstants(condition: Place, id: string, pointer: string): void {
    const { value } = condition;
    if (isJsonObject(value)) return;
    const wanted = isJsonArray(value) ? value : [value];
    const schema = stepsIn(id, pointer).at(-1)?.schema;
    const allowed = schema === undefined ? undefined : viewValues(schema);
    if (allowed === undefined || wanted.some((each) => allowed.includes(each))) return;
    const [never, only] = [wanted, allowed].map((list) => list.map(String).join(", "));
    const message = `\`${pointer}\` in the payload of \`${id}\` is never ${never}; the schema allows ${only}.`;
    reportProblem(build, "EXTENSION_POINTER", condition, message);
  }

  /**
   * Checks an object whose keys are pointers. With `areConstants`, its values are constants, and are
   * checked as well.
   */
  function checkNames(
    place: Place | undefined,
    ids: readonly string[],
    areConstants: boolean,
  ): void {
    if (place === undefined || !holdsObject(place)) return;
    for (const [pointer, condition] of listMembers(place)) {
      const isAbsence = holdsObject(condition) && memberOf(condition, "absent") !== undefined;
      if (isAbsence || !check(condition, ids, pointer)) continue;
      if (areConstants) for (const id of ids) checkConstants(condition, id, pointer);
    }
  }

  const each = (place: Place | undefined): [string, Place][] =>
    place !== undefined && holdsObject(place) ? listMembers(place) : [];

  const [subscription, envelope] = [placeOf("x-subscription"), placeOf("x-envelope")];
  for (const rule of listItems(placeAt(envelope, "match"))) {
    checkNames(placeAt(rule, "where"), placeTexts(placeAt(rule, "message")), true);
  }
  for (const rule of listItems(placeAt(placeOf("x-endings"), "messages"))) {
    checkNames(placeAt(rule, "where"), placeTexts(placeAt(rule, "message")), true);
  }
  checkRequests(subscription);
  const accepting = placeAt(subscription, "acknowledgement");
  const refusing = placeAt(subscription, "refusal");
  check(placeAt(accepting, "alias"), textItems(placeAt(accepting, "messages")));
  for (const key of ["code", "text"])
    check(placeAt(refusing, key), textItems(placeAt(refusing, "messages")));
  for (const [, topic] of each(placeAt(subscription, "topics"))) {
    checkWhere(placeAt(topic, "where"), textItems(placeAt(topic, "messages")));
    checkNames(placeAt(topic, "acknowledged"), textItems(placeAt(accepting, "messages")), false);
  }
  for (const counter of listItems(placeAt(placeOf("x-sequence"), "counters"))) {
    const counted = ["messages", "repeats", "starts"].flatMap((key) =>
      textItems(placeAt(counter, key)),
    );
    const number = placeAt(counter, "at");
    check(number, counted);
    for (const [id, pointer] of each(number)) check(pointer, [id]);
    for (const key of ["from", "previous"])
      check(placeAt(counter, key), textItems(placeAt(counter, "messages")));
  }
  for (const [, book] of each(placeAt(placeOf("x-book"), "topics"))) {
    for (const [id, pointer] of each(placeAt(book, "checksum", "at"))) check(pointer, [id]);
    for (const key of ["snapshots", "updates"]) {
      for (const [id, message] of each(placeAt(book, key))) checkLevels(book, message, id);
    }
  }

  /** Checks the pointers of `where`. Also checks that each message of the topic has pointers. */
  function checkWhere(where: Place | undefined, ids: readonly string[]): void {
    const own = objectMembers(where).filter(([name]) => !name.startsWith("/"));
    const others = ids.filter((id) => own.every(([name]) => name !== id));
    for (const [name, place] of own) {
      if (ids.includes(name)) checkNames(place, [name], false);
      else {
        const message = `Unknown message \`${name}\`. Messages of the topic: ${ids.join(", ")}.`;
        reportProblem(build, "EXTENSION_MESSAGE", place, message);
      }
    }
    const pointers = each(where).filter(([name]) => name.startsWith("/"));
    for (const [pointer, place] of pointers) check(place, others, pointer);
    if (own.length === 0 || pointers.length > 0 || others.length === 0 || where === undefined)
      return;
    const message = `\`where\` has no pointers for ${others.join(", ")}. Add pointers for each message, or for all.`;
    reportProblem(build, "EXTENSION_POINTER", where, message);
  }

  /** Checks the pointers into requests, and the pointer into replies. */
  function checkRequests(subscription: Place | undefined): void {
    const answers = ["acknowledgement", "unsubscribed", "refusal"].flatMap((key) =>
      textItems(placeAt(subscription, key, "messages")),
    );
    const reply = placeAt(subscription, "correlation", "reply");
    const leads = (id: string): boolean =>
      stepsIn(id, String(reply?.value)).every(({ schema, known }) => schema || known.length === 0);
    // It is enough if one kind of reply contains the id.
    if (!answers.some(leads)) check(reply, answers.slice(0, 1));
    const topics = objectMembers(placeAt(subscription, "topics")).map(([, topic]) => topic);
    const requests = topics.flatMap((topic) => memberOf(topic, "subscribe")?.value ?? []);
    const id = placeAt(subscription, "correlation", "request");
    if (requests.length > 0 && !requests.some((request) => resolves(request, id))) {
      reportNowhere(id, "No `subscribe` request of a topic has a value");
    }
    for (const topic of topics) {
      const [list, request] = [memberOf(topic, "list"), memberOf(topic, "subscribe")];
      if (request !== undefined && !resolves(request.value, list)) {
        reportNowhere(list, "The `subscribe` request has no value");
      }
    }
  }

  function resolves(request: JsonValue, pointer: Place | undefined): boolean {
    return typeof pointer?.value !== "string" || valueAt(request, pointer.value) !== undefined;
  }

  function reportNowhere(pointer: Place | undefined, what: string): void {
    if (pointer === undefined) return;
    reportProblem(build, "EXTENSION_POINTER", pointer, `${what} at \`${pointer.value}\`.`);
  }

  function checkLevels(book: Place, message: Place, id: string): void {
    check(placeAt(message, "side", "at"), [id]);
    for (const key of ["bids", "asks", "levels"]) {
      const list = placeAt(message, key);
      if (typeof list?.value !== "string") continue;
      if (!check(list, [id])) continue;
      const level = placeAt(message, "one") === undefined ? `${list.value}/0` : list.value;
      for (const part of ["price", "quantity"]) {
        const place = placeAt(message, part) ?? placeAt(book, part);
        if (typeof place?.value === "string") check(place, [id], level + place.value);
      }
    }
  }
}

function placeTexts(place: Place | undefined): string[] {
  return typeof place?.value === "string" ? [place.value] : [];
}
