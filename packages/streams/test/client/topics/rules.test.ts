// Rules of a contract about a connection that the four venues of the worlds do not have.

import type {
  FeedBook,
  FeedCounter,
  FeedDescriptor,
  FeedTopic,
} from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { openFeed } from "./feed-under-test.ts";

const book: FeedBook = {
  price: "/0",
  quantity: "/1",
  snapshots: { full: { bids: "/bids", asks: "/asks" } },
  updates: { change: { bids: "/bids", asks: "/asks" } },
};

const contract: FeedDescriptor = {
  envelope: {
    match: [
      { message: "full", where: { "/type": "full" } },
      { message: "change", where: { "/type": ["change", "small"] } },
      { message: "accepted", where: { "/ok": true } },
      { message: "refused", where: { "/ok": false } },
      { message: "test", where: { "/type": "test" } },
      { message: "bye", where: { "/type": "bye" } },
    ],
  },
  subscription: {
    correlation: { request: "/id", reply: "/id" },
    acknowledgement: { messages: ["accepted"] },
    unsubscribed: { messages: ["accepted"] },
    refusal: { messages: ["refused"], code: "/code", text: "/why" },
    topics: {
      book: {
        parameters: { symbol: {} },
        subscribe: { op: "on", args: ["{symbol}"], id: "{id}" },
        unsubscribe: { op: "off", args: ["{symbol}"], id: "{id}" },
        list: "/args",
        messages: ["full", "change"],
        where: { "/symbol": "{symbol}" },
      },
    },
  },
  counters: [],
  snapshots: { book: { source: "stream" } },
  books: { book },
};

const full = { type: "full", symbol: "A", bids: [["0.5", "1"]], asks: [["0.7", "3"]] };

