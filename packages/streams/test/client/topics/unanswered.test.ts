import type { FeedDescriptor } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { openFeed, snapshotFeed } from "./feed-under-test.ts";

const contract = snapshotFeed(
  {
    correlation: { request: "/id", reply: "/id" },
    acknowledgement: { messages: ["accepted"] },
  },
  {
    parameters: { symbol: {} },
    subscribe: { op: "on", args: ["{symbol}"], id: "{id}" },
    list: "/args",
  },
);

const full = { type: "full", symbol: "A", bids: [["1", "1"]], asks: [] };

async function start(feed: FeedDescriptor = contract) {
  const tried = openFeed(feed);
  await tried.open();
  const book = (symbol: string) => tried.feed.subscribeBook<unknown>("book", { symbol });
  return { ...tried, book };
}

describe("33 a topic that the server never answers", () => {
  it("is named, asked for later each time and given up, and others keep their books", async () => {
    const { book, clock, connections, events, receive, sent } = await start();
    const good = book("A");
    receive({ ok: true, id: 1 });
    receive(full);
    const bad = book("NONE");
    const over = expect(bad[Symbol.asyncIterator]().next()).rejects.toThrow(
      /topic_unanswered: .* subscription of book symbol=NONE in 10 s, 5 times\./,
    );
    for (let second = 0; second < 80; second += 5) {
      await clock.advance(5_000);
      receive(full);
    }
    await over;
    expect(events.filter(({ type }) => type === "unanswered")).toEqual(
      [1, 2, 3, 4, 5].map((tries) => ({
        type: "unanswered",
        channel: "market",
        topic: "book symbol=NONE",
        tries,
      })),
    );
    expect(sent.slice(1).map((frame) => JSON.stringify(frame))).toEqual(
      [2, 3, 4, 5, 6].map((id) => JSON.stringify({ op: "on", args: ["NONE"], id })),
    );
    expect([good.status, bad.status, connections.length]).toEqual(["ready", "refused", 1]);
  });

  it("is asked for alone, if others were in its request", async () => {
    const tried = openFeed(contract);
    for (const symbol of ["A", "B"]) tried.feed.subscribeBook("book", { symbol });
    await tried.open();
    await tried.clock.advance(5_000);
    tried.receive(full);
    await tried.clock.advance(6_500);
    expect(tried.sent).toEqual([
      { op: "on", args: ["A", "B"], id: 1 },
      { op: "on", args: ["A"], id: 2 },
      { op: "on", args: ["B"], id: 3 },
    ]);
  });

  it("is subscribed if the answer is late", async () => {
    const { book, clock, receive, sent } = await start();
    receive(full);
    const late = book("A");
    await clock.advance(5_000);
    receive(full);
    await clock.advance(5_500);
    receive({ ok: true, id: 1 });
    receive(full);
    await clock.advance(30_000);
    expect([late.status, late.state, sent.length]).toEqual(["ready", "subscribed", 1]);
  });

  it("does not take the answers to others where requests have no ids", async () => {
    const { correlation: _, ...subscription } = contract.subscription;
    const { book, receive } = await start({
      ...contract,
      subscription: {
        ...subscription,
        acknowledgement: { messages: ["accepted"], per: "topic" },
        topics: Object.fromEntries(
          Object.entries(subscription.topics).map(([name, topic]) => [
            name,
            { ...topic, acknowledged: { "/symbol": "{symbol}" } },
          ]),
        ),
      },
    });
    const [none, good] = [book("NONE"), book("A")];
    receive({ ok: true, symbol: "A" });
    expect([none.state, good.state]).toEqual(["requested", "subscribed"]);
  });

  it("ends the connection of a server that says nothing, later each time", async () => {
    const { book, clock, connections, events, handlers } = await start();
    book("A");
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await clock.advance(10_000);
      const last = events.findLast(({ type }) => type === "disconnected");
      if (last?.type === "disconnected") waits.push(last.retryMs);
      await clock.advance(waits.at(-1) ?? 0);
      handlers().opened();
    }
    expect(connections.length).toBe(5);
    expect(waits).toEqual([...new Set(waits)].sort((one, other) => one - other));
    expect(events).toContainEqual({
      type: "unanswered",
      channel: "market",
      topic: "book symbol=A",
      tries: 1,
    });
  });
});
