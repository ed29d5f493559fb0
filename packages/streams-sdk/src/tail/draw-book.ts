import { type Decimal, formatDecimal } from "@specwright/runtime";
import type { BookLevel } from "@specwright/streams-api/types";
import type { LiveBook } from "../books.ts";

/**
 * Formats a book as lines: the time and sequence number of the book, and its best levels, with bids on the
 * left.
 */
export function drawBook({ market, status, book, mdSeq, tsNs }: LiveBook, depth: number): string[] {
  if (book === undefined) return [`${market}  ${status}`];
  const bids = book.top("bids", depth);
  const asks = book.top("asks", depth);
  const time = tsNs === undefined ? "" : new Date(Number(tsNs / 1_000_000n)).toISOString();
  const crossed = book.crossed ? "  crossed" : "";
  const head = `${market}  #${mdSeq}  ${time}  ${book.depth("bids")} bids, ${book.depth("asks")} asks${crossed}`;
  const rows = Array.from({ length: Math.max(bids.length, asks.length) }, (_, rank) =>
    drawRow(bids[rank], asks[rank]),
  );
  return [head, ...rows];
}

function drawRow(bid: BookLevel | undefined, ask: BookLevel | undefined): string {
  const left = bid === undefined ? "" : `${formatCell(bid.qty, 14)} @ ${formatCell(bid.price, 12)}`;
  const right =
    ask === undefined ? "" : `${formatDecimal(ask.price).padEnd(12)} @ ${formatDecimal(ask.qty)}`;
  return `${left.padStart(29)} | ${right}`.trimEnd();
}

function formatCell(value: Decimal, width: number): string {
  return formatDecimal(value).padStart(width);
}
