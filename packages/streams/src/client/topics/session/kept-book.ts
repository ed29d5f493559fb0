// Applies snapshots and updates to the book of a topic, and reports invalid levels.

import { BookError } from "../../../books/book-error.ts";
import type { DecimalBook } from "../../../books/decimals/decimal-book.ts";
import type { DecimalColumns } from "../../../books/decimals/decimal-columns.ts";
import { KIND } from "../reading/frame-kind.ts";
import type { FrameScanner } from "../reading/scan-frame.ts";
import type { BookPlan, KeptRule, LevelSource, SideMember } from "./book-plan.ts";

/** Why levels were not applied. */
export type BookFault = "levels" | "negative" | "checksum";

/** Replaces the levels of a book by a snapshot. Returns a fault if levels are missing or invalid. */
export function loadBook(
  book: DecimalBook,
  rule: KeptRule,
  plan: BookPlan,
  scanner: FrameScanner,
): BookFault | undefined {
  if (lacksLevels(plan, scanner)) return "levels";
  try {
    return loadSnapshot(book, rule, plan, scanner);
  } catch (error) {
    return bookFault(error);
  }
}

function loadSnapshot(
  book: DecimalBook,
  rule: KeptRule,
  plan: BookPlan,
  scanner: FrameScanner,
): BookFault | undefined {
  const [first, second] = plan.sources;
  if (first?.side === "bids" && second?.side === "asks" && !rule.isAction) {
    const bids = filledColumns(first, scanner);
    const asks = filledColumns(second, scanner);
    if (rule.isOneMinus) asks.oneMinus();
    book.load(bids, asks);
    return undefined;
  }
  book.clear();
  return applyAll(book, rule, plan, scanner, false);
}

/** Applies an update to a book. Returns a fault if levels are missing or invalid. */
export function updateBook(
  book: DecimalBook,
  rule: KeptRule,
  plan: BookPlan,
  scanner: FrameScanner,
): BookFault | undefined {
  if (lacksLevels(plan, scanner)) return "levels";
  try {
    return applyAll(book, rule, plan, scanner, rule.isDelta);
  } catch (error) {
    return bookFault(error);
  }
}

/** Converts the error of a book that refuses levels to a fault. */
function bookFault(error: unknown): BookFault {
  if (error instanceof BookError) return "levels";
  throw error;
}

function applyAll(
  book: DecimalBook,
  rule: KeptRule,
  { sources }: BookPlan,
  scanner: FrameScanner,
  isDelta: boolean,
): BookFault | undefined {
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index] as LevelSource;
    if (scanner.filled[source.target] === 0) continue;
    const fault = applyLevels(book, rule, source, scanner, isDelta);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns the columns of a list. The columns are empty if the frame lacks the list. */
function filledColumns({ target, columns }: LevelSource, { filled }: FrameScanner): DecimalColumns {
  if (filled[target] === 0) columns.clear();
  return columns;
}

/**
 * Reports whether levels that the message must have are missing or invalid, or whether the frame has levels
 * that the client cannot read.
 */
function lacksLevels({ sources, beyond }: BookPlan, { filled, kinds }: FrameScanner): boolean {
  for (let index = 0; index < beyond.length; index += 1) {
    if (kinds[beyond[index] as number] !== KIND.absent) return true;
  }
  for (let index = 0; index < sources.length; index += 1) {
    const { target, slot, holder, optional } = sources[index] as LevelSource;
    if (filled[target] !== 0) continue;
    if (!optional) return true;
    const kind = kinds[slot];
    if (kind !== KIND.absent && kind !== KIND.null) return true;
    // An optional list may be missing, but not together with the object that contains it.
    if (holder !== undefined && kinds[holder] !== KIND.object) return true;
  }
  return false;
}

function applyLevels(
  book: DecimalBook,
  rule: KeptRule,
  { side, columns }: LevelSource,
  scanner: FrameScanner,
  isDelta: boolean,
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
  if (named === "asks" && rule.isOneMinus) columns.oneMinus();
  if (isDelta) return book.add(named, columns) ? undefined : "negative";
  if (rule.isAction) book.setByAction(named, columns);
  else book.set(named, columns);
  return undefined;
}

function namedSide(
  { isBids, isAsks }: SideMember,
  scanner: FrameScanner,
): "bids" | "asks" | undefined {
  if (isBids(scanner)) return "bids";
  return isAsks(scanner) ? "asks" : undefined;
}
