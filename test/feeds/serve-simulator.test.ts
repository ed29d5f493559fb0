// Simulated venues over real sockets.

import { constants, sign } from "node:crypto";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { systemClock } from "@specwright/runtime";
import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { simulateBinance } from "../../examples/feeds/binance/simulator.ts";
import { simulateKalshi } from "../../examples/feeds/kalshi/simulator.ts";
import { type ServedSimulator, serveSimulator } from "../../examples/feeds/serve-simulator.ts";
import { venues } from "../../examples/feeds/venues.ts";
import { endChildren, startChild } from "../e2e/children.ts";
import { ReferenceBook } from "./binance-reference-client.ts";
import { accessKey, ReferenceBooks, signedUpgrade } from "./kalshi-reference-client.ts";

const stops: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  endChildren();
});

async function serve(...args: Parameters<typeof serveSimulator>): Promise<ServedSimulator> {
  const served = await serveSimulator(...args);
  stops.push(() => served.stop());
  return served;
}

/** Opens a socket; `frames` are the parsed text frames. */
async function open(url: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new WebSocket(url, { headers, autoPong: false });
  stops.push(() => socket.terminate());
  const frames: Record<string, unknown>[] = [];
  socket.on("message", (data) => frames.push(JSON.parse(data.toString())));
  await once(socket, "open");
  return { socket, frames };
}

const binance = () => simulateBinance({ clock: systemClock, random: seededRandom(1) });

test("Binance's depth and snapshots make the true book over sockets", async () => {
  const venue = binance();
  const { url } = await serve(venue, { stepMs: 0 });
  const { frames } = await open(`${url}/ws/btcusdt@depth@100ms`);
  const book = new ReferenceBook("BTCUSDT");
  let sent = 0;
  for (let round = 0; !book.ready || round < 20; round += 1) {
    venue.step();
    const response = await fetch(
      `${url.replace("ws", "http")}/api/v3/depth?symbol=BTCUSDT&limit=5000`,
    );
    expect(response.status).toBe(200);
    // Frames that the venue sent before the response to a later request come first.
    venue.step();
    const snapshot = await response.json();
    await expect.poll(() => frames.length).toBeGreaterThanOrEqual(sent);
    for (const event of frames.slice(sent)) book.event(event as never);
    sent = frames.length;
    if (!book.ready) book.snapshot(snapshot);
  }
  await expect
    .poll(() => {
      for (const event of frames.slice(sent)) book.event(event as never);
      sent = frames.length;
      return book.book();
    })
    .toEqual(venue.book("btcusdt"));
  expect(book.counts.restarts).toBe(0);
});

test("the market follows the given clock", async () => {
  const clock = fakeClock();
  const venue = simulateBinance({ clock, random: seededRandom(1) });
  const { url, stop } = await serveSimulator(venue, { stepMs: 100, clock });
  const { frames } = await open(`${url}/ws/btcusdt@depth@100ms`);
  await clock.advance(10_000);
  await expect.poll(() => frames.length).toBeGreaterThan(50);
  await stop();
  expect(clock.pending()).toBe(0);
});

test("Kalshi's upgrades are refused with 401, or make the true books", async () => {
  const venue = simulateKalshi({ clock: systemClock, random: seededRandom(1), key: accessKey });
  const { url } = await serve(venue, { stepMs: 0 });
  const refused = new WebSocket(`${url}/trade-api/ws/v2`);
  const [, response] = await once(refused, "unexpected-response");
  expect(response.statusCode).toBe(401);
  refused.on("error", () => {});
  refused.terminate();

  const { headers, target } = signedUpgrade(Date.now());
  const { socket, frames } = await open(`${url}${target}`, headers);
  const params = { channels: ["orderbook_delta"], market_tickers: venue.markets };
  socket.send(JSON.stringify({ id: 1, cmd: "subscribe", params }));
  await expect.poll(() => frames.length).toBe(1 + venue.markets.length);
  for (let step = 0; step < 100; step += 1) venue.step();
  const books = new ReferenceBooks();
  let taken = 0;
  const bookOf = (market: string) => {
    for (const value of frames.slice(taken)) books.take({ text: "", value, truths: [] });
    taken = frames.length;
    return books.book(market);
  };
  for (const market of venue.markets) {
    await expect.poll(() => bookOf(market)).toEqual(venue.book(market));
  }
  expect(books.gaps).toEqual([]);
});