describe("a book", () => {
  it("of level actions follows them", async () => {
    const deribit: FeedBook = {
      price: "/1",
      quantity: "/2",
      deletes: { action: "/0", words: ["new", "change", "delete"] },
      snapshots: { full: { bids: "/bids", asks: "/asks" } },
      updates: { change: { bids: "/bids", asks: "/asks" } },
    };
    const { feed, open, receive } = openFeed({ ...contract, books: { book: deribit } });
    await open();
    const stream = feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    receive({
      ...full,
      bids: [
        ["new", 5.5, 10],
        ["new", 5, 2],
      ],
      asks: [["new", 6, 1]],
    });
    receive({
      ...full,
      type: "change",
      bids: [
        ["delete", 5.5, 0],
        ["change", 5, 3],
      ],
      asks: [["new", 5.75, 4]],
    });
    expect(stream.book?.topTexts("bids")).toEqual([["5", "3"]]);
    expect(stream.book?.topTexts("asks")).toEqual([
      ["5.75", "4"],
      ["6", "1"],
    ]);
  });

  it("takes the side from each level", async () => {
    const coinbase: FeedBook = {
      price: "/px",
      quantity: "/qty",
      snapshots: {
        full: { levels: "/updates", side: { of: "/side", bids: "bid", asks: "offer" } },
      },
      updates: {
        change: { levels: "/updates", side: { of: "/side", bids: "bid", asks: "offer" } },
      },
    };
    const { feed, open, receive } = openFeed({ ...contract, books: { book: coinbase } });
    await open();
    const stream = feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    receive({
      type: "full",
      symbol: "A",
      updates: [
        { side: "bid", px: "1.5", qty: "2" },
        { side: "offer", px: "1.75", qty: "4" },
      ],
    });
    receive({
      type: "change",
      symbol: "A",
      updates: [
        { side: "offer", px: "1.75", qty: "0" },
        { qty: "9", px: "1.80", side: "offer" },
      ],
    });
    expect([stream.book?.topTexts("bids"), stream.book?.topTexts("asks")]).toEqual([
      [["1.5", "2"]],
      [["1.8", "9"]],
    ]);
  });

  it("is stale from a missing link to the next snapshot", async () => {
    const counter: FeedCounter = {
      messages: ["change"],
      starts: ["full"],
      scope: "topic",
      at: "/n",
      previous: "/p",
      step: "linked",
      gap: "resubscribe",
    };
    const { feed, open, receive, sent, events } = openFeed({ ...contract, counters: [counter] });
    await open();
    const stream = feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    receive({ ...full, n: 10 });
    receive({ ...full, type: "change", n: 14, p: 10 });
    expect(stream.status).toBe("ready");
    receive({ ...full, type: "change", n: 20, p: 15 });
    expect([stream.status, stream.book]).toEqual(["stale", undefined]);
    expect(events).toContainEqual({
      type: "gap",
      channel: "market",
      topic: "book symbol=A",
      action: "resubscribe",
    });
    receive({ ...full, type: "change", n: 21, p: 20 });
    expect(stream.status).toBe("stale");
    receive({ ok: true, id: 2 });
    expect(sent.slice(1)).toEqual([
      { op: "off", args: ["A"], id: 2 },
      { op: "on", args: ["A"], id: 3 },
    ]);
    receive({ ok: true, id: 3 });
    receive({ ...full, n: 30 });
    expect(stream.status).toBe("ready");
  });

  it.each([
    ["text that is not a decimal", { bids: [["0.6", "x"]] }],
    ["no list", { bids: "0.6" }],
    ["levels without a quantity", { asks: [["0.6"]] }],
    ["a negative quantity", { asks: [["0.6", "-1"]] }],
  ])("that has %s is not used", async (_what, levels) => {
    const { feed, open, receive, events, sent } = openFeed(contract);
    await open();
    const stream = feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    receive(full);
    receive({ ...full, type: "change", ...levels });
    expect([stream.status, stream.book]).toEqual(["stale", undefined]);
    expect(events.at(-1)).toMatchObject({
      type: "violation",
      channel: "market",
      rule: "levels",
      topic: "book symbol=A",
    });
    expect(sent.at(-1)).toMatchObject({ op: "off" });
  });

  it.each([
    ["a change", { ...full, type: "change", bids: [["0.5", "77"]] }],
    ["a snapshot", full],
  ])("is recovered if %s lacks its number", async (_what, frame) => {
    const counter: FeedCounter = {
      messages: ["change"],
      starts: ["full"],
      scope: "topic",
      at: "/n",
      step: "one",
      gap: "resubscribe",
    };
    const { feed, open, receive, events, sent } = openFeed({ ...contract, counters: [counter] });
    await open();
    const stream = feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    receive({ ...full, n: 7 });
    expect(stream.status).toBe("ready");
    receive(frame);
    expect([stream.status, stream.book]).toEqual(["stale", undefined]);
    expect(events.slice(-2)).toEqual([
      {
        type: "violation",
        channel: "market",
        rule: "number",
        topic: "book symbol=A",
        received: JSON.stringify(frame),
      },
      { type: "gap", channel: "market", topic: "book symbol=A", action: "resubscribe" },
    ]);
    expect(sent.at(-1)).toMatchObject({ op: "off" });
    receive({ ok: true, id: 2 });
    receive({ ok: true, id: 3 });
    receive({ ...full, n: 30 });
    expect(stream.book?.topTexts("bids")).toEqual([["0.5", "1"]]);
  });

  it("is joined to a snapshot though an update before it had no number", async () => {
    const counter: FeedCounter = {
      messages: ["change"],
      scope: "topic",
      at: "/n",
      step: "one",
      gap: "snapshot",
    };
    const side = { bids: "/bids", asks: "/asks" };
    const numbers = [10, 12];
    const { feed, open, receive, events, clock } = openFeed(
      {
        ...contract,
        counters: [counter],
        snapshots: {
          book: { source: "http", operation: { server: "https://a.example", path: "/" }, at: "/n" },
        },
        books: { book: { ...book, snapshots: {}, answer: side } },
      },
      { fetch: async () => Response.json({ ...full, n: numbers.shift() }) },
    );
    await open();
    const stream = feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    const change = { ...full, type: "change" };
    receive(change);
    receive({ ...change, n: 11 });
    await clock.advance(1_000);
    receive({ ...change, n: 13, bids: [["0.5", "4"]] });
    expect(numbers).toEqual([]);
    expect(events.filter(({ type }) => type === "violation")).toHaveLength(1);
    expect(stream.book?.topTexts("bids")).toEqual([["0.5", "4"]]);
  });

  it.each([
    [{ type: "change", symbol: "A", bids: [["0.5", "4"]] }],
    [{ type: "change", symbol: "A", bids: [["0.5", "4"]], asks: null }],
  ])("takes a side that a frame may leave out as unchanged: %j", async (frame) => {
    const change = { bids: "/bids", asks: "/asks", optional: ["asks"] } as const;
    const rule: FeedBook = { ...book, updates: { change } };
    const { feed, open, receive } = openFeed({ ...contract, books: { book: rule } });
    await open();
    const stream = feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    receive(full);
    receive(frame);
    expect(stream.book?.topTexts("bids")).toEqual([["0.5", "4"]]);
    expect(stream.book?.topTexts("asks")).toEqual([["0.7", "3"]]);
  });
});

