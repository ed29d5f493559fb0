// Adds facts from the schemas of messages to the rules of order books: whether a frame can omit a list of
// price levels, and where a frame can contain levels that no rule reads.

import { isJsonObject, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Channel } from "../model/channel.ts";
import type { Schema } from "../model/schema.ts";
import { allowsNull, viewItems, viewObject } from "../schema/object-view.ts";
import { isItemStep, lastIndex, pointersOf } from "./complete-topics.ts";
import { type PayloadStep, payloadSteps } from "./payload-steps.ts";

/**
 * Returns the rules of a channel's order books. Adds `optional` to messages that can omit a list of levels,
 * and `beyond` to messages that can contain levels that no rule reads.
 */
export function completeBooks(channel: Channel): JsonObject {
  const pointers = pointersOf(channel);
  const schemas = new Map(channel.messages.map(({ id, payload }) => [id, payload?.schema]));
  return mapObjects(channel.books, (topic) => ({
    ...topic,
    ...Object.fromEntries(
      ["snapshots", "updates"].map((key) => [
        key,
        mapObjects(topic[key], (rule, id) => completeMessage(rule, schemas.get(id), pointers)),
      ]),
    ),
  }));
}

function completeMessage(
  rule: JsonObject,
  schema: Schema | undefined,
  pointers: ReadonlySet<string>,
): JsonObject {
  if (schema === undefined) return rule;
  const paths = ["bids", "asks", "levels"].flatMap((key): [string, readonly PayloadStep[]][] => {
    const pointer = rule[key];
    return typeof pointer === "string" ? [[key, payloadSteps(schema, pointer)]] : [];
  });
  const beyond = new Set(
    paths.flatMap(([, steps]) => steps.flatMap((step) => itemAfter(step, pointers))),
  );
  const optional = paths.flatMap(([key, steps]) =>
    key !== "levels" && mayEndEarly(steps) ? [key] : [],
  );
  return {
    ...rule,
    ...(optional.length > 0 && { optional }),
    ...(beyond.size > 0 && { beyond: [...beyond] }),
  };
}

/** Reports whether the value at the last step can be missing or null. */
function mayEndEarly(steps: readonly PayloadStep[]): boolean {
  const last = steps.at(-1);
  if (last?.schema === undefined) return false;
  const { properties, required } = viewObject(last.within);
  return (properties.has(last.step) && !required.has(last.step)) || allowsNull(last.schema);
}

/**
 * Returns the pointer to the first item that no rule reads. Returns an empty list if the array cannot
 * contain this item.
 */
function itemAfter(step: PayloadStep, pointers: ReadonlySet<string>): string[] {
  if (!isItemStep(step)) return [];
  const { parent, within } = step;
  const next = lastIndex(pointers, parent) + 1;
  const most = viewItems(within)?.maxItems ?? Number.POSITIVE_INFINITY;
  return next < most ? [`${parent}/${next}`] : [];
}

function mapObjects(
  value: JsonValue | undefined,
  change: (member: JsonObject, name: string) => JsonObject,
): JsonObject {
  if (value === undefined || !isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      each !== undefined && isJsonObject(each) ? change(each, name) : each,
    ]),
  );
}
