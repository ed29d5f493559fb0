// The books of an implementation in another language; see specs/vectors/books.

import { readFileSync } from "node:fs";
import { type BookLevel, OrderBook } from "@specwright/streams/books";
import { type KeyedFrameKind, trackSubscription } from "@specwright/streams/numbering";
import { describe, expect, test } from "vitest";

/** A level whose integers stay text, because they exceed 2^53. */
interface Level {
  readonly price: { readonly units: string; readonly nanos: string };
  readonly qty: { readonly units: string; readonly nanos: string };
}

interface Step {
  readonly frame: {
    readonly type: "book_snapshot" | "book_diff" | "trade" | "heartbeat";
    readonly md_seq: string;
    readonly bids?: readonly Level[];
    readonly asks?: readonly Level[];
  };
  readonly decision: string;
  readonly md_seq: string | null;
  readonly waits: boolean;
  readonly book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
}

const file = new URL("../../specs/vectors/books/vectors.json", import.meta.url);
const text = readFileSync(file, "utf8").replace(/: (-?\d+)/g, ': "$1"');
const { cases } = JSON.parse(text) as {
  readonly cases: readonly { readonly name: string; readonly steps: readonly Step[] }[];
};

const kinds: Readonly<Record<Step["frame"]["type"], KeyedFrameKind>> = {
  book_snapshot: "snapshot",
  book_diff: "diff",
  trade: "diff",
  heartbeat: "repeat",
};

describe("vectors of books", () => {
  test("T17 covers every decision", () => {
    const decisions = new Set(cases.flatMap(({ steps }) => steps.map(({ decision }) => decision)));
    expect([...decisions].sort()).toEqual(["apply", "drop", "gap", "note"]);
  });

  test.each(cases)("T17 $name", ({ steps }) => {
    const tracker = trackSubscription();
    const book = new OrderBook();
    tracker.subscribe(["M"]);
    for (const { frame, decision, waits, book: wanted } of steps) {
      const { type, md_seq, bids = [], asks = [] } = frame;
      const verdict = tracker.accept("M", kinds[type], BigInt(md_seq));
      const taken = type === "heartbeat" ? "note" : "apply";
      expect(verdict === "deliver" ? taken : verdict).toBe(decision);
      expect(tracker.awaits("M")).toBe(waits);
      const levels = { bids: bids.map(exact), asks: asks.map(exact) };
      if (decision === "apply" && type === "book_snapshot") book.applySnapshot(levels);
      if (decision === "apply" && type === "book_diff") book.applyDiff(levels);
      expect(book.top("bids")).toEqual(wanted.bids.map(exact));
      expect(book.top("asks")).toEqual(wanted.asks.map(exact));
    }
  });
});

function exact({ price, qty }: Level): BookLevel {
  return {
    price: { units: BigInt(price.units), nanos: Number(price.nanos) },
    qty: { units: BigInt(qty.units), nanos: Number(qty.nanos) },
  };
}
