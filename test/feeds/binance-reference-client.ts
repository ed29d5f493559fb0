// A client of Binance's depth streams, written only from "How to manage a local order book correctly" in
// the exchange's documentation.

import type { SimulatedVenue, TrueBook } from "../../examples/feeds/simulator.ts";
import {
  connectObserved,
  getJson,
  type ObservedClient,
  type ObservedFrame,
} from "./observed-client.ts";

type Level = readonly [string, string];

interface DepthEvent {
  readonly e: "depthUpdate";
  readonly s: string;
  readonly U: number;
  readonly u: number;
  readonly b: readonly Level[];
  readonly a: readonly Level[];
}

interface Snapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Returns decimal text without trailing zeros. */
export function canonical(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Compares decimal text of 8 places. */
function compare(one: string, other: string): number {
  const [a, b] = [BigInt(one.replace(".", "")), BigInt(other.replace(".", ""))];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A book kept by the rules. */
export class ReferenceBook {
  readonly symbol: string;
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  readonly counts = { snapshots: 0, refetched: 0, stale: 0, straddled: 0, unknown: 0, restarts: 0 };
  #updateId: number | undefined;
  #buffer: DepthEvent[] = [];

  constructor(symbol: string) {
    this.symbol = symbol;
  }

  get ready(): boolean {
    return this.#updateId !== undefined;
  }

  /** Applies an event of the stream. */
  event(event: DepthEvent): void {
    if (this.#updateId === undefined) this.#buffer.push(event);
    else this.#apply(event);
  }

  /** Applies a snapshot; if it does not fit, another one must be requested. */
  snapshot(snapshot: Snapshot): void {
    this.counts.snapshots += 1;
    const [first] = this.#buffer;
    if (first === undefined || snapshot.lastUpdateId < first.U) {
      this.counts.refetched += 1;
      return;
    }
    const rest = this.#buffer.filter((event) => event.u > snapshot.lastUpdateId);
    this.counts.stale += this.#buffer.length - rest.length;
    const [next] = rest;
    if (next !== undefined && next.U <= snapshot.lastUpdateId) this.counts.straddled += 1;
    this.bids.clear();
    this.asks.clear();
    for (const [price, quantity] of snapshot.bids) this.bids.set(price, quantity);
    for (const [price, quantity] of snapshot.asks) this.asks.set(price, quantity);
    this.#updateId = snapshot.lastUpdateId;
    this.#buffer = [];
    for (const event of rest) this.#apply(event);
  }

  /** Returns the book in the form of the simulator's true books, or undefined before it is known. */
  book(): TrueBook | undefined {
    if (this.#updateId === undefined) return undefined;
    const levels = (side: Map<string, string>, sign: number): [string, string][] =>
      [...side]
        .sort(([one], [other]) => sign * compare(one, other))
        .map(([price, quantity]) => [canonical(price), canonical(quantity)]);
    return { bids: levels(this.bids, -1), asks: levels(this.asks, 1) };
  }

  #apply(event: DepthEvent): void {
    const id = this.#updateId ?? 0;
    if (event.u < id) return;
    if (event.U > id + 1) {
      this.counts.restarts += 1;
      this.#updateId = undefined;
      this.#buffer = [event];
      return;
    }
    for (const [price, quantity] of event.b) this.#set(this.bids, price, quantity);
    for (const [price, quantity] of event.a) this.#set(this.asks, price, quantity);
    this.#updateId = event.u;
  }

  #set(side: Map<string, string>, price: string, quantity: string): void {
    if (/^0\.?0*$/.test(quantity)) {
      if (!side.delete(price)) this.counts.unknown += 1;
    } else {
      side.set(price, quantity);
    }
  }
}

/** Whether the book equalled the true book after each event, once it was known. */
export interface Comparison {
  compared: number;
  readonly differences: {
    readonly symbol: string;
    readonly got: unknown;
    readonly want: unknown;
  }[];
}

/** Follows all markets of the venue over a combined stream. */
export function followDepth(
  venue: SimulatedVenue,
  limit: number,
): {
  readonly client: ObservedClient;
  readonly books: ReadonlyMap<string, ReferenceBook>;
  readonly comparison: Comparison;
  /** Requests a snapshot for each book that needs one. */
  fetch(): void;
} {
  const books = new Map(
    venue.markets.map((market) => [market, new ReferenceBook(market.toUpperCase())]),
  );
  const comparison: Comparison = { compared: 0, differences: [] };
  function watch({ value, truths }: ObservedFrame): void {
    if (typeof value["stream"] !== "string" || !value["stream"].includes("@depth")) return;
    const event = value["data"] as DepthEvent;
    const book = books.get(event.s.toLowerCase());
    book?.event(event);
    const [truth] = truths;
    const got = book?.book();
    if (got === undefined || truth === undefined) return;
    comparison.compared += 1;
    if (JSON.stringify(got) !== JSON.stringify(truth.book)) {
      comparison.differences.push({ symbol: event.s, got, want: truth.book });
    }
  }
  const streams = venue.markets.map((market) => `${market}@depth@100ms`).join("/");
  const client = connectObserved(venue, getJson(`/stream?streams=${streams}`), watch);
  return {
    client,
    books,
    comparison,
    fetch() {
      for (const book of books.values()) {
        if (book.ready) continue;
        const { body } = venue.request(
          getJson(`/api/v3/depth?symbol=${book.symbol}&limit=${limit}`),
        );
        book.snapshot(JSON.parse(body) as Snapshot);
      }
    },
  };
}