describe("a subscription", () => {
  it("shares a request with others of its kind", async () => {
    const { feed, open, sent } = openFeed(contract);
    feed.subscribeBook("book", { symbol: "A" });
    feed.subscribeBook("book", { symbol: "B" });
    await open();
    expect(sent).toEqual([{ op: "on", args: ["A", "B"], id: 1 }]);
  });

  it("of several topics, if refused, is repeated for each of them", async () => {
    const { feed, open, receive, sent, events } = openFeed(contract);
    const streams = ["A", "NO", "B", "C"].map((symbol) => feed.subscribeBook("book", { symbol }));
    await open();
    expect(sent).toEqual([{ op: "on", args: ["A", "NO", "B", "C"], id: 1 }]);
    streams[3]?.close();
    receive({ ok: false, id: 1, code: 404, why: "no such market" });
    expect(events).not.toContainEqual(
      expect.objectContaining({ type: "refused", channel: "market" }),
    );
    expect(sent.slice(1)).toEqual([
      { op: "off", args: ["C"], id: 2 },
      ...["A", "NO", "B"].map((symbol, at) => ({ op: "on", args: [symbol], id: 3 + at })),
    ]);
    receive({ ok: true, id: 3 });
    receive({ ok: false, id: 4, code: 404, why: "no such market" });
    receive({ ok: true, id: 5 });
    expect(streams.map(({ state }) => state)).toEqual([
      "subscribed",
      "refused",
      "subscribed",
      "closed",
    ]);
    receive(full);
    expect(streams[0]?.book?.topTexts("bids")).toEqual([["0.5", "1"]]);
  });

  it("that is refused ends with the server's reason", async () => {
    const { feed, open, receive } = openFeed(contract);
    await open();
    const stream = feed.subscribe("book", { symbol: "NO" });
    const iterator = stream[Symbol.asyncIterator]();
    const next = iterator.next();
    receive({ ok: false, id: 1, code: 404, why: "no such market" });
    await expect(next).rejects.toThrow(
      "topic_refused: The server refused the topic book symbol=NO: no such market.",
    );
    expect(stream.state).toBe("refused");
  });

  it("with an answer to an unknown id is reported", async () => {
    const { feed, open, receive, events } = openFeed(contract);
    await open();
    feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 7 });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "violation", channel: "market", rule: "unrequested" }),
    );
    events.length = 0;
    receive({ ok: true, id: 1 });
    receive({ ok: true, id: 1 });
    expect(events).toEqual([]);
  });

  it("without a snapshot is reported, and repeated", async () => {
    const { feed, open, receive, sent, clock, events } = openFeed(contract);
    await open();
    feed.subscribeBook("book", { symbol: "A" });
    receive({ ok: true, id: 1 });
    await clock.advance(9_999);
    expect(events).not.toContainEqual(
      expect.objectContaining({ type: "snapshot_failed", channel: "market" }),
    );
    await clock.advance(1);
    expect(events).toContainEqual({
      type: "snapshot_failed",
      channel: "market",
      topic: "book symbol=A",
      error: expect.objectContaining({ code: "snapshot_missing" }),
    });
    expect(sent.at(-1)).not.toMatchObject({ id: 1 });
  });

  it("without an answer is repeated on another connection", async () => {
    const { feed, open, clock, events } = openFeed(contract);
    await open();
    feed.subscribe("book", { symbol: "A" });
    await clock.advance(10_000);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "disconnected", cause: "unanswered" }),
    );
  });

  it("keeps to the rate that the server accepts", async () => {
    const { list: _list, ...single } = contract.subscription.topics["book"] ?? {};
    const { feed, open, sent, clock } = openFeed({
      ...contract,
      subscription: {
        ...contract.subscription,
        limits: { requestsPerSecond: 2 },
        topics: { book: single as NonNullable<(typeof contract.subscription.topics)["book"]> },
      },
    });
    await open();
    for (const symbol of ["A", "B", "C", "D", "E"]) feed.subscribe("book", { symbol });
    expect(sent).toHaveLength(2);
    await clock.advance(999);
    expect(sent).toHaveLength(2);
    await clock.advance(1);
    expect(sent).toHaveLength(4);
    await clock.advance(1_000);
    expect(sent).toHaveLength(5);
  });
});

