// A feed server on a real HTTP server, and a generated client over real sockets.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fakeClock } from "@specwright/runtime/testing";
import { streamTransport, topics } from "@specwright/streams/client";
import {
  createFeedServer,
  createStreamServer,
  type FeedServerOptions,
  type FeedTopicsOf,
  refuse,
} from "@specwright/streams/server";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket as NodeSocket } from "ws";
import { createBinanceClient, type MarketFeed } from "../../examples/feeds/binance/gen/client.ts";
import { account, market } from "../../examples/feeds/binance/gen/descriptors.ts";
import { createKrakenClient } from "../../examples/feeds/kraken/gen/client.ts";
import { market as krakenMarket } from "../../examples/feeds/kraken/gen/descriptors.ts";
import { servedRules } from "./served-rules.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("a private topic", () => {
  const want =
    /missing_authenticator: The topic events of the channel account is private: pass `admit`/;
  const options = { topics: { events: { open: () => true } } };

  it("is not served without accounts, alone or with other channels", () => {
    const feed = createFeedServer(account, options);
    expect(() => feed.attach(createServer())).toThrow(want);
    const beside = () =>
      createStreamServer({ channels: [account], handlers: {}, feeds: { account: feed } });
    expect(beside).toThrow(want);
    feed.close();
  });

  it("is served to the accounts that `admit` returns", async () => {
    const feed = createFeedServer(account, { ...options, admit: () => "ada" });
    feed.attach(createServer());
    const feeds = { account: feed };
    await createStreamServer({ channels: [account], handlers: {}, feeds }).close();
    feed.close();
  });
});

type BinanceTopics = FeedTopicsOf<MarketFeed>;

async function serveBinance(options: Partial<FeedServerOptions<BinanceTopics>> = {}) {
  const feed = createFeedServer<BinanceTopics>(market, {
    topics: { trade: { open: ({ symbol }) => symbol === "btcusdt" || refuse("no trades", 7) } },
    fill: servedRules["binance"]?.fill ?? {},
    ...options,
  });
  const http = createServer((request, response) => {
    const answer = feed.answer(new Request(`http://${request.headers.host}${request.url}`));
    if (answer === undefined) response.writeHead(404).end();
    else {
      answer.text().then((body) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
      });
    }
  });
  const detach = feed.attach(http);
  return { feed, detach, port: await listen(http) };
}

async function listen(http: Server): Promise<number> {
  servers.push(http);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return (http.address() as AddressInfo).port;
}

it("keeps a book with an HTTP snapshot", async () => {
  const { feed, port } = await serveBinance();
  const book = feed.book("book", { symbol: "btcusdt" });
  book.load({ bids: [["0.61", "250"]], asks: [["0.63", "175.5"]] });
  const client = createBinanceClient(
    streamTransport({
      topics,
      url: `ws://127.0.0.1:${port}`,
      servers: { "https://api.binance.com": `http://127.0.0.1:${port}` },
      onEvent: () => {},
    }),
  ).market();
  const own = client.book({ symbol: "btcusdt" });
  const trades = client.trade({ symbol: "btcusdt" });
  await expect.poll(() => trades.state).toBe("subscribed");
  const refused = client.trade({ symbol: "nobody" });
  await expect.poll(() => refused.state).toBe("refused");
  await expect
    .poll(() => {
      // A snapshot counts as complete once a change follows it.
      book.set({ bids: [["0.60", "1"]] });
      book.set({ bids: [["0.60", "2"]] });
      return own.status;
    })
    .toBe("ready");
  book.set({ bids: [["0.61", "0"]], asks: [["0.62", "3.50"]] });
  await expect
    .poll(() => [own.book?.topTexts("bids"), own.book?.topTexts("asks")])
    .toEqual([
      [["0.6", "2"]],
      [
        ["0.62", "3.5"],
        ["0.63", "175.5"],
      ],
    ]);
  const data = { E: 1n, s: "BTCUSDT", t: 1n, p: "0.61", q: "2", T: 1n, m: true };
  const received = trades[Symbol.asyncIterator]().next();
  feed.publish("trade", { symbol: "btcusdt" }, "trade", { data });
  expect((await received).value).toMatchObject({ data: { p: "0.61", t: 1n } });
  client.close();
  await expect.poll(() => feed.connections).toBe(0);
});

