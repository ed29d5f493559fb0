import type { FeedBookHook } from "@specwright/runtime";
import type { FeedDescriptor } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { openFeed } from "./feed-under-test.ts";

/** A venue whose books have a hash that no rule can say. */
const contract: FeedDescriptor = {
  envelope: {
    match: [
      { message: "full", where: { "/type": "full" } },
      { message: "change", where: { "/type": "change" } },
    ],
  },
  subscription: {
    topics: {
      book: {
        parameters: { symbol: {} },
        subscribe: { op: "on", symbol: "{symbol}" },
        unsubscribe: { op: "off", symbol: "{symbol}" },
        messages: ["full", "change"],
        where: { "/symbol": "{symbol}" },
      },
    },
  },
  counters: [],
  snapshots: { book: { source: "stream" } },
  books: {
    book: {
      price: "/0",
      quantity: "/1",
      snapshots: { full: { bids: "/bids", asks: "/asks" } },
      updates: { change: { bids: "/bids", asks: "/asks" } },
      hook: { name: "hash", messages: ["full", "change"], mismatch: "resubscribe" },
    },
  },
};

const full = { type: "full", symbol: "A", bids: [["0.5", "1"]], asks: [], hash: "1" };
const change = { type: "change", symbol: "A", bids: [["0.5", "2"]], asks: [], hash: "2" };

/** Compares the quantity of the best bid with the hash of the frame. */
const byQuantity: FeedBookHook = (book, frame) => {
  const { hash } = JSON.parse(frame) as { hash?: string };
  if (hash === undefined) return "unknown";
  return book.topTexts("bids", 1)[0]?.[1] === hash ? "right" : "wrong";
};

describe("a hook that checks books", () => {
  it("confirms a book", async () => {
    const { feed, open, receive } = openFeed(contract, { hooks: { hash: byQuantity } });
    await open();
    const book = feed.subscribeBook("book", { symbol: "A" });
    receive(full);
    receive(change);
    expect([book.status, book.verified, book.book?.topTexts("bids")]).toEqual([
      "ready",
      true,
      [["0.5", "2"]],
    ]);
  });

  it("lets a wrong book be subscribed to again", async () => {
    const { feed, open, receive, events, sent } = openFeed(contract, {
      hooks: { hash: byQuantity },
    });
    await open();
    const book = feed.subscribeBook("book", { symbol: "A" });
    receive(full);
    receive({ ...change, hash: "3" });
    expect([book.status, book.book]).toEqual(["stale", undefined]);
    expect(events).toContainEqual({
      type: "checksum",
      channel: "market",
      topic: "book symbol=A",
      action: "resubscribe",
    });
    expect(sent.slice(1)).toEqual([
      { op: "off", symbol: "A" },
      { op: "on", symbol: "A" },
    ]);
    receive(full);
    expect([book.status, book.verified]).toEqual(["ready", true]);
  });

  it("is never taken for a pass when it does not know", async () => {
    const { feed, open, receive } = openFeed(contract, { hooks: { hash: byQuantity } });
    await open();
    const book = feed.subscribeBook("book", { symbol: "A" });
    receive(full);
    receive({ ...change, hash: undefined });
    expect([book.status, book.verified]).toEqual(["ready", false]);
  });

  it("has to be given to the transport", () => {
    const { feed } = openFeed(contract);
    expect(() => feed.subscribeBook("book", { symbol: "A" })).toThrow(
      "missing_hook: A hook must check the books of book: pass `hooks: { hash }` to the transport.",
    );
  });
});