describe("33 a topic whose messages name it in different places", () => {
  const { topics } = contract.subscription;
  const where = { full: { "/symbol": "{symbol}" }, change: { "/of/symbol": "{symbol}" } };
  const named: FeedDescriptor = {
    ...contract,
    subscription: {
      ...contract.subscription,
      topics: { ...topics, book: { ...(topics["book"] as FeedTopic), where } },
    },
  };

  it("is distinguished from the others by each", async () => {
    const { feed, open, receive, events } = openFeed(named);
    const [a, b] = ["A", "B"].map((symbol) => feed.subscribeBook("book", { symbol }));
    await open();
    receive({ ok: true, id: 1 });
    receive(full);
    receive({ ...full, symbol: "B" });
    receive({ type: "change", of: { symbol: "B" }, symbol: "A", bids: [["0.6", "2"]], asks: [] });
    expect([a?.book?.topTexts("bids", 1), b?.book?.topTexts("bids", 1)]).toEqual([
      [["0.5", "1"]],
      [["0.6", "2"]],
    ]);
    a?.close();
    receive({ type: "change", of: { symbol: "A" }, bids: [], asks: [] });
    expect(events.filter(({ type }) => type === "violation")).toEqual([]);
  });

  it("gets two connections for two topics with indistinguishable frames", async () => {
    const { feed, open, connections } = openFeed({
      ...named,
      subscription: {
        ...named.subscription,
        topics: {
          book: { ...(topics["book"] as FeedTopic), parameters: { symbol: {}, depth: {} }, where },
        },
      },
    });
    for (const depth of [10, 20]) feed.subscribeBook("book", { symbol: "A", depth });
    await open();
    expect(connections).toHaveLength(2);
  });
});

