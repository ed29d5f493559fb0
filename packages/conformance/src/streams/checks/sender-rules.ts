// The contract for senders (S23): readers accept unknown members and future values, but a sender
// must not use any.

import type { ChannelDescriptor, SentShapes } from "@specwright/runtime/codegen";
import type { SentShape, SentShapeRef } from "@specwright/runtime/transport";
import { accounting, events, marketData, orders, payouts } from "@specwright/streams-api/server";
import { amountAt, printAmount } from "../line/exchange-record.ts";
import { type Frame, isData } from "../line/frame.ts";
import type { WatchedFrame } from "../line/frame-watch.ts";
import { integerAt, isObject, listAt, textAt } from "../stimulus/json-values.ts";
import type { ChannelName, JsonObject } from "../stimulus/stimulus.ts";
import { isSnapshot } from "./market-line.ts";

const channels: Readonly<Record<ChannelName, ChannelDescriptor>> = {
  orders,
  accounting,
  payouts,
  events,
  "market-data": marketData,
};

type Books = Map<string, Map<bigint, bigint>>;

/**
 * Returns what no sender that follows the contract would send, or undefined if there is nothing.
 */
export function sentBreach(frames: readonly WatchedFrame[]): string | undefined {
  const books = new Map<number, Books>();
  for (const watched of frames) {
    const { channel, frame, line } = watched;
    if (!isData(frame)) continue;
    const found = breachOf(watched) ?? crossed(booksOf(books, line), frame);
    if (found !== undefined) return `${frame.type} on /${channel}: ${found}`;
  }
  return undefined;
}

function breachOf({ channel, frame, brokerId }: WatchedFrame): string | undefined {
  const message = channels[channel].serverMessages.find(({ tag }) => tag === frame.type);
  const { sent } = message ?? {};
  const unlisted = sent && breachIn(sent.shapes, sent.name, frame.value, "");
  if (unlisted !== undefined) return unlisted;
  const named = textAt(frame.value, "payload", "broker_id");
  if (named !== undefined && named !== brokerId) return `broker_id is ${named}, not ${brokerId}`;
  return undefined;
}

/** Checks a value against its shape. */
function breachIn(
  shapes: SentShapes,
  ref: SentShapeRef | undefined,
  value: unknown,
  path: string,
): string | undefined {
  const shape = typeof ref === "string" ? shapes[ref] : ref;
  if (shape === undefined || shape === true) return undefined;
  if (typeof value === "string") {
    const listed = shape.values === undefined || shape.values.includes(value);
    return listed ? undefined : `${path} is ${value}, which the contract does not list`;
  }
  if (Array.isArray(value)) {
    return first(value.entries(), ([at, item]) =>
      breachIn(shapes, shape.items, item, `${path}/${at}`),
    );
  }
  return isObject(value) ? breachInObject(shapes, shape, value, path) : undefined;
}

function breachInObject(
  shapes: SentShapes,
  shape: SentShape,
  value: JsonObject,
  path: string,
): string | undefined {
  const { variants, members, additional } = shape;
  if (variants !== undefined) {
    const variant = variants.of[String(value[variants.property])];
    return breachIn(shapes, variant, value, path);
  }
  const ownSigns = integerAt(value, "units") ?? 0n;
  if (ownSigns * (integerAt(value, "nanos") ?? 0n) < 0n) return `${path} has two signs`;
  if (members === undefined && additional === undefined) return undefined;
  return first(Object.entries(value), ([name, item]) => {
    const place = `${path}/${name}`;
    if (members === undefined || !Object.hasOwn(members, name)) {
      if (additional === undefined) return `${place} is no member of the contract`;
      return breachIn(shapes, additional, item, place);
    }
    return breachIn(shapes, members[name], item, place);
  });
}

function first<Item>(
  items: Iterable<Item>,
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function booksOf(lines: Map<number, Books>, line: number): Books {
  const known = lines.get(line) ?? new Map();
  lines.set(line, known);
  return known;
}

/** Applies a frame to the book of its market and returns a message if its best prices cross. */
function crossed(books: Books, frame: Frame): string | undefined {
  const market = textAt(frame.value, "market_id");
  if (market === undefined || frame.type === "trade") return undefined;
  const sides = ["bids", "asks"].map((side) => {
    const key = `${side} of ${market}`;
    const levels = isSnapshot(frame) ? new Map<bigint, bigint>() : (books.get(key) ?? new Map());
    books.set(key, levels);
    for (const level of listAt(frame.value, side)) {
      const qty = amountAt(level, "qty");
      if (qty === 0n) levels.delete(amountAt(level, "price"));
      else levels.set(amountAt(level, "price"), qty);
    }
    return [...levels.keys()];
  });
  const [bid] = (sides[0] ?? []).toSorted((a, b) => (a > b ? -1 : 1));
  const [ask] = (sides[1] ?? []).toSorted((a, b) => (a < b ? -1 : 1));
  if (bid === undefined || ask === undefined || bid < ask) return undefined;
  return `the book of ${market} is crossed: ${printAmount(bid)} is bid, ${printAmount(ask)} asked`;
}
