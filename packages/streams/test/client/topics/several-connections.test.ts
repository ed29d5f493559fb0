// Topics that one connection cannot have: too many, or two whose frames cannot be told apart.

import { describe, expect, it } from "vitest";
import { openFeed, snapshotFeed } from "./feed-under-test.ts";

const contract = snapshotFeed(
  { limits: { topicsPerConnection: 2 } },
  {
    parameters: { symbol: {}, figures: { default: 5 } },
    subscribe: { op: "on", symbol: "{symbol}", figures: "{figures}" },
    unsubscribe: { op: "off", symbol: "{symbol}", figures: "{figures}" },
  },
);

const full = (symbol: string, price: string) => ({
  type: "full",
  symbol,
  bids: [[price, "1"]],
  asks: [],
});

function start() {
  const tried = openFeed(contract);
  const book = (symbol: string, figures = 5) =>
    tried.feed.subscribeBook<unknown>("book", { symbol, figures });
  const open = async (): Promise<void> => {
    await tried.clock.advance(0);
    for (const { handlers } of tried.connections) handlers.opened();
  };
  return { ...tried, book, openAll: open };
}

describe("33 more topics than a connection may have", () => {
  it("are spread over as many connections as they need", async () => {
    const { book, openAll, connections } = start();
    const books = ["A", "B", "C", "D", "E"].map((symbol) => book(symbol));
    await openAll();
    expect(connections.map(({ sent }) => sent.length)).toEqual([2, 2, 1]);
    connections[2]?.receive(full("E", "5"));
    expect(books.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => "opening"),
      "ready",
    ]);
  });

  it("keep their books when the connection of others ends", async () => {
    const { book, openAll, connections, feed, clock } = start();
    const [a, , c] = ["A", "B", "C"].map((symbol) => book(symbol));
    await openAll();
    connections[0]?.receive(full("A", "1"));
    connections[1]?.receive(full("C", "3"));
    connections[0]?.handlers.closed(1006, "");
    expect(a?.status).toBe("stale");
    await clock.advance(0);
    expect([a?.status, c?.status, feed.state]).toEqual(["stale", "ready", "connecting"]);
  });

  it("replace a closed one, and leave no connection without a topic", async () => {
    const { book, openAll, connections } = start();
    const [, b, c] = ["A", "B", "C"].map((symbol) => book(symbol));
    await openAll();
    c?.close();
    expect(connections[1]?.isOver).toBe(true);
    b?.close();
    book("D");
    expect(connections).toHaveLength(2);
    expect(connections[0]?.sent.at(-1)).toMatchObject({ op: "on", symbol: "D" });
  });

  it("are one feed: it fails with each of them, and ends them all", async () => {
    const { book, openAll, connections, feed } = start();
    const topics = ["A", "B", "C"].map((symbol) => book(symbol));
    await openAll();
    const failed = expect(feed.done).rejects.toThrow("upgrade_refused: HTTP 403: no");
    connections[1]?.handlers.refused(403, "no");
    await failed;
    expect(topics.map(({ state }) => state)).toEqual(["closed", "closed", "closed"]);
    expect(connections[0]?.isOver).toBe(true);
    expect(() => book("A")).toThrow("stream_closed");
  });

  it("are not the same one twice, on any connection", async () => {
    const { book } = start();
    for (const symbol of ["A", "B", "C"]) book(symbol);
    expect(() => book("C")).toThrow("duplicate_topic");
  });
});

describe("33 two subscriptions whose `where` values are equal", () => {
  it("have separate connections and separate books", async () => {
    const { book, openAll, connections } = start();
    const [fine, coarse] = [book("A", 5), book("A", 2)];
    await openAll();
    expect(connections.map(({ sent }) => sent)).toEqual([
      [{ op: "on", symbol: "A", figures: 5 }],
      [{ op: "on", symbol: "A", figures: 2 }],
    ]);
    connections[0]?.receive(full("A", "1.2345"));
    connections[1]?.receive(full("A", "1.2"));
    expect([fine, coarse].map(({ book }) => book?.bestBid?.priceText)).toEqual(["1.2345", "1.2"]);
  });
});
