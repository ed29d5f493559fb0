// Live books against a real server, over sockets that fail by a seed: every book shown is complete.

import { stringifyJson } from "@specwright/runtime";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { type OpenSocket, openWebSocket, streamTransport } from "@specwright/streams/client";
import { createStreamsClient, type StreamsClient } from "@specwright/streams-api/client";
import { afterEach, describe, expect, test } from "vitest";
import { type BookView, type LiveBook, openBooks } from "../src/books.ts";
import { key, type MarketExchange, startMarkets } from "./market-exchange.ts";

const markets = ["MARKET-A", "MARKET-B", "MARKET-C"];
let exchange: MarketExchange | undefined;

afterEach(async () => {
  await exchange?.stop();
  exchange = undefined;
});

async function start(seed: number): Promise<MarketExchange> {
  exchange = await startMarkets(markets, seededRandom(seed));
  return exchange;
}

function clientOf(url: string, openSocket: OpenSocket = openWebSocket): StreamsClient {
  return createStreamsClient(streamTransport({ url, ...key, openSocket, random: () => 0 }));
}

function sameBook(right: BookView, shown: BookView): boolean {
  return stringifyJson(right.snapshot()) === stringifyJson(shown.snapshot());
}

interface Wire {
  readonly openSocket: OpenSocket;
  /**
   * The largest number of pending snapshot requests for one market on one connection at any time.
   */
  mostOutstanding(): number;
  /** Stops causing faults. */
  calm(): void;
}

/** Opens sockets on which frames are lost, repeated, broken and cut off. */
function faultyWire(random: SeededRandom, rate: number): Wire {
  let most = 0;
  let calm = false;
  return {
    mostOutstanding: () => most,
    calm() {
      calm = true;
    },
    openSocket(url, headers, handlers) {
      const outstanding = new Map<string, number>();
      const socket = openWebSocket(url, headers, {
        ...handlers,
        received(bytes) {
          const text = new TextDecoder().decode(bytes);
          if (calm) {
            handlers.received(bytes);
            return;
          }
          if (text.startsWith('{"type":"book_snapshot"')) {
            const { market_id } = JSON.parse(text) as { market_id: string };
            outstanding.set(market_id, Math.max(0, (outstanding.get(market_id) ?? 0) - 1));
            // Losing them would cost the test a timeout each.
            handlers.received(bytes);
            return;
          }
          const odds = random.next() / rate;
          if (odds < 1) return;
          if (odds < 2) handlers.received(bytes);
          if (odds < 3) socket.terminate();
          else if (odds < 4)
            handlers.received(new TextEncoder().encode(text.replace('"nanos"', '"nanoz"')));
          else handlers.received(bytes);
        },
      });
      return {
        ...socket,
        send(bytes) {
          const text = new TextDecoder().decode(bytes);
          const frame = JSON.parse(text) as { markets: string[] };
          for (const market of frame.markets) {
            const count = (outstanding.get(market) ?? 0) + 1;
            outstanding.set(market, count);
            most = Math.max(most, count);
          }
          return socket.send(bytes);
        },
      };
    },
  };
}

