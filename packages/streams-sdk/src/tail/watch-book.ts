import { stringifyJson } from "@specwright/runtime";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import { type LiveBook, openBooks } from "../books.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { describeStreamEvent } from "./describe-stream-event.ts";
import { drawBook } from "./draw-book.ts";
import { MAX_ATTEMPTS, type TailTerminal } from "./tail.ts";
import { TailError } from "./tail-error.ts";

/** Options for `watchBook`. */
export interface WatchBookOptions {
  readonly connection: ConnectionSettings;
  readonly market: string;
  /** The number of levels shown on each side. */
  readonly depth: number;
  /** Whether to print each state as a line of JSON with exact numbers. */
  readonly json: boolean;
}

/**
 * Prints the book of a market after each change, until the signal aborts or the server ends the stream. If
 * the output is too slow, leaves out some changes. Rejects with `TailError` `unknown_market`, or with
 * `StreamError` if reconnecting does not help.
 */
export async function watchBook(options: WatchBookOptions, terminal: TailTerminal): Promise<void> {
  const { connection, market, depth, json } = options;
  const { signal } = terminal;
  const client = createStreamsClient(
    streamTransport({
      ...connection,
      maxAttempts: MAX_ATTEMPTS,
      onEvent: (event) => terminal.err(`${event.channel}: ${describeStreamEvent(event)}`),
    }),
  );
  const books = openBooks(client, [market]);
  const close = (): void => void books.close();
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  try {
    for await (const live of books.changes()) {
      if (signal.aborted) return;
      if (live.status === "unknown") {
        throw new TailError("unknown_market", `unknown market ${market}`);
      }
      if (json) await terminal.out(stringifyJson(bookState(live, depth)));
      else for (const line of [...drawBook(live, depth), ""]) await terminal.out(line);
    }
    await books.done;
  } finally {
    signal.removeEventListener("abort", close);
    await books.close();
  }
}

function bookState({ market, status, mdSeq, tsNs, book }: LiveBook, depth: number): object {
  return {
    market_id: market,
    status,
    md_seq: mdSeq ?? null,
    ts_ns: tsNs ?? null,
    ...book?.snapshot(depth),
  };
}
