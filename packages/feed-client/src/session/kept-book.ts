// The book of a topic, and whether it can be trusted.

import type { DecimalBook } from "@specwright/order-book/decimals";
import type { FeedBook } from "@specwright/runtime/codegen";
import { textAt } from "../reading/frame-values.ts";
import type { FrameScanner } from "../reading/scan-frame.ts";
import type { BookPlan, LevelSource } from "./book-plan.ts";

/** Why levels were not applied. */
export type BookFault = "levels" | "negative" | "checksum";

/** Replaces a book by the levels of a snapshot. Returns a fault if the frame does not have them. */
export function loadBook(
  book: DecimalBook,
  rule: FeedBook,
  plan: BookPlan,
  scanner: FrameScanner,
): BookFault | undefined {
  if (lacks(plan, scanner)) return "levels";
  book.clear();
  for (const source of plan.sources) {
    if (scanner.filled[source.target] === 0) continue;
    const fault = apply(book, { ...rule, quantityIs: "absolute" }, source, scanner);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Applies the levels of an update. Returns a fault if the frame does not have them. */
export function updateBook(
  book: DecimalBook,
  rule: FeedBook,
  plan: BookPlan,
  scanner: FrameScanner,
): BookFault | undefined {
  if (lacks(plan, scanner)) return "levels";
  for (const source of plan.sources) {
    if (scanner.filled[source.target] === 0) continue;
    const fault = apply(book, rule, source, scanner);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function lacks({ sources, required }: BookPlan, { filled }: FrameScanner): boolean {
  if (required) return sources.some(({ target }) => filled[target] === 0);
  return false;
}

function apply(
  book: DecimalBook,
  { quantityIs, deletes, asks }: FeedBook,
  { side, columns }: LevelSource,
  scanner: FrameScanner,
): BookFault | undefined {
  if (side === "sign") {
    book.setByCount(columns);
    return undefined;
  }
  if (side === "level") {
    book.setBySide(columns);
    return undefined;
  }
  const named = typeof side === "string" ? side : namedSide(side, scanner);
  if (named === undefined) return "levels";
  if (named === "asks" && asks === "one-minus") columns.oneMinus();
  if (quantityIs === "delta") return book.add(named, columns) ? undefined : "negative";
  if (typeof deletes === "object" && "action" in deletes) book.setByAction(named, columns);
  else book.set(named, columns);
  return undefined;
}

function namedSide(
  { slot, bids, asks }: Exclude<LevelSource["side"], string>,
  scanner: FrameScanner,
): "bids" | "asks" | undefined {
  const text = textAt(scanner, slot);
  if (text === bids) return "bids";
  return text === asks ? "asks" : undefined;
}