describe("a connection", () => {
  it("33 reads each line of a frame as a message, where the contract says so", async () => {
    const { feed, open, handlers } = openFeed({ ...contract, lines: true });
    const stream = feed.subscribeBook("book", { symbol: "A" });
    await open();
    const change = { type: "change", symbol: "A", bids: [["0.6", "2"]], asks: [] };
    const lines = [{ ok: true, id: 1 }, full, change].map((each) => JSON.stringify(each));
    handlers().received(new TextEncoder().encode(`${lines.join("\n")}\n`));
    expect(stream.book?.topTexts("bids")).toEqual([
      ["0.6", "2"],
      ["0.5", "1"],
    ]);
  });

  it("answers a test of the server", async () => {
    const { open, receive, sent } = openFeed({
      ...contract,
      heartbeats: [{ from: "server", message: "test", everyMs: 10_000, answer: { op: "alive" } }],
    });
    await open();
    receive({ type: "test" });
    expect(sent).toEqual([{ op: "alive" }]);
  });

  it("sends its own signs of life", async () => {
    const { open, sent, clock } = openFeed({
      ...contract,
      heartbeats: [{ from: "client", everyMs: 20_000, payload: { op: "ping" } }],
    });
    await open();
    await clock.advance(20_000);
    expect(sent).toEqual([{ op: "ping" }]);
  });

  it.each([
    ["ends where its signs of life are not answered", "pong", 1],
    ["is asked by a ping first where nothing answers them", undefined, 0],
  ])("%s", async (_what, answer, ended) => {
    const beat = { from: "client", everyMs: 20_000, payload: { op: "ping" } } as const;
    const { open, events, clock } = openFeed({
      ...contract,
      heartbeats: [answer === undefined ? beat : { ...beat, answer }],
    });
    await open();
    await clock.advance(29_000);
    expect(events.filter(({ type }) => type === "disconnected")).toEqual([]);
    await clock.advance(2_000);
    const silent = { type: "disconnected", cause: "silent" };
    expect(events.filter(({ type }) => type === "disconnected")).toMatchObject(
      Array.from({ length: ended }, () => silent),
    );
  });

  it.each([
    ["answers its pings", true, []],
    ["is frozen", false, [{ type: "disconnected", cause: "silent" }]],
  ])("33 notices in 26 s that a server without signs of life %s", async (_what, alive, ends) => {
    const pingsMs: number[] = [];
    const { events, clock } = openFeed(contract, {
      openSocket(_url, _headers, handlers) {
        queueMicrotask(() => handlers.opened());
        const ping = (): void => {
          pingsMs.push(clock.elapsed());
          if (alive) handlers.ponged?.();
        };
        return { send: async () => {}, close() {}, terminate() {}, ping };
      },
    });
    await clock.advance(0);
    const openedMs = clock.elapsed();
    await clock.advance(26_000);
    expect((pingsMs[0] ?? 0) - openedMs).toBeCloseTo(15_000, -3);
    expect(events.filter(({ type }) => type === "disconnected")).toMatchObject(ends);
  });

  it("leaves no timer behind once the server has answered the close", async () => {
    const { feed, open, handlers, clock } = openFeed(contract);
    await open();
    feed.close();
    expect(clock.pending()).toBe(1);
    handlers().closed(1000, "");
    expect(clock.pending()).toBe(0);
  });

  it.each<[string, object, object]>([
    [
      "that the contract calls final is not made again",
      { codes: [4000, 4099], client: "stop" },
      { state: "closed", disconnected: 0 },
    ],
    [
      "is made again otherwise",
      { codes: 4100, client: "reconnect" },
      { state: "connecting", disconnected: 1 },
    ],
  ])("%s", async (_what, close, wanted) => {
    const { feed, open, handlers, events, clock } = openFeed({
      ...contract,
      endings: { closes: [close as never] },
    });
    await open();
    const done = feed.done.catch((error: unknown) => String(error));
    handlers().closed(4001, "go away");
    await clock.advance(0);
    const disconnected = events.filter(({ type }) => type === "disconnected").length;
    expect({ state: feed.state, disconnected }).toEqual(wanted);
    if (disconnected === 0) {
      expect(await done).toBe("StreamError: stream_closed: go away");
    }
  });

  it("ends before the server ends it for its age", async () => {
    const { open, clock, events } = openFeed({
      ...contract,
      endings: { maxAgeMs: 100_000 },
      heartbeats: [{ from: "server", message: "test", everyMs: 1_000_000 }],
    });
    await open();
    await clock.advance(96_000);
    expect(events.filter(({ type }) => type === "disconnected")).toEqual([]);
    await clock.advance(2_000);
    expect(events).toContainEqual(expect.objectContaining({ type: "disconnected", cause: "age" }));
  });

  it("ends the feed if it is refused permanently", async () => {
    const { feed, clock, handlers } = openFeed(contract);
    await clock.advance(0);
    const done = feed.done.catch((error: unknown) => String(error));
    handlers().refused(401, "no such key");
    expect(await done).toBe("StreamError: unauthorized: HTTP 401: no such key");
  });
});