describe("live books", () => {
  test.each([1, 2, 3, 4, 5, 6])("are whole or not shown, with seed %i", async (seed) => {
    const served = await start(seed);
    const wire = faultyWire(seededRandom(seed + 100), 0.01);
    const counts = { ready: 0, stale: 0, change: 0, trade: 0 };
    const wrong: string[] = [];
    const check = (live: LiveBook): void => {
      const { book, mdSeq = -1n, status, market } = live;
      if ((book !== undefined) !== (status === "ready")) wrong.push(`${market} shown ${status}`);
      if (book === undefined) return;
      const right = served.at(market, mdSeq);
      if (right === undefined || !sameBook(right, book)) wrong.push(`${market} ${mdSeq}`);
    };
    const books = openBooks(clientOf(served.url, wire.openSocket), markets);
    const traded: string[] = [];
    books.on("ready", ({ live }) => {
      counts.ready += 1;
      check(live);
    });
    books.on("change", ({ live }) => {
      counts.change += 1;
      check(live);
    });
    books.on("stale", ({ live }) => {
      counts.stale += 1;
      if (live.book !== undefined) wrong.push(`${live.market} is shown while stale`);
    });
    books.on("trade", ({ live, trade }) => {
      counts.trade += 1;
      check(live);
      traded.push(`${trade.market_id} ${trade.md_seq}`);
    });
    for (let round = 0; round < 150; round += 1) {
      for (let step = 0; step < 20; step += 1) served.step();
      if (round === 60) {
        await served.stop();
        for (let step = 0; step < 50; step += 1) served.step();
        await served.start();
      }
      await new Promise((resolve) => setImmediate(resolve));
      for (const live of books.all()) check(live);
    }
    // A lost frame is noticed only when a later one arrives, so the last ones must arrive.
    wire.calm();
    for (let step = 0; step < 60; step += 1) served.step();
    await expect
      .poll(() => books.all().map(({ market, mdSeq, status }) => [market, mdSeq, status]))
      .toEqual(markets.map((market) => [market, served.last(market), "ready"]));
    for (const live of books.all()) check(live);
    await books.close();
    expect(wrong).toEqual([]);
    expect(counts.stale).toBeGreaterThan(5);
    expect(counts.trade).toBeGreaterThan(50);
    expect(new Set(traded).size).toBe(traded.length);
    expect(wire.mostOutstanding()).toBe(1);
    expect(books.all().map(({ status }) => status)).toEqual(["stale", "stale", "stale"]);
  });

  test("are subscribed and unsubscribed on request", async () => {
    const served = await start(9);
    for (let step = 0; step < 50; step += 1) served.step();
    const books = openBooks(clientOf(served.url));
    await books.open(["MARKET-A", "NO-SUCH", "MARKET-A"]);
    const unknown = new Promise<string>((resolve) => {
      books.on("unknown", ({ live }) => resolve(live.market));
    });
    expect(books.get("MARKET-A")).toMatchObject({ status: "opening", book: undefined });
    expect(books.get("MARKET-B")).toBeUndefined();
    expect(await unknown).toBe("NO-SUCH");
    await expect.poll(() => books.get("MARKET-A")?.status).toBe("ready");
    const live = books.get("MARKET-A");
    expect(books.get("NO-SUCH")).toMatchObject({ status: "unknown", book: undefined });
    await books.drop(["MARKET-A", "MARKET-C"]);
    expect(live).toMatchObject({ status: "closed", book: undefined });
    expect(books.all().map(({ market }) => market)).toEqual(["NO-SUCH"]);
    await books.open(["MARKET-B"]);
    await expect.poll(() => books.get("MARKET-B")?.status).toBe("ready");
    await books.close();
    await books.done;
    expect(books.state).toBe("closed");
  });

  test("that changed are iterated over, each once however often it changed", async () => {
    const served = await start(11);
    const books = openBooks(clientOf(served.url), markets);
    await expect.poll(() => books.all().every(({ status }) => status === "ready")).toBe(true);
    const changes = books.changes();
    for (let step = 0; step < 300; step += 1) served.step();
    await expect
      .poll(() => books.all().every(({ market, mdSeq }) => mdSeq === served.last(market)))
      .toBe(true);
    const seen: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { value } = await changes.next();
      seen.push(`${value?.market} ${value?.mdSeq}`);
    }
    expect(seen.sort()).toEqual(markets.map((market) => `${market} ${served.last(market)}`));
    const next = changes.next();
    served.step();
    expect((await next).value?.status).toBe("ready");
    await books.close();
    // Closing made them stale, which counts as a change.
    const rest: unknown[] = [];
    for await (const live of changes) rest.push(live.status);
    expect(rest).toEqual(["stale", "stale", "stale"]);
  });

  test("continue when a listener throws, and say so elsewhere", async () => {
    const thrown: unknown[] = [];
    const before = process.listeners("uncaughtException");
    process
      .removeAllListeners("uncaughtException")
      .on("uncaughtException", (error) => void thrown.push(error));
    try {
      const served = await start(13);
      const throwing = (): never => {
        throw new Error("mine");
      };
      const options = { onEvent: throwing, onOther: throwing };
      const books = openBooks(clientOf(served.url), ["NO-SUCH", "MARKET-A"], options);
      await expect.poll(() => books.get("NO-SUCH")?.status).toBe("unknown");
      await expect.poll(() => books.get("MARKET-A")?.status).toBe("ready");
      await books.close();
      await books.done;
      expect(thrown.length).toBeGreaterThanOrEqual(4);
    } finally {
      process.removeAllListeners("uncaughtException");
      for (const listener of before) process.on("uncaughtException", listener);
    }
  });

  test("T2 report the end of the stream for every market, such as a wrong key", async () => {
    const served = await start(12);
    const options = { url: served.url, ...key, secretKey: "0".repeat(64) };
    const failed: [string, unknown][] = [];
    const books = openBooks(createStreamsClient(streamTransport(options)), markets);
    books.on("failed", ({ live, error }) =>
      failed.push([live.market, Reflect.get(Object(error), "code")]),
    );
    const changes = books.changes();
    await expect(books.done).rejects.toMatchObject({ code: "unauthorized" });
    expect(failed).toEqual(markets.map((market) => [market, "unauthorized"]));
    expect(books.get("MARKET-A")).toMatchObject({ status: "failed", book: undefined });
    await expect(changes.next()).rejects.toMatchObject({ code: "unauthorized" });
    await expect(books.changes().next()).rejects.toMatchObject({ code: "unauthorized" });
  });
});
