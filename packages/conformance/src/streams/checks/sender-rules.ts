// The contract for senders (S23). Readers accept unknown members and future values, but a sender must not
// use them.

import type { SentShapes } from "@specwright/runtime/codegen";
import type { SentShape, SentShapeRef } from "@specwright/runtime/transport";
import { contracts } from "../line/channel-judge.ts";
import type { Frame } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { applyFrame, crossingPrices, emptyBook, type MarketBook } from "../line/market-book.ts";
import { isObject, textAt } from "../stimulus/json-values.ts";
import type { JsonObject } from "../stimulus/stimulus.ts";

/**
 * Returns a description of the first violation of the rules for senders; undefined if the frames follow the
 * rules.
 */
export function sentBreach(frames: readonly Frame[], line: Line): string | undefined {
  const books = new Map<string, MarketBook>();
  return firstFound(frames, (frame) => {
    const found = breachOf(frame, line) ?? crossedPrices(books, frame);
    return found === undefined ? undefined : `${frame.type}: ${found}`;
  });
}

function breachOf({ type, value }: Frame, { channel, brokerId }: Line): string | undefined {
  const { sent } = contracts[channel].serverMessages.find(({ tag }) => tag === type) ?? {};
  const unlisted = sent && breachIn(sent.shapes, sent.name, value, "");
  if (unlisted !== undefined) return unlisted;
  const named = textAt(value, "payload", "broker_id");
  return named === undefined || named === brokerId
    ? undefined
    : `broker_id is ${named}, not ${brokerId}`;
}

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
    return listed ? undefined : `${path} is ${value}, which is not in the enum of the contract`;
  }
  if (Array.isArray(value)) {
    return firstFound(value.entries(), ([at, item]) =>
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
  if (members === undefined && additional === undefined) return undefined;
  return firstFound(Object.entries(value), ([name, item]) => {
    const place = `${path}/${name}`;
    if (members === undefined || !Object.hasOwn(members, name)) {
      if (additional === undefined) return `${place} is not defined in the contract`;
      return breachIn(shapes, additional, item, place);
    }
    return breachIn(shapes, members[name], item, place);
  });
}

function firstFound<Item>(
  items: Iterable<Item>,
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Applies a frame to the book of its market. Returns a description if the best prices of the book cross.
 */
function crossedPrices(books: Map<string, MarketBook>, frame: Frame): string | undefined {
  const market = textAt(frame.value, "market_id");
  if (market === undefined) return undefined;
  const book = books.get(market) ?? emptyBook();
  books.set(market, book);
  applyFrame(book, frame);
  const found = crossingPrices(book);
  return found && `the book of ${market} is crossed: ${found}`;
}
