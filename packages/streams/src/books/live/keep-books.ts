// Keeps the books of several markets with one market-data stream. The stream subscribes again after a
// reconnect, detects gaps, and requests snapshots, one at a time for each market. This module applies the
// frames, and derives the status of each book from the events of the stream.

import { memberOf, type StreamState, type UnknownMessage } from "@specwright/runtime";
import type { ChannelStream, StreamOptions } from "@specwright/runtime/codegen";
import type { BookDiffScalars } from "../fuse-apply-diff.ts";
import { applyFrames, type MarketCodecs } from "./apply-frames.ts";
import { type ChangedBooks, createChangedBooks } from "./changed-books.ts";
import { KeptBook } from "./kept-book.ts";
import type { LiveBook, LiveBookEvent, LiveBookListener, StaleCause } from "./live-book.ts";

/** The control messages of a market-data stream. They name markets. */
export interface MarketControl {
  readonly type: "subscribe" | "unsubscribe";
  readonly markets: string[];
}

/** Opens the market-data channel. This is a method of a generated client. */
export type OpenMarketData = (
  options: StreamOptions,
) => ChannelStream<{ readonly type: string }, MarketControl>;

/** Options for `keepBooks`. */
export interface KeepBooksOptions<Trade> {
  readonly signal?: AbortSignal;
  /** Receives every event. If it throws an error, the error is reported, and the books continue. */
  readonly onEvent?: LiveBookListener<Trade>;
  /**
   * Receives all other frames: heartbeats, errors, and frames that the contract does not define. If it
   * throws an error, the error is reported, and the books continue.
   */
  readonly onOther?: (frame: { readonly type: string } | UnknownMessage) => void;
}

/** The books of markets. Incoming frames update them, even if nobody reads them. */
export interface LiveBooks<Trade> {
  /** The state of the market-data stream. */
  readonly state: StreamState;
  /** Resolves when the books are closed. Rejects with the `StreamError` that ended the stream. */
  readonly done: Promise<void>;
  /** Subscribes to markets. Ignores those that are already open. */
  open(markets: readonly string[]): Promise<void>;
  /** Unsubscribes from markets and drops their books. */
  drop(markets: readonly string[]): Promise<void>;
  /** Returns the book of an open market. */
  get(market: string): LiveBook | undefined;
  /** Returns the books of all open markets, in the order in which they were opened. */
  all(): readonly LiveBook[];
  on<Type extends LiveBookEvent<Trade>["type"]>(
    type: Type,
    listener: (event: Extract<LiveBookEvent<Trade>, { readonly type: Type }>) => void,
  ): () => void;
  /**
   * Iterates over books that have changed, or whose status has changed, since the iteration last returned
   * them. A slow consumer gets fewer entries, but each has the latest state.
   */
  changes(): AsyncIterableIterator<LiveBook, undefined>;
  close(): Promise<void>;
}

/**
 * The maximum number of markets in a control frame. If each market has 60 characters, the frame is far
 * smaller than 64 KiB.
 */
const MARKETS_PER_FRAME = 256;

