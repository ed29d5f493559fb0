// Clients of logs that may be replaced: plain ones, ones with filters, at the live tail, with
// cursors of any age, and ones that keep books. Each records what it applied and which events it
// received.

import {
  type Clock,
  decimalToNanos,
  type StreamEvent,
  type StreamPosition,
} from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";
import type { LiveBook } from "@specwright/streams/books";
import type { StreamsClient } from "@specwright/streams-api/client";
import { openBooks } from "@specwright/streams-sdk";
import { type Applied, markPrice, type ShownBook } from "./histories.ts";
import type { ProcessClock } from "./virtual-clock.ts";

/** How a reader of orders stores its position. */
export type PlaceKept = "in memory" | "with a mark" | "without a mark" | "at the live tail";

/** A reader of orders. */
export interface HistoryReader {
  readonly name: string;
  readonly markets: readonly string[] | undefined;
  readonly applied: readonly Applied[];
  /** The error that ended it, which should not happen. */
  readonly failure: unknown;
  /** The number of events it received, by reason. */
  readonly reasonCounts: ReadonlyMap<string, number>;
  /**
   * Ends the process like a crash and restarts it with what it stored; without a stored position,
   * does nothing.
   */
  restart(): void;
  end(): void;
}

export interface ReaderInput {
  readonly kept: PlaceKept;
  readonly markets: readonly string[] | undefined;
  /** Creates the client of a process. */
  readonly client: (clock: ProcessClock, onEvent: (event: StreamEvent) => void) => StreamsClient;
  readonly process: () => ProcessClock;
  readonly random: SeededRandom;
  /** Reports whether consumers may be slow. */
  readonly troubled: () => boolean;
}

/** Starts a reader of orders. */
export function startReader(input: ReaderInput): HistoryReader {
  const { kept, markets, client, process, random, troubled } = input;
  const reasonCounts = new Map<string, number>();
  let applied: Applied[] = [];
  /** The state of a restarted process: its position, and everything applied up to it. */
  let saved: { readonly position: StreamPosition; readonly applied: number } | undefined;
  let failure: unknown;
  let stop = (): void => {};

  function note(event: StreamEvent): void {
    if (event.type !== "resync" && event.type !== "unverified") return;
    const name = event.type === "resync" ? event.reason : event.cause;
    reasonCounts.set(name, (reasonCounts.get(name) ?? 0) + 1);
    applied.push({ event: name });
  }

  async function read(): Promise<void> {
    const clock = process();
    const abort = new AbortController();
    stop = () => abort.abort();
    const resume = {
      load: async () => saved?.position,
      save: async (seq: bigint, mark: () => string) => {
        const position = kept === "with a mark" ? { seq, mark: mark() } : { seq };
        if (!abort.signal.aborted) saved = { position, applied: applied.length };
      },
    };
    const hasCursor = kept === "with a mark" || kept === "without a mark";
    const query = {
      ...(kept !== "at the live tail" && { since: 1n }),
      ...(markets !== undefined && { market: [...markets] }),
    };
    const options = { signal: abort.signal, ...(hasCursor && { resume }) };
    const heard = (event: StreamEvent): void => {
      if (!abort.signal.aborted) note(event);
    };
    try {
      for await (const frame of client(clock, heard).orders({ query }, options)) {
        if (abort.signal.aborted) return;
        if (frame.type === "$unknown") throw new Error(`an unknown frame: ${frame.reason}`);
        if (frame.type !== "order_reject") continue;
        applied.push({ seq: frame.seq, id: frame.payload.reason });
        if (troubled() && random.chance(0.03)) {
          await new Promise<void>((resolve) => {
            clock.setTimer(random.below(5_000), () => resolve());
          });
        }
      }
      if (!abort.signal.aborted) failure ??= new Error("it ended");
    } catch (error) {
      if (!abort.signal.aborted) failure ??= error;
    }
  }

  void read();
  return {
    name: `the reader ${kept} of ${markets?.join(" and ") ?? "all"}`,
    markets,
    get applied() {
      return applied;
    },
    get failure() {
      return failure;
    },
    reasonCounts,
    restart() {
      if (saved === undefined) return;
      stop();
      // The process forgets frames after its stored position when it ends.
      applied = applied.slice(0, saved.applied);
      void read();
    },
    end: () => stop(),
  };
}

export interface BookReader {
  /** The books of each market, in pieces between reported losses. */
  readonly pieces: ReadonlyMap<string, readonly (readonly ShownBook[])[]>;
  get(market: string): LiveBook | undefined;
  close(): void;
}

export function startBookReader(
  client: StreamsClient,
  markets: readonly string[],
  clock: Clock,
): BookReader {
  const pieces = new Map<string, ShownBook[][]>(markets.map((market) => [market, [[]]]));
  const books = openBooks(client, markets);
  books.on("stale", ({ live: { market } }) => void pieces.get(market)?.push([]));
  books.on("change", ({ live: { market, mdSeq = 0n, book } }) => {
    const qty = book?.quantityAt("bids", markPrice);
    const change = qty === undefined ? "0" : String(decimalToNanos(qty) / 1_000_000_000n);
    pieces.get(market)?.at(-1)?.push({ mdSeq, change });
  });
  // A market is unknown until the exchange has opened it, so the client asks again.
  books.on("unknown", ({ live: { market } }) => {
    clock.setTimer(1_000, () => void books.open([market]).catch(() => {}));
  });
  return {
    pieces,
    get: (market) => books.get(market),
    close: () => void books.close().catch(() => {}),
  };
}