describe("a connection", () => {
  test("carries pings and pongs, and closes with a code", async () => {
    const clock = fakeClock(1_790_000_000_000);
    const venue = simulateBinance({ clock, random: seededRandom(1) });
    const { url } = await serve(venue, { stepMs: 0 });
    const [answering, silent] = [await open(`${url}/ws`), await open(`${url}/ws`)];
    answering.socket.on("ping", (payload) => answering.socket.pong(payload));
    const pings: string[] = [];
    silent.socket.on("ping", (payload) => pings.push(payload.toString()));
    const closed = once(silent.socket, "close");
    for (let minute = 0; minute < 4; minute += 1) {
      await clock.advance(20_000);
      // The pong must arrive before the clock moves on.
      answering.socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}');
      await expect.poll(() => answering.frames.length).toBe(minute + 1);
    }
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([1008, "Pong timeout"]);
    expect(pings[0]).toBe("1790000020000");
    expect(answering.socket.readyState).toBe(WebSocket.OPEN);
  });

  test("that is cut ends without a close frame; a closed one is removed", async () => {
    const venue = binance();
    const { url } = await serve(venue, { stepMs: 0 });
    const first = await open(`${url}/ws`);
    const second = await open(`${url}/ws`);
    second.socket.close();
    await once(second.socket, "close");
    const closed = once(first.socket, "close");
    venue.misbehave("cut");
    expect((await closed)[0]).toBe(1006);
  });

  test("to an unknown path is refused", async () => {
    const { url } = await serve(binance(), { stepMs: 0 });
    await expect(open(`${url}/other`)).rejects.toThrow("404");
    expect((await fetch(url.replace("ws", "http"))).status).toBe(404);
  });
});

describe("the program", () => {
  const program = (...args: string[]) =>
    startChild({ script: "examples/feeds/serve-simulator.ts", args, cwd: process.cwd() });

  test("serves Binance until it is stopped", async () => {
    const child = program("binance", "--port", "0", "--step-ms", "10");
    const [, url] = /at (ws:\S+)/.exec(await child.line(/ at ws:/)) ?? [];
    const { frames } = await open(`${url}/ws/ethbtc@depth@100ms`);
    await expect.poll(() => frames.length).toBeGreaterThan(3);
    expect(await child.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  test("serves Kalshi with a generated key", async () => {
    const child = program("kalshi", "--seed", "3");
    const [, file = ""] = /is in (\S+)/.exec(await child.line(/private key/)) ?? [];
    stops.push(() => rm(dirname(file), { recursive: true }));
    const [, url] = /at (ws:\S+)/.exec(await child.line(/ at ws:/)) ?? [];
    const now = String(Date.now());
    const signature = sign("sha256", Buffer.from(`${now}GET/trade-api/ws/v2`), {
      key: await readFile(file, "utf8"),
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    });
    await open(`${url}/trade-api/ws/v2`, {
      "kalshi-access-key": "simulated-key",
      "kalshi-access-signature": signature.toString("base64"),
      "kalshi-access-timestamp": now,
    });
  });

  test.each([
    [["other"], `Say which venue to serve: ${Object.keys(venues).join(", ")}`],
    [["binance", "--port", "x"], "--port is a whole number, not x."],
  ])("ends with code 2 if its arguments are %j", async (args, message) => {
    const child = program(...args);
    expect(await child.ended()).toEqual({ code: 2, signal: null });
    expect(child.errors()).toContain(message);
  });

  test("misbehaves as the lines on its stdin request", async () => {
    const child = program("binance");
    const [, url] = /at (ws:\S+)/.exec(await child.line(/ at ws:/)) ?? [];
    const { socket } = await open(`${url}/ws`);
    child.write("?");
    await child.line(/^cut: /);
    child.write("dance");
    await child.error("Unknown dance. Known: drop, ");
    const closed = once(socket, "close");
    child.write("cut");
    expect((await closed)[0]).toBe(1006);
  });
});
