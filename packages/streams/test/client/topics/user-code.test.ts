// User code that a feed calls, and its access to a book.

import { type FeedBookView, formatDecimal } from "@specwright/runtime";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { openFeed, snapshotFeed } from "./feed-under-test.ts";

const contract = snapshotFeed(
  {},
  {
    parameters: { symbol: {} },
    subscribe: { op: "on", symbol: "{symbol}" },
    unsubscribe: { op: "off", symbol: "{symbol}" },
  },
);

const full = {
  type: "full",
  symbol: "A",
  bids: [["0.000000012345", "1"]],
  asks: [["0.5", "2.0000000000001"]],
};

async function start(feed: FeedDescriptor = contract) {
  const tried = openFeed(feed);
  await tried.open();
  return { ...tried, book: tried.feed.subscribeBook<unknown>("book", { symbol: "A" }) };
}

describe("33 a price of more than nine decimals", () => {
  it("is read exactly from the best level", async () => {
    const { book, receive } = await start();
    receive(full);
    expect(book.book?.bestBid?.priceText).toBe("0.000000012345");
    expect(book.book?.bestBid?.qtyText).toBe("1");
    expect(book.book?.top("asks")[0]?.qtyText).toBe("2.0000000000001");
    expect(formatDecimal(book.book?.bestAsk?.price ?? { units: 0n, nanos: 0 })).toBe("0.5");
  });

  it("is not a price without all of its decimals", async () => {
    const { book, receive } = await start();
    receive(full);
    expect(() => book.book?.bestBid?.price).toThrow(/priceText/);
  });
});

describe("33 code of the user that throws", () => {
  const error = new Error("mine");

  it.each([
    ["of messages", "onMessage"],
    ["of changes", "onChange"],
  ] as const)("as a listener %s is an event, and the feed continues", async (_what, method) => {
    const { book, receive, events } = await start();
    const calls: FeedBookView[] = [];
    book[method](() => {
      throw error;
    });
    book[method](() => {
      if (book.book !== undefined) calls.push(book.book);
    });
    receive(full);
    receive(full);
    expect(events).toContainEqual({
      type: "failed",
      channel: "market",
      topic: "book symbol=A",
      error,
    });
    expect(calls.length).toBeGreaterThan(1);
    expect(book.status).toBe("ready");
  });

  it("as a hook leaves no book that counts as checked", async () => {
    const { books = {} } = contract;
    const hook = { name: "hash", messages: ["full"], mismatch: "resubscribe" } as const;
    const hooked = { ...books["book"], hook } as NonNullable<typeof books>[string];
    const tried = openFeed(
      { ...contract, books: { book: hooked } },
      {
        hooks: {
          hash: () => {
            throw error;
          },
        },
      },
    );
    await tried.open();
    const book = tried.feed.subscribeBook("book", { symbol: "A" });
    tried.receive(full);
    expect([book.status, book.verified]).not.toEqual(["ready", true]);
    expect(tried.events).toContainEqual({
      type: "failed",
      channel: "market",
      topic: "book symbol=A",
      error,
    });
    expect(tried.sent.slice(1, 2)).toEqual([{ op: "off", symbol: "A" }]);
  });
});

describe("33 a checksum over ten levels", () => {
  it("says how many levels it covers", async () => {
    const { books = {} } = contract;
    const checksum = {
      at: { full: "/sum" },
      algorithm: "crc32",
      levels: 10,
      layout: "interleaved",
      format: "shortest",
      mismatch: "none",
    } as const;
    const { book } = await start({
      ...contract,
      books: { book: { ...books["book"], checksum } as NonNullable<typeof books>[string] },
    });
    expect(book.verifiedLevels).toBe(10);
    expect((await start()).book.verifiedLevels).toBeUndefined();
  });
});
