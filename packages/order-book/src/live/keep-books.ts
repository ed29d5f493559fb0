// Books of any number of markets over one market-data stream (streams source §4.6, S13). The stream
// subscribes again after a reconnect, finds gaps and asks for snapshots, one at a time for a market;
// here the frames are applied, and it is told whose book is whole.

import { memberOf } from "@specwright/runtime";
import type {
  ChannelStream,
  StreamOptions,
  StreamState,
  UnknownMessage,
} from "@specwright/runtime/codegen";
import type { BookDiffScalars } from "../fuse-apply-diff.ts";
import { applyFrames, type MarketCodecs } from "./apply-frames.ts";
import { type ChangedBooks, createChangedBooks } from "./changed-books.ts";
import { KeptBook } from "./kept-book.ts";
import type { LiveBook, LiveBookEvent, LiveBookListener, StaleCause } from "./live-book.ts";

/** Is what a market-data stream takes: it names markets. */
export interface MarketControl {
  readonly type: "subscribe" | "unsubscribe";
  readonly markets: string[];
}

/** Opens the market-data channel with options: the method of a generated client. */
export type OpenMarketData = (
  options: StreamOptions,
) => ChannelStream<{ readonly type: string }, MarketControl>;

/** Configures `keepBooks`. */
export interface KeepBooksOptions<Trade> {
  readonly signal?: AbortSignal;
  /** Is told everything. What it throws is reported, not thrown here. */
  readonly onEvent?: LiveBookListener<Trade>;
  /**
   * Gets what else comes: heartbeats, errors, and frames that the contract does not know. What it
   * throws is reported, not thrown here.
   */
  readonly onOther?: (frame: { readonly type: string } | UnknownMessage) => void;
}

/** Keeps the books of markets. They move by themselves, whether or not anybody looks. */
export interface LiveBooks<Trade> {
  /** Where the stream under the books stands. */
  readonly state: StreamState;
  /** Resolves when closed; rejects with the `StreamError` that ended the stream. */
  readonly done: Promise<void>;
  /** Subscribes markets. One that is kept already is left as it is. */
  open(markets: readonly string[]): Promise<void>;
  /** Unsubscribes markets and forgets their books. */
  drop(markets: readonly string[]): Promise<void>;
  /** Gives a market that was opened. */
  get(market: string): LiveBook | undefined;
  /** Gives all, in the order they were opened. */
  all(): readonly LiveBook[];
  on<Type extends LiveBookEvent<Trade>["type"]>(
    type: Type,
    listener: (event: Extract<LiveBookEvent<Trade>, { readonly type: Type }>) => void,
  ): () => void;
  /**
   * Iterates over markets whose book or status changed since they last came up. A slow consumer
   * gets fewer, and each as it is by then.
   */
  changes(): AsyncIterableIterator<LiveBook, undefined>;
  close(): Promise<void>;
}

/** Markets named in one frame: of 60 characters each they stay well under the 64 KiB of a frame (S12). */
const MARKETS_PER_FRAME = 256;

/** Opens the stream and keeps the books of the markets asked for. */
export function keepBooks<Trade extends BookDiffScalars>(
  openMarketData: OpenMarketData,
  codecs: MarketCodecs<Trade>,
  options: KeepBooksOptions<Trade> = {},
): LiveBooks<Trade> {
  const { signal, onEvent, onOther } = options;
  const books = new Map<string, KeptBook>();
  const listeners = new Set<LiveBookListener<Trade>>(onEvent === undefined ? [] : [onEvent]);
  const gatherers = new Set<ChangedBooks>();

  function emit(event: LiveBookEvent<Trade>): void {
    for (const listener of listeners) report(() => listener(event));
    if (event.type === "trade") return;
    for (const gatherer of gatherers) gatherer.add(event.live);
  }

  function makeStale(live: KeptBook, cause: StaleCause): void {
    if (live.status !== "ready") return;
    live.status = "stale";
    emit({ type: "stale", live, cause });
  }

  const tap = applyFrames(codecs, (market) => books.get(market), {
    changed(live) {
      const before = live.status;
      live.status = "ready";
      if (before !== "ready") emit({ type: "ready", live });
      emit({ type: "change", live });
    },
    traded: (live, trade) => emit({ type: "trade", live, trade }),
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

  function end(): void {
    for (const live of books.values()) makeStale(live, "closed");
    for (const gatherer of gatherers) gatherer.end(failure?.error);
    gatherers.clear();
  }

  function fail(error: unknown): void {
    failure = { error };
    end();
    for (const live of books.values()) {
      live.status = "failed";
      emit({ type: "failed", live, error });
    }
  }

  const done = stream
    .run((frame) => {
      for (const market of unknownMarkets(frame)) {
        const live = books.get(market);
        if (live === undefined || live.status === "ready") continue;
        live.status = "unknown";
        emit({ type: "unknown", live });
      }
      report(() => onOther?.(frame));
    })
    .then(end, (error: unknown) => {
      fail(error);
      throw error;
    });
  // Who does not wait for it learns the same from an event and a status.
  done.catch(() => {});

  async function name(type: MarketControl["type"], markets: readonly string[]): Promise<void> {
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
      await name("subscribe", fresh);
    },
    async drop(markets) {
      const kept = markets.flatMap((market) => books.get(market) ?? []);
      for (const live of kept) {
        books.delete(live.market);
        live.status = "closed";
      }
      await name(
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
      // What may have ended it before is for who waits for `done`.
      await done.catch(() => {});
    },
  };
}

/** Calls a listener. What it throws is thrown outside of the stream, which goes on. */
function report(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Reads which markets an error frame says are unknown (S10). */
function unknownMarkets(frame: object): readonly string[] {
  const payload = memberOf(frame, "payload");
  if (memberOf(frame, "type") !== "error" || memberOf(payload, "code") !== "unknown_market") {
    return [];
  }
  const markets = memberOf(memberOf(payload, "details"), "markets");
  return Array.isArray(markets) ? markets.map(String) : [];
}
