// The books of a service that is killed: in the end, clients show the published changes and the state of
// the log.

import { join } from "node:path";
import { decimalFromNanos, parseJson, stringifyJson } from "@specwright/runtime";
import { type LiveBooks, OrderBook } from "@specwright/streams/books";
import { createLmdbLogReader } from "@specwright/streams/log/lmdb";
import type { StreamsClient } from "@specwright/streams-api/client";
import type { TradeFrame } from "@specwright/streams-api/types";
import { openBooks } from "@specwright/streams-sdk";

/** The markets whose books change. */
export const bookMarkets: readonly string[] = ["M0", "M1", "M2"];

/** Returns the command that changes a book; it depends on the number only. */
export function bookChange(id: string, number: number): object {
  const market_id = bookMarkets[number % bookMarkets.length];
  return { channel: "market-data", id, type: "book_diff", market_id, ...levelsOf(number) };
}

function levelsOf(number: number) {
  const level = (cents: number, qty: number) => ({
    price: decimalFromNanos(BigInt(cents) * 10_000_000n),
    qty: decimalFromNanos(BigInt(qty) * 1_000_000_000n),
  });
  return {
    bids: [level(10 + (number % 31), number % 5)],
    asks: [level(50 + (number % 37), number % 3)],
  };
}

/** Several clients that follow the books of a service. */
export interface BookWatch {
  /** Returns how many changes the clients showed. */
  changes(): number;
  /** Reports whether all clients show the state of the log. */
  caughtUp(): Promise<boolean>;
  /**
   * Checks the books of all clients against these changes.
   *
   * @throws Error if a client went backwards or shows another book.
   */
  check(numbers: readonly number[]): void;
  close(): void;
}

/** Opens the books of all markets, which must exist. */
export function watchBooks(client: StreamsClient, clients: number, dataFolder: string): BookWatch {
  let changes = 0;
  let wrong: string | undefined;
  const followed: LiveBooks<TradeFrame>[] = [];
  for (let left = clients; left > 0; left -= 1) {
    const books = openBooks(client, bookMarkets);
    const upTo = new Map<string, bigint>();
    books.on("change", ({ live: { market, mdSeq = 0n } }) => {
      changes += 1;
      const before = upTo.get(market) ?? 0n;
      if (mdSeq < before) wrong ??= `a book of ${market} went from ${before} to ${mdSeq}`;
      upTo.set(market, mdSeq);
    });
    followed.push(books);
  }

  return {
    changes: () => changes,
    async caughtUp() {
      const last = await lastNumbers(dataFolder);
      return bookMarkets.every((market) =>
        followed.every((books) => {
          const shown = books.get(market);
          return shown?.status === "ready" && shown.mdSeq === last.get(market);
        }),
      );
    },
    check(numbers) {
      if (wrong !== undefined) throw new Error(wrong);
      const wanted = new Map(bookMarkets.map((market) => [market, new OrderBook()]));
      for (const number of numbers) {
        wanted.get(bookMarkets[number % bookMarkets.length] ?? "")?.applyDiff(levelsOf(number));
      }
      for (const [market, book] of wanted) {
        const text = stringifyJson(book.snapshot());
        for (const books of followed) {
          if (stringifyJson(books.get(market)?.book?.snapshot()) === text) continue;
          throw new Error(`a client shows another book of ${market}`);
        }
      }
    },
    close() {
      for (const books of followed) books.close().catch(() => {});
    },
  };
}

/**
 * Reads the log, checks that the numbers of each market have no gaps, and returns the last ones.
 */
async function lastNumbers(dataFolder: string): Promise<ReadonlyMap<string, bigint>> {
  const log = await createLmdbLogReader({ folder: join(dataFolder, "log") });
  const stream = { brokerId: "", channelId: "marketData" };
  const numbers = new Map<string, bigint>();
  try {
    const { last } = await log.bounds(stream);
    let next = 1n;
    while (next <= last) {
      const records = await log.read(stream, next, 1024);
      for (const { frame } of records) {
        const { market_id, md_seq } = Object(parseJson(frame));
        const before = numbers.get(market_id);
        if (before !== undefined && BigInt(md_seq) !== before + 1n) {
          throw new Error(`the log has ${market_id} ${md_seq} after ${before}`);
        }
        numbers.set(market_id, BigInt(md_seq));
      }
      next = (records.at(-1)?.seq ?? last) + 1n;
    }
    return numbers;
  } finally {
    await log.close();
  }
}