it("refuses one topic of a request, and serves it again after it was closed", async () => {
  const feed = createFeedServer(krakenMarket, { topics: { trade: { open: () => true } } });
  feed.book("book", { symbol: "BTC/USD" }).set({ bids: [["0.5", "1.250"]] });
  const http = createServer();
  feed.attach(http);
  const url = `ws://127.0.0.1:${await listen(http)}`;
  const client = createKrakenClient(streamTransport({ topics, url })).market();
  // Both are in one request; each topic has its own response.
  const own = client.book({ symbol: "BTC/USD" });
  const unknown = client.book({ symbol: "NOBODY" });
  await expect.poll(() => [own.status, own.verified]).toEqual(["ready", true]);
  await expect.poll(() => unknown.status).toBe("refused");
  const statuses: string[] = [];
  own.onChange((change) => {
    if (change === "status") statuses.push(own.status);
  });
  feed.close();
  feed.attach(http);
  await expect.poll(() => statuses).toEqual(["stale", "ready"]);
  expect(own.book?.topTexts("bids")).toEqual([["0.5", "1.25"]]);
  client.close();
  feed.close();
});

it.each([
  ["another path", "/other", {}, 404],
  ["no right to connect", "/stream", {}, 401],
  ["a right that cannot be judged", "/stream", { "x-key": "broken" }, 500],
  ["a parameter that the contract does not have", "/stream?x=1", { "x-key": "me" }, 400],
  ["a right", "/stream", { "x-key": "me" }, 101],
])("responds to an upgrade with %s", async (_, path, headers, status) => {
  const { feed, port } = await serveBinance({
    onEvent: () => {},
    admit({ headers: { "x-key": key }, target }) {
      if (key === "broken") throw new Error("the key store is down");
      return key === "me" && target.startsWith("/stream") ? { key } : refuse("Who are you?");
    },
  });
  const upgrade = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16).toString("base64"),
  };
  const { request } = await import("node:http");
  const call = request({ port, host: "127.0.0.1", path, headers: { ...upgrade, ...headers } });
  call.end();
  const [answer] = await Promise.race([once(call, "response"), once(call, "upgrade")]);
  expect(answer.statusCode).toBe(status);
  expect(feed.connections).toBe(status === 101 ? 1 : 0);
  feed.close();
});

it("leaves the HTTP server and its other listeners alone", async () => {
  const { detach, port } = await serveBinance();
  const [http] = servers;
  const others: string[] = [];
  http?.on("upgrade", ({ url }, socket) => {
    others.push(url ?? "");
    socket.destroy();
  });
  const failed = (path: string): Promise<unknown> =>
    once(new WebSocket(`ws://127.0.0.1:${port}${path}`), "error");
  await failed("/other");
  expect(others).toEqual(["/other"]);
  detach();
  await failed("/stream");
  expect(others).toEqual(["/other", "/stream"]);
});

describe("33.2 a connection with topics is counted and checked like any other", () => {
  it("is pinged, and ends when its client leaves pings after frames unanswered", async () => {
    const clock = fakeClock(Date.now());
    const events: unknown[] = [];
    const feed = createFeedServer(krakenMarket, {
      topics: { trade: { open: () => true } },
      clock,
      onEvent: (event) => events.push(event),
    });
    const http = createServer();
    feed.attach(http);
    const socket = new NodeSocket(`ws://127.0.0.1:${await listen(http)}/v2`, { autoPong: false });
    const closed = once(socket, "close");
    let pings = 0;
    socket.on("ping", () => {
      pings += 1;
    });
    await once(socket, "open");
    for (let second = 0; second < 40; second += 1) {
      await clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([1013, "The client reads too slowly."]);
    expect(pings).toBeGreaterThan(0);
    expect(events).toMatchObject([{ type: "slow" }]);
    expect(feed.statistics()).toMatchObject({
      upgrades: { accepted: 1 },
      endings: { flow_control: 1 },
    });
    feed.close();
  });

  it("counts connections, frames and refusals", async () => {
    const { feed, port } = await serveBinance({
      onEvent: () => {},
      admit: ({ headers }) => (headers["x-key"] === "me" ? {} : refuse("Who are you?")),
    });
    const url = `ws://127.0.0.1:${port}/stream`;
    await once(new NodeSocket(url), "error");
    const socket = new NodeSocket(url, { headers: { "x-key": "me" } });
    await once(socket, "open");
    socket.send("nothing");
    await once(socket, "message");
    expect(feed.statistics()).toMatchObject({
      connections: { market: 1 },
      sentFrames: 1,
      upgrades: { accepted: 1, unauthorized: 1 },
    });
    feed.close();
    await expect.poll(() => feed.statistics().endings).toEqual({ closed: 1 });
  });

  it("names the limit when it closes because of a long client frame", async () => {
    const { feed, port } = await serveBinance({ maxFrameBytes: 100 });
    const socket = new NodeSocket(`ws://127.0.0.1:${port}/stream`);
    await once(socket, "open");
    socket.send("x".repeat(101));
    const [code, reason] = await once(socket, "close");
    expect([code, String(reason)]).toEqual([1009, "a message may have 100 bytes"]);
    feed.close();
  });
});
