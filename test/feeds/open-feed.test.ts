// Errors of a feed for its user: the feed was closed, or it could not notice lost frames.

import { systemClock } from "@specwright/runtime";
import type { ChannelDescriptor, FeedStream } from "@specwright/runtime/codegen";
import type { FeedBook, FeedDescriptor } from "@specwright/runtime/transport";
import {
  type SocketHandlers,
  type StreamEvent,
  streamTransport,
  topics,
} from "@specwright/streams/client";
import { expect, it } from "vitest";
import { market } from "../../examples/feeds/kraken/gen/descriptors.ts";

/** Opens a feed that never connects. */
function open(feed: FeedDescriptor | undefined = market.feed): {
  readonly feed: FeedStream;
  readonly events: readonly StreamEvent[];
} {
  const events: StreamEvent[] = [];
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    clock: { ...systemClock, setTimer: () => () => {} },
    openSocket: () => ({ send: async () => {}, close: () => {}, terminate: () => {} }),
    hooks: { hash: () => "unknown" },
    onEvent: (event) => events.push(event),
  });
  return { feed: transport.openFeed({ ...market, ...(feed && { feed }) }, {}), events };
}

/** Returns Kraken's feed with a changed rule of its book. */
function withBook(change: (book: FeedBook) => FeedBook): FeedDescriptor {
  const book = market.feed?.books?.["book"];
  if (market.feed === undefined || book === undefined) throw new Error("Kraken has no book");
  return { ...market.feed, books: { book: change(book) } };
}

const symbol = "BTC/USD";
const hook = { name: "hash", messages: ["bookUpdate"], mismatch: "resubscribe" } as const;

it("refuses topics after its end, because they would never get data", async () => {
  const { feed } = open();
  feed.close();
  await feed.done;
  expect(() => feed.subscribeBook("book", { symbol })).toThrow(
    expect.objectContaining({ name: "StreamError", code: "stream_closed" }),
  );
});

it.each(["before", "after"])("ends by a signal that aborts %s it is opened", async (when) => {
  const abort = new AbortController();
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    clock: { ...systemClock, setTimer: () => () => {} },
    openSocket: () => ({ send: async () => {}, close: () => {}, terminate: () => {} }),
    onEvent: () => {},
  });
  if (when === "before") abort.abort();
  const feed = transport.openFeed(market, {}, { signal: abort.signal });
  abort.abort();
  await expect(feed.done).rejects.toMatchObject({ code: "stream_aborted" });
  expect(feed.state).toBe("closed");
  expect(() => feed.subscribeBook("book", { symbol })).toThrow("stream_closed");
});

it.each([
  ["a checksum", (book: FeedBook) => book, ["state"]],
  ["nothing", ({ checksum: _, ...book }: FeedBook) => book, ["state", "unprotected"]],
  ["a hook", ({ checksum: _, ...book }: FeedBook) => ({ ...book, hook }), ["state"]],
] as const)("reports lost frames of a book with %s as: %#", (_, change, reported) => {
  const { feed, events } = open(withBook(change));
  feed.subscribeBook("book", { symbol });
  expect(events.map(({ type }) => type)).toEqual(reported);
  feed.close();
});

/** Opens a feed of Kraken over a socket; the test plays the venue. */
async function play(change: Pick<ChannelDescriptor, "endings"> = {}) {
  let handlers: SocketHandlers | undefined;
  const sent: string[] = [];
  const events: StreamEvent[] = [];
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    clock: { ...systemClock, setTimer: () => () => {} },
    openSocket: (_url, _headers, given) => {
      handlers = given;
      const send = async (frame: Uint8Array | string): Promise<void> => {
        sent.push(typeof frame === "string" ? frame : new TextDecoder().decode(frame));
      };
      return { send, close: () => {}, terminate: () => {} };
    },
    onEvent: (event) => events.push(event),
  });
  if (market.feed === undefined) throw new Error("Kraken is not a feed");
  const feed = transport.openFeed({ ...market, ...change }, {});
  await expect.poll(() => handlers).toBeDefined();
  return {
    feed,
    events,
    open: () => handlers?.opened(),
    say: (message: object) =>
      handlers?.received(undefined, new TextEncoder().encode(JSON.stringify(message))),
    /** Responds to the first request. */
    answer(message: object): void {
      const { req_id } = JSON.parse(sent[0] ?? "") as { readonly req_id: number };
      const text = JSON.stringify({ method: "subscribe", ...message, req_id });
      handlers?.received(undefined, new TextEncoder().encode(text));
    },
  };
}

it.each([
  ["Currency pair not supported", "Currency pair not supported."],
  ["Try again.", "Try again."],
])("gives the reason of a refused topic as one sentence: %s", async (error, reason) => {
  const { feed, open, answer } = await play();
  const stream = feed.subscribeBook("book", { symbol });
  open();
  answer({ success: false, error, symbol });
  expect(stream.status).toBe("refused");
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: "topic_refused",
    message: `topic_refused: The server refused the topic ${stream.name}: ${reason}`,
  });
  feed.close();
});

it.each([
  ["before", ["XX/YY", symbol]],
  ["after", [symbol, "XX/YY"]],
])("refuses the right topic if its refusal arrives %s the other responses", async (_, order) => {
  const { feed, events, open, answer } = await play();
  const [good, bad] = [symbol, "XX/YY"].map((one) => feed.subscribeBook("book", { symbol: one }));
  open();
  for (const one of order) {
    if (one === symbol) answer({ success: true, result: { channel: "book", symbol } });
    else answer({ success: false, error: "Currency pair not supported XX/YY", symbol: one });
  }
  expect([good?.state, bad?.state]).toEqual(["subscribed", "refused"]);
  expect(events.filter(({ type }) => type === "refused")).toEqual([
    {
      type: "refused",
      channel: "market",
      topic: bad?.name,
      reason: "Currency pair not supported XX/YY",
    },
  ]);
  feed.close();
});

it("ends permanently when a message announces it", async () => {
  const endings = { messages: [{ message: "status", client: "stop" }] } as const;
  const { feed, open, say } = await play({ endings });
  open();
  say({ channel: "status", type: "update", data: [] });
  await expect(feed.done).rejects.toMatchObject({ code: "stream_closed" });
  expect(feed.state).toBe("closed");
});