/** Opens the stream, and keeps the books of the markets that are opened. */
export function keepBooks<Trade extends BookDiffScalars>(
  openMarketData: OpenMarketData,
  codecs: MarketCodecs<Trade>,
  options: KeepBooksOptions<Trade> = {},
): LiveBooks<Trade> {
  const { signal, onEvent, onOther } = options;
  const books = new Map<string, KeptBook>();
  const listeners = new Set<LiveBookListener<Trade>>(onEvent === undefined ? [] : [onEvent]);
  const gatherers = new Set<ChangedBooks>();

  function emitEvent(event: LiveBookEvent<Trade>): void {
    for (const listener of listeners) callListener(() => listener(event));
    if (event.type === "trade") return;
    for (const gatherer of gatherers) gatherer.add(event.live);
  }

  function makeStale(live: KeptBook, cause: StaleCause): void {
    if (live.status !== "ready") return;
    live.status = "stale";
    emitEvent({ type: "stale", live, cause });
  }

  const tap = applyFrames(codecs, (market) => books.get(market), {
    changed(live) {
      const before = live.status;
      live.status = "ready";
      if (before !== "ready") emitEvent({ type: "ready", live });
      emitEvent({ type: "change", live });
    },
    traded: (live, trade) => emitEvent({ type: "trade", live, trade }),
  });
  const stream = openMarketData({ tap, ...(signal !== undefined && { signal }) });
  stream.on("gap", ({ key }) => {
    const live = key === undefined ? undefined : books.get(key);
    if (live !== undefined) makeStale(live, "gap");
  });
  stream.on("disconnected", () => {
    for (const live of books.values()) makeStale(live, "disconnected");
  });

  let failure: { readonly error: unknown } | undefined;

  function endBooks(): void {
    for (const live of books.values()) makeStale(live, "closed");
    for (const gatherer of gatherers) gatherer.end(failure?.error);
    gatherers.clear();
  }

  function failBooks(error: unknown): void {
    failure = { error };
    endBooks();
    for (const live of books.values()) {
      live.status = "failed";
      emitEvent({ type: "failed", live, error });
    }
  }

  const done = stream
    .run((frame) => {
      for (const market of unknownMarkets(frame)) {
        const live = books.get(market);
        if (live === undefined || live.status === "ready") continue;
        live.status = "unknown";
        emitEvent({ type: "unknown", live });
      }
      callListener(() => onOther?.(frame));
    })
    .then(endBooks, (error: unknown) => {
      failBooks(error);
      throw error;
    });
  // A caller who does not await `done` still gets the events and the status.
  done.catch(() => {});

  async function sendMarkets(
    type: MarketControl["type"],
    markets: readonly string[],
  ): Promise<void> {
    for (let at = 0; at < markets.length; at += MARKETS_PER_FRAME) {
      await stream.send({ type, markets: markets.slice(at, at + MARKETS_PER_FRAME) });
    }
  }

  return {
    get state() {
      return stream.state;
    },
    done,
    async open(markets) {
      const fresh = [...new Set(markets)].filter((market) => {
        const status = books.get(market)?.status;
        return status === undefined || status === "unknown";
      });
      for (const market of fresh) books.set(market, new KeptBook(market));
      await sendMarkets("subscribe", fresh);
    },
    async drop(markets) {
      const kept = markets.flatMap((market) => books.get(market) ?? []);
      for (const live of kept) {
        books.delete(live.market);
        live.status = "closed";
      }
      await sendMarkets(
        "unsubscribe",
        kept.map(({ market }) => market),
      );
    },
    get: (market) => books.get(market),
    all: () => [...books.values()],
    on(type, listener) {
      type Wanted = Parameters<typeof listener>[0];
      const isWanted = (event: LiveBookEvent<Trade>): event is Wanted => event.type === type;
      const filtered: LiveBookListener<Trade> = (event) => {
        if (isWanted(event)) listener(event);
      };
      listeners.add(filtered);
      return () => void listeners.delete(filtered);
    },
    changes() {
      const gatherer = createChangedBooks((self) => gatherers.delete(self));
      for (const live of books.values()) if (live.status === "ready") gatherer.add(live);
      if (stream.state === "closed") gatherer.end(failure?.error);
      else gatherers.add(gatherer);
      return gatherer;
    },
    async close() {
      await stream.close();
      // A caller who awaits `done` handles an earlier error.
      await done.catch(() => {});
    },
  };
}

/**
 * Calls a listener. If it throws an error, the stream continues, and the error is thrown outside of it.
 */
function callListener(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Returns the unknown markets that an error frame names. */
function unknownMarkets(frame: object): readonly string[] {
  const payload = memberOf(frame, "payload");
  if (memberOf(frame, "type") !== "error" || memberOf(payload, "code") !== "unknown_market") {
    return [];
  }
  const markets = memberOf(memberOf(payload, "details"), "markets");
  return Array.isArray(markets) ? markets.map(String) : [];
}
