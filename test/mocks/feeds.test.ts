// Feeds of the examples, mocked from their contracts, and driven by the clients that are generated from them.

import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { streamTransport, topics } from "@specwright/streams/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createBinanceClient } from "../../examples/feeds/binance/gen/client.ts";
import { createBitfinexClient } from "../../examples/feeds/bitfinex/gen/client.ts";
import { createKrakenClient } from "../../examples/feeds/kraken/gen/client.ts";
import { type RunningMock, startMock } from "../../generators/cli/test/start-mock.ts";

const feeds = resolve(import.meta.dirname, "../../examples/feeds");
const venues = readdirSync(feeds).filter((name) => existsSync(join(feeds, name, "asyncapi.yaml")));
let mock: RunningMock | undefined;
afterEach(() => mock?.stop());

/** Mocks a venue, with a change of each book every 20 ms. */
async function mockVenue(name: string): Promise<RunningMock> {
  const flags = ["--perspective", "consumer", "--interval", "20"];
  mock = await startMock(feeds, [join(feeds, name, "asyncapi.yaml"), ...flags]);
  return mock;
}

describe("a mocked feed", () => {
  it.each(venues)("of %s is served", async (name) => {
    const { lines } = await mockVenue(name);
    expect(lines.join("\n")).not.toMatch(/The feed at|cannot/);
    expect(lines.join("\n")).toMatch(/\d channels?: \//);
  });

  it.each(["GET", "TRACE", "POST"])("answers %s of any target, and stays", async (method) => {
    const { port } = new URL((await mockVenue("binance")).url);
    for (const target of ["//", "/api/v3/depth", "*"]) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.end(`${method} ${target} HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n`);
      expect((await text(socket)).split("\r\n")[0]).toMatch(/ 4\d\d /);
    }
  });

  const books = {
    // With a snapshot over HTTP.
    binance: (transport: ReturnType<typeof open>) =>
      createBinanceClient(transport).market().book({ symbol: "btcusdt" }),
    bitfinex: (transport: ReturnType<typeof open>) =>
      createBitfinexClient(transport).market().book({ symbol: "tBTCUSD" }),
    // With checksums, and a second channel at the same address.
    kraken: (transport: ReturnType<typeof open>) =>
      createKrakenClient(transport).market().book({ symbol: "BTC/USD" }),
  };
  const open = (url: string, events: unknown[]) =>
    streamTransport({
      topics,
      url,
      servers: { "https://api.binance.com": url.replace(/^ws/, "http") },
      onEvent: (event) => void events.push(event),
    });

  it.each(Object.keys(books) as (keyof typeof books)[])(
    "of %s has a book that moves",
    async (name) => {
      const events: unknown[] = [];
      const { url } = await mockVenue(name);
      const stream = books[name](open(url, events));
      try {
        const sizes = new Set<string | undefined>();
        await vi.waitFor(
          () => {
            sizes.add(stream.book?.topTexts("bids", 1)[0]?.[1]);
            expect(sizes.size).toBeGreaterThan(4);
          },
          { timeout: 20_000, interval: 10 },
        );
        expect(Number(stream.book?.topTexts("asks", 1)[0]?.[0])).toBe(0.5);
        if (name === "kraken") expect(stream.verified).toBe(true);
        const faults = events.filter((event) => Object(event).type !== "state");
        expect(faults).toEqual([]);
      } finally {
        stream.close();
      }
    },
  );
});
