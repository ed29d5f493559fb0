// Requests with a reply on the socket of a feed: a generated client with a generated server over real
// sockets, and with a faulty server.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type ChannelDescriptor,
  type FeedStream,
  type FeedTransport,
  openRequests,
  type RequestMethod,
} from "@specwright/runtime/codegen";
import { type StreamEvent, streamTransport, topics } from "@specwright/streams/client";
import {
  createFeedServer,
  type FeedPeerInfo,
  type FeedServerEvent,
  type FeedServerOptions,
  type FeedTopicsOf,
  refuse,
} from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { loadDocument } from "../foreign/load-document.ts";
import { createExchangeClient, type MarketFeed } from "../golden/cases/feed-requests/out/client.ts";
import { market } from "../golden/cases/feed-requests/out/descriptors.ts";
import type { MarketRequestHandlers } from "../golden/cases/feed-requests/out/server.ts";

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

async function listen(http: Server): Promise<string> {
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  ends.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

type Handlers = MarketRequestHandlers<FeedPeerInfo>;

const handlers: Handlers = {
  placeOrder: ({ price }) =>
    price === "0"
      ? { type: "rejected", why: "no price" }
      : { type: "placed", order: `at ${price}` },
  cancelOrder: () => ({ type: "cancelled" }),
  trades_: () => ({ type: "clock", ms: 5 }),
};

async function serve(
  given: Partial<Handlers> = {},
  options: Partial<FeedServerOptions<FeedTopicsOf<MarketFeed>>> = {},
) {
  const events: FeedServerEvent[] = [];
  const server = createFeedServer<FeedTopicsOf<MarketFeed>>(market, {
    topics: { trades: { open: () => true } },
    requestHandlers: { ...handlers, ...given },
    onEvent: (event) => events.push(event),
    ...options,
  });
  const http = createServer();
  server.attach(http);
  ends.push(() => server.close());
  return { server, events, url: await listen(http) };
}

function connect(url: string) {
  const events: StreamEvent[] = [];
  const feed = createExchangeClient(
    streamTransport({ topics, url, random: () => 0, onEvent: (event) => events.push(event) }),
  ).market();
  ends.push(() => feed.close());
  const eventsOf = (type: StreamEvent["type"]): readonly StreamEvent[] =>
    events.filter((event) => event.type === type);
  return { feed, events, eventsOf };
}

/** Opens a feed whose messages are sent unchanged. */
function open(descriptor: ChannelDescriptor, transport: FeedTransport) {
  const { stream } = openRequests(descriptor, (replies) =>
    transport.openFeed(descriptor, {}, { replies }),
  );
  ends.push(() => stream.close());
  return stream;
}

interface Request {
  readonly type: string;
  readonly id: number;
  readonly price?: string;
}

/** Serves each connection by a function that receives the client's requests, and numbers all frames. */
async function misbehave(
  answer: (request: Request, send: (frame: object) => void, socket: WebSocket) => void,
): Promise<{ readonly url: string; readonly requests: Request[]; connections(): number }> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  const requests: Request[] = [];
  let connections = 0;
  sockets.on("connection", (socket) => {
    connections += 1;
    let seq = 0;
    const send = (frame: object): void => {
      seq += 1;
      socket.send(JSON.stringify({ ...frame, seq }));
    };
    socket.on("message", (data) => {
      const request = JSON.parse(String(data)) as Request;
      requests.push(request);
      if (request.type === "join") send({ type: "accepted", id: request.id });
      else answer(request, send, socket);
    });
  });
  return { url: await listen(http), requests, connections: () => connections };
}

const place = (price = "1") => ({ type: "place", price }) as const;

