// Histories of a log that was lost, restored from an earlier copy, or replaced. Between two events, a
// client may have applied only one piece of one history.

import { parseJson } from "@specwright/runtime";
import { OrderBook } from "@specwright/streams/books";
import type { LogRecord } from "@specwright/streams/log";

/** A frame by its number, and what distinguishes it from another with that number. */
export interface NamedFrame {
  readonly seq: bigint;
  readonly id: string;
}

/** The frames and history events of a reader, in order. */
export type Applied = NamedFrame | { readonly event: string };

/** A book as a reader saw it: its number and newest change. */
export interface ShownBook {
  readonly mdSeq: bigint;
  readonly change: string;
}

/** Returns an applied sequence that is not part of a single history, or undefined. */
export function findSplice(
  applied: readonly Applied[],
  histories: readonly (readonly NamedFrame[])[],
): string | undefined {
  const wanted = histories.map((frames) => frames.map(({ seq, id }) => `${seq} ${id}`));
  for (const piece of piecesOf(applied)) {
    const frames = piece.map(({ seq, id }) => `${seq} ${id}`);
    if (!wanted.some((history) => isPiece(frames, history))) return describe(frames, wanted);
  }
  return undefined;
}

function piecesOf(applied: readonly Applied[]) {
  const pieces: NamedFrame[][] = [[]];
  for (const each of applied) {
    if ("event" in each) pieces.push([]);
    else pieces.at(-1)?.push(each);
  }
  return pieces;
}

function isPiece(frames: readonly string[], history: readonly string[]): boolean {
  const [first] = frames;
  if (first === undefined) return true;
  const start = history.indexOf(first);
  return start !== -1 && frames.every((frame, at) => history[start + at] === frame);
}

function describe(frames: readonly string[], histories: readonly (readonly string[])[]): string {
  const at = frames.findIndex(
    (_, end) => !histories.some((history) => isPiece(frames.slice(0, end + 1), history)),
  );
  const before = frames.slice(Math.max(0, at - 2), at).join(", ");
  return `${frames[at]} was applied behind ${before || "nothing"}, in no history that there was`;
}

/** The book at every number of every market, in one history of market data. */
export type BookHistory = ReadonlyMap<string, ReadonlyMap<bigint, string>>;

/** The level of a book that identifies the last change. */
export const markPrice = { units: 0n, nanos: 1_000_000 };

/** Reads a history of market data. */
export function readBookHistory(records: readonly LogRecord[]): BookHistory {
  const markets = new Map<string, Map<bigint, string>>();
  for (const { frame, type } of records) {
    if (type !== "book_snapshot" && type !== "book_diff") continue;
    const { market_id, md_seq, bids } = Object(parseJson(frame));
    const numbers = markets.get(market_id) ?? new Map<bigint, string>();
    markets.set(market_id, numbers.set(BigInt(md_seq), changeOf(bids)));
  }
  return markets;
}

function changeOf(bids: readonly { readonly price: object; readonly qty: object }[]): string {
  const mark = bids.find(({ price }) => Number(Reflect.get(price, "nanos")) === markPrice.nanos);
  return String(mark === undefined ? 0 : Reflect.get(mark.qty, "units"));
}

/**
 * Returns a sequence, between two losses of a book, that no single history contains, or undefined.
 */
export function findMixedBook(
  market: string,
  pieces: readonly (readonly ShownBook[])[],
  histories: readonly BookHistory[],
): string | undefined {
  for (const shown of pieces) {
    const has = (history: BookHistory): boolean =>
      shown.every(({ mdSeq, change }) => history.get(market)?.get(mdSeq) === change);
    if (histories.some(has)) continue;
    const text = shown.map(({ mdSeq, change }) => `${mdSeq}:${change}`).join(" ");
    return `the book of ${market} was ${text}, which no history has`;
  }
  return undefined;
}

/** Returns the books at the end of a history of market data. */
export function booksOf(records: readonly LogRecord[]): ReadonlyMap<string, OrderBook> {
  const books = new Map<string, OrderBook>();
  for (const { frame, type } of records) {
    if (type !== "book_snapshot" && type !== "book_diff") continue;
    const { market_id, bids, asks } = Object(parseJson(frame));
    const book = books.get(market_id) ?? new OrderBook();
    books.set(market_id, book);
    const levels = { bids: readLevels(bids), asks: readLevels(asks) };
    if (type === "book_snapshot") book.applySnapshot(levels);
    else book.applyDiff(levels);
  }
  return books;
}

interface RawDecimal {
  readonly units: number | bigint;
  readonly nanos: number | bigint;
}

/** Parses the levels of a frame, whose integers are numbers if they fit. */
function readLevels(levels: readonly { readonly price: RawDecimal; readonly qty: RawDecimal }[]) {
  const read = ({ units, nanos }: RawDecimal) => ({ units: BigInt(units), nanos: Number(nanos) });
  return levels.map(({ price, qty }) => ({ price: read(price), qty: read(qty) }));
}
