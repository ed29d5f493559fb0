// Clients of logs that may become others: plain ones, with filters, at the live tail, with cursors of
// every age, and such as keep books. Each notes what it applied, and what it was told.

import type { LiveBook } from "@specwright/order-book/live";
import { type Clock, decimalToNanos } from "@specwright/runtime";
import type { StreamEvent, StreamPlace } from "@specwright/runtime/codegen";
import type { SeededRandom } from "@specwright/runtime/testing";
import type { StreamsClient } from "@specwright/streams-api/client";
import { openBooks } from "@specwright/streams-sdk";
import { type Applied, markPrice, type ShownBook } from "./histories.ts";
import type { ProcessClock } from "./virtual-clock.ts";

/** How a reader of orders keeps its place. */
export type PlaceKept = "in memory" | "with a mark" | "without a mark" | "at the live tail";

/** A reader of orders. */
export interface HistoryReader {
  readonly name: string;
  readonly markets: readonly string[] | undefined;
  readonly applied: readonly Applied[];
  /** What ended it, which nothing should. */
  readonly failure: unknown;
  /** How often it was told, and by what. */
  readonly told: ReadonlyMap<string, number>;
  /** Ends the process, as a crash does, and starts it again with what it kept; nothing where it kept nothing. */
  restart(): void;
  end(): void;
}

/** What a reader stands on. */
export interface ReaderInput {
  readonly kept: PlaceKept;
  readonly markets: readonly string[] | undefined;
  /** Makes the client of a process. */
  readonly client: (clock: ProcessClock, onEvent: (event: StreamEvent) => void) => StreamsClient;
  readonly process: () => ProcessClock;
  readonly random: SeededRandom;
  /** Whether consumers may take their time. */
  readonly troubled: () => boolean;
}

/** Starts a reader of orders. */
export function startReader(input: ReaderInput): HistoryReader {
  const { kept, markets, client, process, random, troubled } = input;
  const told = new Map<string, number>();
  let applied: Applied[] = [];
  /** What a process that starts again knows: its place, and all that was applied up to it. */
  let saved: { readonly place: StreamPlace; readonly applied: number } | undefined;
  let failure: unknown;
  let stop = (): void => {};

  function note(event: StreamEvent): void {
    if (event.type !== "resync" && event.type !== "unverified") return;
    const name = event.type === "resync" ? event.reason : event.cause;
    told.set(name, (told.get(name) ?? 0) + 1);
    applied.push({ event: name });
  }

  async function read(): Promise<void> {
    const clock = process();
    const abort = new AbortController();
    stop = () => abort.abort();
    const resume = {
      load: async () => saved?.place,
      save: async (seq: bigint, mark: () => string) => {
        const place = kept === "with a mark" ? { seq, mark: mark() } : { seq };
        if (!abort.signal.aborted) saved = { place, applied: applied.length };
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
    told,
    restart() {
      if (saved === undefined) return;
      stop();
      // What was applied behind the place that was saved is forgotten with the process.
      applied = applied.slice(0, saved.applied);
      void read();
    },
    end: () => stop(),
  };
}

/** A reader of books. */
export interface BookReader {
  /** What each market showed, in pieces between the losses that it told. */
  readonly pieces: ReadonlyMap<string, readonly (readonly ShownBook[])[]>;
  get(market: string): LiveBook | undefined;
  close(): void;
}

/** Starts a reader of books. */
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
  // A market is unknown until the exchange has opened it: who wants it asks again.
  books.on("unknown", ({ live: { market } }) => {
    clock.setTimer(1_000, () => void books.open([market]).catch(() => {}));
  });
  return {
    pieces,
    get: (market) => books.get(market),
    close: () => void books.close().catch(() => {}),
  };
}