describe("33.5 requests on the socket of a feed, against the generated server", () => {
  it("resolve with their reply, also if it says that the request failed", async () => {
    const { url } = await serve();
    const { feed } = connect(url);
    expect(await feed.placeOrder(place("1.5"))).toEqual({
      type: "placed",
      id: expect.any(BigInt),
      order: "at 1.5",
      seq: 1,
    });
    expect(await feed.placeOrder(place("0"))).toMatchObject({ type: "rejected", why: "no price" });
    expect(await feed.placeOrder({ ...place(), id: 9_007_199_254_740_993n })).toMatchObject({
      id: 9_007_199_254_740_993n,
    });
    expect(await feed.cancelOrder({ type: "cancel", order: "a" })).toMatchObject({ seq: 4 });
    expect(await feed.trades_({ type: "ask" })).toEqual({ type: "clock", ms: 5, seq: 5 });
  });

  it("reject with the refusal of a handler, and the connection continues", async () => {
    const { url, events } = await serve({
      // The contract has no type for the result of `refuse`.
      placeOrder: () => refuse("The market is closed.") as never,
    });
    const { feed, eventsOf } = connect(url);
    await expect(feed.placeOrder(place())).rejects.toMatchObject({
      code: "request_refused",
      sent: true,
      message: expect.stringContaining("The market is closed."),
      cause: { type: "refused", reason: "The market is closed." },
    });
    expect(events).toEqual([{ type: "refused", text: "The market is closed." }]);
    expect(await feed.trades_({ type: "ask" })).toMatchObject({ seq: 2 });
    expect(eventsOf("disconnected")).toEqual([]);
  });

  it("get their own replies when these arrive in reverse order, while a topic streams", async () => {
    const waiting: (() => void)[] = [];
    const { url, server } = await serve({
      async placeOrder({ price }) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
        return { type: "placed", order: price };
      },
    });
    const { feed, events } = connect(url);
    const prices: string[] = [];
    const topic = feed.trades({ market: "a" });
    topic.onMessage((trade) => {
      if (trade.type === "trade") prices.push(trade.price);
    });
    await expect.poll(() => topic.state).toBe("subscribed");
    const both = Promise.all([feed.placeOrder(place("1")), feed.placeOrder(place("2"))]);
    await expect.poll(() => waiting.length).toBe(2);
    for (let price = 0; price < 50; price += 1) {
      server.publish("trades", { market: "a" }, "trade", { price: `${price}` });
      if (price === 20 || price === 30) waiting.pop()?.();
      await new Promise(setImmediate);
    }
    expect((await both).map((reply) => "order" in reply && reply.order)).toEqual(["1", "2"]);
    await expect.poll(() => prices.length).toBe(50);
    // All frames are numbered: replies count as trades do.
    expect(events.map((event) => event.type === "state" && event.state)).toEqual([
      "connecting",
      "live",
    ]);
  });

  it("without an id get their replies in order", async () => {
    const waits = [30, 0];
    const { url } = await serve({
      async trades_() {
        const ms = waits.shift() ?? 0;
        await new Promise((resolve) => setTimeout(resolve, ms));
        return { type: "clock", ms };
      },
    });
    const { feed } = connect(url);
    const both = await Promise.all([feed.trades_({ type: "ask" }), feed.trades_({ type: "ask" })]);
    expect(both.map(({ ms }) => ms)).toEqual([30, 0]);
  });

  it("are lost if their handler throws, or returns a value outside of the contract", async () => {
    const { url, events } = await serve({
      placeOrder() {
        throw new Error("no database");
      },
      cancelOrder: () => ({ type: "cancelled", seq: "one" }) as never,
    });
    const { feed } = connect(url);
    const lost = { code: "reply_lost", sent: true, closeCode: 1011 };
    await expect(feed.placeOrder(place())).rejects.toMatchObject(lost);
    await expect(feed.cancelOrder({ type: "cancel", order: "a" })).resolves.toMatchObject({
      type: "cancelled",
    });
    await expect(feed.placeOrder({ type: "place", price: 1 as never })).rejects.toMatchObject({
      code: "invalid_message",
      sent: false,
    });
    expect(events.map(({ type }) => type)).toEqual(["failed"]);
  });

  it("know their caller, and can send other messages", async () => {
    const accounts: unknown[] = [];
    const { url } = await serve(
      {
        async placeOrder({ price }, parameters, { account }, connection) {
          accounts.push(account, parameters, connection.signal.aborted);
          await connection.send({ type: "trade", market: "a", price, seq: 0 });
          return { type: "placed", order: "o" };
        },
      },
      { admit: () => "ann" },
    );
    const { feed } = connect(url);
    const topic = feed.trades({ market: "a" });
    await expect.poll(() => topic.state).toBe("subscribed");
    const read = topic[Symbol.asyncIterator]().next();
    await feed.placeOrder(place("7"));
    expect((await read).value).toMatchObject({ type: "trade", price: "7" });
    expect(accounts).toEqual(["ann", {}, false]);
  });

  it("need a handler each, and allow no other", () => {
    const create = (requestHandlers: NonNullable<FeedServerOptions["requestHandlers"]>) => () =>
      createFeedServer(market, { topics: { trades: { open: () => true } }, requestHandlers });
    expect(create({})).toThrow("The request cancelOrder has no handler");
    expect(create({ ...handlers, other: () => 1 })).toThrow("other, which is not a request");
  });
});

