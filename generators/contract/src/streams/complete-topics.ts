// Adds facts from the schemas of messages to the topics of x-subscription: arrays whose items can belong to
// different topics, although the pointers of the contract read only the first item.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { Channel } from "../model/channel.ts";
import type { Schema } from "../model/schema.ts";
import { viewItems } from "../schema/object-view.ts";
import { type PayloadStep, payloadSteps } from "./payload-steps.ts";

/** Returns `x-subscription`. Adds `each` to topics whose frames can contain several topics. */
export function completeTopics(channel: Channel): JsonObject {
  const { subscription = {}, books = {}, messages } = channel;
  const { topics } = subscription;
  if (topics === undefined || !isJsonObject(topics)) return subscription;
  const schemas = new Map(messages.map(({ id, payload }) => [id, payload?.schema]));
  const pointers = pointersOf(channel);
  const completed = Object.entries(topics).map(([name, topic]) => {
    if (topic === undefined || !isJsonObject(topic)) return [name, topic];
    const lists = findLists(topic, objectMember(books, name), schemas);
    const each = lists.filter((list) => lastIndex(pointers, list) === 0);
    return [name, each.length === 0 ? topic : { ...topic, each }];
  });
  return { ...subscription, topics: Object.fromEntries(completed) };
}

/** Lists all pointers by which clients read members of frames. */
export function pointersOf({
  envelope,
  subscription,
  counters,
  books,
}: Channel): ReadonlySet<string> {
  const found = new Set<string>();
  function walk(value: JsonValue | undefined): void {
    if (typeof value === "string" && value.startsWith("/")) found.add(value);
    else if (isJsonArray(value)) for (const item of value) walk(item);
    else if (value !== undefined && isJsonObject(value)) {
      for (const [name, each] of Object.entries(value)) {
        walk(name);
        walk(each);
      }
    }
  }
  for (const rule of [envelope?.match, subscription, counters, books]) walk(rule);
  return found;
}

/** Returns the highest index in an array that pointers read. Returns -1 if no pointer reads an item. */
export function lastIndex(pointers: ReadonlySet<string>, list: string): number {
  const indexes = [...pointers].flatMap((pointer) => {
    if (!pointer.startsWith(`${list}/`)) return [];
    const [step = ""] = pointer.slice(list.length + 1).split("/");
    return /^\d+$/.test(step) ? [Number(step)] : [];
  });
  return Math.max(-1, ...indexes);
}

/** Reports whether a step selects an item of an array whose items all have the same schema. */
export function isItemStep({ within, step }: PayloadStep): boolean {
  const items = viewItems(within);
  return items !== undefined && items.prefixItems === undefined && /^\d+$/.test(step);
}

/**
 * Lists the arrays on the path of pointers: the pointers of `where`, and the pointers to levels of the
 * order book.
 */
function findLists(
  { where, messages }: JsonObject,
  book: JsonObject,
  schemas: ReadonlyMap<string, Schema | undefined>,
): readonly string[] {
  if (where === undefined || !isJsonObject(where) || !isJsonArray(messages)) return [];
  const lists = messages.flatMap((message) => {
    const id = String(message);
    const schema = schemas.get(id);
    if (schema === undefined) return [];
    const own = where[id];
    const told = Object.keys(own !== undefined && isJsonObject(own) ? own : where);
    const levels = ["snapshots", "updates"].flatMap((key) => {
      const { bids, asks, levels } = objectMember(objectMember(book, key), id);
      return [bids, asks, levels].filter((pointer) => typeof pointer === "string");
    });
    return [...told, ...levels].flatMap((pointer) =>
      // The last step selects the value itself. If its parent is an array, this array is a tuple, and is
      // not listed.
      payloadSteps(schema, pointer)
        .slice(0, -1)
        .filter((step) => step.step === "0" && isItemStep(step) && mayHaveMore(step))
        .map(({ parent }) => parent),
    );
  });
  return [...new Set(lists)];
}

function objectMember(value: JsonObject, name: string): JsonObject {
  const member = value[name];
  return member !== undefined && isJsonObject(member) ? member : {};
}

function mayHaveMore({ within }: PayloadStep): boolean {
  return (viewItems(within)?.maxItems ?? Number.POSITIVE_INFINITY) > 1;
}
