// Single frames about several topics.

import type { FeedBook, FeedCounter, FeedDescriptor } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { openFeed } from "./feed-under-test.ts";

const side = { of: "/side", bids: "bid", asks: "offer" } as const;
const book: FeedBook = {
  price: "/px",
  quantity: "/qty",
  snapshots: { snapshot: { levels: "/events/0/updates", side, beyond: ["/events/1"] } },
  updates: { update: { levels: "/events/0/updates", side, beyond: ["/events/1"] } },
};
const sequence: FeedCounter = {
  messages: ["*"],
  scope: "connection",
  at: "/seq",
  step: "one",
  lower: "duplicate",
  gap: "snapshot",
};

/** A venue that puts the events of several products into one frame. */
const contract: FeedDescriptor = {
  envelope: {
    match: [
      { message: "snapshot", where: { "/events/0/type": "snapshot" } },
      { message: "update", where: { "/events/0/type": "update" } },
    ],
  },
  subscription: {
    topics: {
      level2: {
        parameters: { product: {} },
        subscribe: { op: "on", product: "{product}" },
        unsubscribe: { op: "off", product: "{product}" },
        messages: ["snapshot", "update"],
        each: ["/events"],
        where: { "/events/0/product": "{product}" },
      },
    },
  },
  counters: [sequence],
  snapshots: { level2: { source: "stream" } },
  books: { level2: book },
};

type Level = readonly [side: "bid" | "offer", price: string, quantity: string];

function event(type: string, product: string, ...levels: readonly Level[]) {
  return { type, product, updates: levels.map(([side, px, qty]) => ({ side, px, qty })) };
}

async function start(feed: FeedDescriptor = contract) {
  const tried = openFeed(feed);
  await tried.open();
  const btc = tried.feed.subscribeBook<unknown>("level2", { product: "BTC" });
  const eth = tried.feed.subscribeBook<unknown>("level2", { product: "ETH" });
  return { ...tried, btc, eth };
}

const first = {
  seq: 1,
  events: [
    event("snapshot", "BTC", ["bid", "10", "1"], ["offer", "11", "1"]),
    event("snapshot", "ETH", ["bid", "10", "5"], ["offer", "12", "1"]),
  ],
};

describe("33 a frame about two topics", () => {
  it("changes the book of each", async () => {
    const { btc, eth, receive, events } = await start();
    receive(first);
    expect([btc.status, eth.status]).toEqual(["ready", "ready"]);
    receive({
      seq: 2,
      events: [
        event("update", "BTC", ["bid", "10", "7"]),
        event("update", "ETH", ["bid", "10", "0"]),
      ],
    });
    expect(btc.book?.topTexts("bids")).toEqual([["10", "7"]]);
    expect(eth.book?.topTexts("bids")).toEqual([]);
    expect(events.filter(({ type }) => type === "violation" || type === "gap")).toEqual([]);
  });

  it("may be of two messages, and of one topic several times", async () => {
    const { btc, eth, receive, events } = await start();
    receive(first);
    receive({
      seq: 2,
      events: [
        event("update", "BTC", ["bid", "10", "7"]),
        event("snapshot", "ETH", ["bid", "9", "2"]),
        event("update", "BTC", ["bid", "9", "3"], ["bid", "10", "0"]),
      ],
    });
    expect(btc.book?.topTexts("bids")).toEqual([["9", "3"]]);
    expect(eth.book?.topTexts("bids")).toEqual([["9", "2"]]);
    expect(events.map(({ type }) => type)).toEqual(["state", "state"]);
  });

  it("gives each topic its own messages", async () => {
    const { btc, eth, receive } = await start();
    const seen: unknown[] = [];
    for (const topic of [btc, eth]) topic.onMessage((message) => seen.push([topic.name, message]));
    receive({ seq: 1, events: [first.events[0]] });
    receive({ seq: 2, events: [event("update", "ETH"), event("update", "BTC")] });
    const texts = seen.map((each) => JSON.stringify(each));
    expect(texts[1]).toContain("ETH");
    expect(texts[1]).not.toContain("BTC");
    expect(texts[2]).not.toContain("ETH");
    expect(texts).toHaveLength(3);
  });

  it("is skipped for all of them if repeated, and recovers all after a gap", async () => {
    const { btc, eth, receive } = await start();
    receive(first);
    const change = {
      seq: 2,
      events: [
        event("update", "BTC", ["bid", "10", "7"]),
        event("update", "ETH", ["bid", "10", "0"]),
      ],
    };
    receive(change);
    receive(change);
    expect([btc.status, eth.status]).toEqual(["ready", "ready"]);
    receive({ ...change, seq: 4 });
    expect([btc.status, eth.status]).toEqual(["stale", "stale"]);
  });

  it.each(["topic", "key"] as const)(
    "is numbered once for a %s that it has twice",
    async (scope) => {
      const counter: FeedCounter = {
        messages: ["update"],
        starts: ["snapshot"],
        scope,
        ...(scope === "key" && { key: "/events/0/product" }),
        at: "/seq",
        step: "one",
        gap: "resubscribe",
      };
      const { btc, eth, receive, events } = await start({ ...contract, counters: [counter] });
      receive(first);
      receive({
        seq: 2,
        events: [
          event("update", "BTC", ["bid", "10", "7"]),
          event("update", "BTC", ["bid", "9", "3"]),
        ],
      });
      expect(btc.book?.topTexts("bids")).toEqual([
        ["10", "7"],
        ["9", "3"],
      ]);
      receive({ seq: 4, events: [event("update", "BTC", ["bid", "9", "4"])] });
      expect([btc.status, eth.status]).toEqual(["stale", "ready"]);
      expect(events).toContainEqual({
        type: "gap",
        channel: "market",
        topic: "level2 product=BTC",
        action: "resubscribe",
      });
    },
  );

  it("recovers the topic whose part has no sound levels, and no other", async () => {
    const { btc, eth, receive } = await start();
    receive(first);
    receive({
      seq: 2,
      events: [
        event("update", "BTC", ["bid", "10", "7"]),
        event("update", "ETH", ["bid", "x", "0"]),
      ],
    });
    expect([btc.status, eth.status]).toEqual(["ready", "stale"]);
  });
});