describe("33.5 requests on the socket of a feed, with another server", () => {
  it("reject at once if their reply breaks its schema, whether it is recognised or not", async () => {
    const { url } = await misbehave(({ id, price }, send) =>
      send(price === "1" ? { type: "placed", id, order: 5 } : { kind: "placed", id, order: "o" }),
    );
    const { feed, eventsOf } = connect(url);
    await expect(feed.placeOrder(place("1"))).rejects.toMatchObject({
      code: "reply_invalid",
      sent: true,
      cause: { issues: [{ pointer: "/order", code: "type" }] },
    });
    await expect(feed.placeOrder(place("2"))).rejects.toMatchObject({ code: "reply_invalid" });
    expect(eventsOf("violation")).toEqual([]);
  });

  it("report a late or repeated reply, and do not use it for the next request", async () => {
    const { url } = await misbehave(({ id, price }, send) => {
      const reply = { type: "placed", id, order: price };
      if (price === "late") setTimeout(() => send(reply), 400);
      else send(reply);
      if (price === "twice") send(reply);
    });
    const { feed, eventsOf } = connect(url);
    // The time of the second request is not spent on connecting.
    await feed.placeOrder({ type: "place", price: "first" });
    await expect(
      feed.placeOrder({ type: "place", price: "late" }, { timeoutMs: 200 }),
    ).rejects.toMatchObject({ code: "reply_timeout", sent: true });
    expect(await feed.placeOrder({ type: "place", price: "next" })).toMatchObject({
      order: "next",
    });
    await expect.poll(() => eventsOf("violation")).toMatchObject([{ rule: "unrequested" }]);
    expect(await feed.placeOrder({ type: "place", price: "twice" })).toMatchObject({
      order: "twice",
    });
    await expect.poll(() => eventsOf("violation").length).toBe(2);
    expect(eventsOf("gap")).toEqual([]);
  });

  it("are not repeated after their connection was lost, and report an unknown outcome", async () => {
    const { url, requests, connections } = await misbehave(({ id, price }, send, socket) => {
      if (price === "cut") socket.terminate();
      else send({ type: "placed", id, order: price });
    });
    const { feed, eventsOf } = connect(url);
    await expect(feed.placeOrder({ type: "place", price: "cut" })).rejects.toMatchObject({
      code: "reply_lost",
      sent: true,
      closeCode: 1006,
      message: expect.stringContaining("the server may have acted"),
    });
    // The next request waits for the next connection.
    expect(await feed.placeOrder(place())).toMatchObject({ type: "placed" });
    expect(requests.map(({ price }) => price)).toEqual(["cut", "1"]);
    expect([connections(), eventsOf("disconnected").length]).toEqual([2, 1]);
  });

  it("that wait for a connection can be aborted, and end with the feed", async () => {
    const { feed } = connect("ws://127.0.0.1:9");
    const abort = new AbortController();
    const withdrawn = feed.placeOrder(place(), { signal: abort.signal });
    const late = feed.placeOrder(place(), { timeoutMs: 20 });
    const closed = feed.placeOrder(place());
    const outcomes = Promise.allSettled([withdrawn, late, closed]);
    abort.abort();
    await expect(late).rejects.toMatchObject({ code: "reply_timeout", sent: false });
    feed.close();
    expect(await outcomes).toMatchObject([
      { reason: { code: "reply_aborted", sent: false } },
      { reason: { code: "reply_timeout" } },
      { reason: { code: "stream_closed", sent: false } },
    ]);
    await expect(feed.placeOrder(place())).rejects.toMatchObject({ code: "stream_closed" });
  });

  it("have other ids than requests for topics", async () => {
    const { url, requests } = await misbehave(({ id }, send) => send({ type: "cancelled", id }));
    const { feed } = connect(url);
    const topic = feed.trades({ market: "a" });
    await feed.cancelOrder({ type: "cancel", order: "a" });
    await expect.poll(() => topic.state).toBe("subscribed");
    expect(new Set(requests.map(({ id }) => id)).size).toBe(2);
  });

  it("get their reply although it shows that a frame before it is missing", async () => {
    const { url } = await misbehave(({ id }, send, socket) => {
      if (id === 1) send({ type: "cancelled", id });
      else socket.send(JSON.stringify({ type: "cancelled", id, seq: 9 }));
    });
    const { feed, eventsOf } = connect(url);
    await feed.cancelOrder({ type: "cancel", order: "a", id: 1 });
    expect(await feed.cancelOrder({ type: "cancel", order: "a", id: 2 })).toMatchObject({
      seq: 9,
    });
    await expect.poll(() => eventsOf("gap").length).toBe(1);
  });

  it("wait for the login, or reject with its refusal", async () => {
    const { feed: rule } = market;
    const payload = { type: "login", key: "{key}", id: "{id}" };
    const message = { payload, accepted: "accepted", refused: "refused", text: "/reason" };
    const schemes = { keys: { algorithm: "none", place: { message } } } as const;
    const descriptor = { ...market, ...(rule && { feed: { ...rule, credentials: schemes } }) };
    const { url, requests } = await misbehave((request, send) => {
      const { type, id } = request;
      const isRefused = "key" in request && request.key === "wrong";
      if (isRefused) send({ type: "refused", id, reason: "Unknown key." });
      else if (type === "login") setTimeout(() => send({ type: "accepted", id }), 20);
      else send({ type: "placed", id, order: "o" });
    });
    const connectWith = (key: string) => {
      const credentials = { keys: { key, secret: "s" } };
      return open(descriptor, streamTransport({ topics, url, credentials, onEvent: () => {} }));
    };
    await connectWith("right").send({ ...place(), id: 1n });
    await expect.poll(() => requests.map(({ type }) => type)).toEqual(["login", "place"]);
    const refused = connectWith("wrong");
    const error = { code: "unauthorized", message: expect.stringContaining("Unknown key.") };
    await expect(refused.send({ ...place(), id: 1n })).rejects.toMatchObject(error);
    await expect(refused.send({ ...place(), id: 2n })).rejects.toMatchObject(error);
    expect(requests.map(({ type }) => type)).toEqual(["login", "place", "login"]);
  });

  it("use the first connection, at most as often as the contract allows", async () => {
    const { feed: rule } = market;
    const limits = { topicsPerConnection: 1, requestsPerSecond: 3 };
    const descriptor = {
      ...market,
      ...(rule && { feed: { ...rule, subscription: { ...rule.subscription, limits } } }),
    };
    const times: number[] = [];
    const carriers = new Set<WebSocket>();
    const { url, connections } = await misbehave(({ type }, _, socket) => {
      if (type !== "place") return;
      times.push(performance.now());
      carriers.add(socket);
    });
    const feed = open(descriptor, streamTransport({ topics, url, onEvent: () => {} }));
    const trades = ["a", "b"].map((each) => feed.subscribe("trades", { market: each }));
    await expect.poll(() => trades.map(({ state }) => state)).toEqual(["subscribed", "subscribed"]);
    for (let id = 1n; id <= 4n; id += 1n) await feed.send({ ...place(), id });
    await expect.poll(() => times.length).toBe(4);
    expect([connections(), carriers.size]).toEqual([2, 1]);
    expect((times[3] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  });
});

describe("33.5 requests of a feed whose messages have no common member", () => {
  const untagged = `
asyncapi: 3.0.0
info: { title: Untagged, version: '1' }
channels:
  market:
    address: /market
    messages:
      ack: { payload: { type: object, required: [ack], properties: { ack: { type: integer }, ok: { type: boolean } } } }
      trade: { payload: { type: object, required: [trade], properties: { trade: { type: string } } } }
      done: { payload: { type: object, required: [done, of], properties: { done: { type: string }, of: { type: string } } }, correlationId: { location: "$message.payload#/of" } }
      buy: { payload: { type: object, required: [buy, ref], properties: { buy: { type: string }, ref: { type: string } }, additionalProperties: false }, correlationId: { location: "$message.payload#/ref" } }
      sell: { payload: { type: object, required: [sell, ref], properties: { sell: { type: string }, ref: { type: string } }, additionalProperties: false }, correlationId: { location: "$message.payload#/ref" } }
    x-envelope:
      version: 1
      match:
        - { message: ack, where: { /ack: { type: number } } }
        - { message: trade, where: { /trade: { type: string } } }
        - { message: done, where: { /done: { type: string } } }
    x-subscription:
      version: 1
      correlation: { request: /join, reply: /ack }
      acknowledgement: { messages: [ack] }
      topics:
        trades:
          subscribe: { join: '{id}' }
          messages: [trade]
          where: {}
operations:
  publish: { action: send, channel: { $ref: '#/channels/market' }, messages: [{ $ref: '#/channels/market/messages/ack' }, { $ref: '#/channels/market/messages/trade' }, { $ref: '#/channels/market/messages/done' }] }
  buy: { action: receive, channel: { $ref: '#/channels/market' }, messages: [{ $ref: '#/channels/market/messages/buy' }], reply: { messages: [{ $ref: '#/channels/market/messages/done' }] } }
  sell: { action: receive, channel: { $ref: '#/channels/market' }, messages: [{ $ref: '#/channels/market/messages/sell' }], reply: { messages: [{ $ref: '#/channels/market/messages/done' }] } }
`;

  it("differ by their schemas, and work together with topics", async () => {
    const document = await loadDocument({ text: untagged });
    ends.push(() => void document.remove());
    expect(document.diagnostics).toEqual([]);
    const { market: descriptor } = document.descriptors;
    if (descriptor === undefined) throw new Error("no channel");
    const asked: unknown[] = [];
    const answer = (request: unknown) => {
      asked.push(request);
      return { done: "yes" };
    };
    const server = createFeedServer(descriptor, {
      topics: { trades: { open: () => true } },
      requestHandlers: { buy: answer, sell: answer },
    });
    const http = createServer();
    server.attach(http);
    const url = await listen(http);
    const feed = document.client["market"]?.(
      streamTransport({ topics, url, onEvent: () => {} }) as never,
    ) as unknown as FeedStream & Record<"buy" | "sell", RequestMethod<object, object>>;
    ends.push(() => feed.close());
    const topic = feed.subscribe("trades", {});
    expect(await feed.sell({ sell: "a" })).toEqual({ done: "yes", of: expect.any(String) });
    expect(await feed.buy({ buy: "b", ref: "r" })).toEqual({ done: "yes", of: "r" });
    expect(asked).toMatchObject([{ sell: "a" }, { buy: "b", ref: "r" }]);
    await expect.poll(() => topic.state).toBe("subscribed");
  });
});
