import { describe, expect, it } from "vitest";
import { bookChecksum, checksumText } from "../../examples/feeds/bitfinex/simulator/checksum.ts";
import {
  isRecord,
  OB_CHECKSUM,
  ReferenceBook,
  type Row,
  SEQ_ALL,
  startVenue,
  subscribeBook,
  TIMESTAMP,
} from "./bitfinex-client.ts";
import { openConnection } from "./open-connection.ts";

describe("the checksum", () => {
  it.each<{
    given: string;
    bids: Row[] | [number, number][];
    asks: [number, number][];
    want: number;
  }>([
    {
      given: "the test string of the official client",
      bids: [
        [6000, 1],
        [5900, 2],
      ],
      asks: [
        [6100, -3],
        [6200, -4],
      ],
      want: 1756193398,
    },
    { given: "nothing", bids: [], asks: [], want: 0 },
  ])("of $given is $want", ({ bids, asks, want }) => {
    const pairs = bids.map(([key, amount]) => [key, amount] as const);
    expect(bookChecksum(pairs, asks)).toBe(want);
  });

  it.each([
    {
      given: "sides of different lengths",
      bids: [[2, 1]],
      asks: [
        [3, -1],
        [4, -2],
      ],
      want: "2:1:3:-1:4:-2",
    },
    { given: "small numbers", bids: [[0.0000012345, 1e-7]], asks: [], want: "0.0000012345:1e-7" },
    { given: "smaller prices", bids: [[0.00000012, 250]], asks: [], want: "1.2e-7:250" },
  ])("joins $given as $want", ({ bids, asks, want }) => {
    const pairs = (rows: number[][]) => rows.map(([key = 0, amount = 0]) => [key, amount] as const);
    expect(checksumText(pairs(bids), pairs(asks))).toBe(want);
  });

  it("covers 25 lines of each side", () => {
    const bids = Array.from({ length: 30 }, (_, at) => [100 - at, 1] as const);
    const asks = Array.from({ length: 30 }, (_, at) => [101 + at, -1] as const);
    expect(checksumText(bids, asks).split(":")).toHaveLength(100);
  });
});

describe("events", () => {
  it("starts with an info event of version 2", async () => {
    const { open } = await startVenue();
    const [info] = (await open()).read();
    expect(info).toEqual({
      event: "info",
      version: 2,
      serverId: expect.any(String),
      platform: { status: 1 },
    });
  });

  const book = { event: "subscribe", channel: "book", symbol: "tBTCUSD" };
  const details = { prec: "P0", freq: "F0", len: "25" };
  it.each([
    {
      given: { event: "ping", cid: 1234 },
      want: { event: "pong", ts: 1_700_000_000_000, cid: 1234 },
    },
    {
      given: { event: "conf", flags: 65_536 },
      want: { event: "conf", status: "OK", flags: 65_536 },
    },
    {
      given: { ...book, subId: 123 },
      want: { ...book, event: "subscribed", ...details, subId: 123, pair: "BTCUSD" },
    },
    {
      given: { ...book, symbol: "tETHUSD", prec: "R0", len: 100 },
      want: { event: "subscribed", channel: "book", symbol: "tETHUSD", prec: "R0", len: "100" },
    },
    {
      given: { event: "subscribe", channel: "trades", symbol: "tPEPE:USD" },
      want: { event: "subscribed", channel: "trades", symbol: "tPEPE:USD", pair: "PEPE:USD" },
    },
    { given: { event: "dance" }, want: { event: "error", code: 10_000 } },
    {
      given: { ...book, symbol: "tNONE", subId: 7 },
      want: { event: "error", code: 10_001, subId: 7 },
    },
    { given: { ...book, prec: "P9" }, want: { event: "error", code: 10_011 } },
    { given: { ...book, len: 26 }, want: { event: "error", code: 10_012 } },
    { given: { ...book, channel: "weather" }, want: { event: "error", code: 10_302 } },
    { given: { event: "unsubscribe", chanId: 12 }, want: { event: "error", code: 10_401 } },
  ])("responds to $given", async ({ given, want }) => {
    const { client } = await startVenue();
    client.send(given);
    expect(client.read()[0]).toMatchObject(want);
  });

  it("refuses a second subscription of the same, and the 26th channel", async () => {
    const { client } = await startVenue();
    subscribeBook(client);
    client.send(book);
    expect(client.read()).toMatchObject([{ event: "error", code: 10_301, msg: "subscribe: dup" }]);
    const all = ["tBTCUSD", "tETHUSD"].flatMap((symbol) =>
      ["P0", "P1", "P2", "P3", "R0"].flatMap((prec) =>
        ["1", "25", "100"].map((len) => ({ symbol, prec, len })),
      ),
    );
    for (const each of all) client.send({ ...book, ...each });
    const answers = client.read().filter(isRecord);
    const refused = answers.filter(({ code }) => code === 10_305);
    expect(answers.filter(({ event }) => event === "subscribed")).toHaveLength(24);
    expect(refused).toHaveLength(30 - 1 - 24);
  });

  it("sends no data of an unsubscribed channel", async () => {
    const { client, venue, clock } = await startVenue();
    const chanId = subscribeBook(client);
    client.send({ event: "unsubscribe", chanId });
    expect(client.read()).toEqual([{ event: "unsubscribed", status: "OK", chanId }]);
    for (let step = 0; step < 30; step += 1) venue.step();
    await clock.advance(60_000);
    expect(client.read()).toEqual([]);
  });

  it("sends no data of a channel that is unsubscribed during a frame", async () => {
    const { venue, clock } = await startVenue();
    const client = openConnection(venue, "/ws/2", ({ text }) => {
      const chanId = /^\[(\d+),\[\d/.exec(text)?.[1];
      if (chanId !== undefined) client.send({ event: "unsubscribe", chanId: Number(chanId) });
    });
    client.send({ event: "subscribe", channel: "book", symbol: "tBTCUSD" });
    client.send({ event: "subscribe", channel: "book", symbol: "tETHUSD" });
    for (let step = 0; step < 30; step += 1) venue.step();
    await clock.advance(60_000);
    const kinds = client.frames.map(({ text }) => /^\[\d+,\[\d/.test(text));
    expect(kinds.filter((update) => update)).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });

  it("ends all timers with the connection, even while a frame is sent", async () => {
    const { venue, clock } = await startVenue();
    const client = openConnection(venue, "/ws/2", ({ text }) => {
      if (/^\[\d+,\[\d/.test(text)) client.connection.closed();
    });
    client.send({ event: "subscribe", channel: "book", symbol: "tBTCUSD" });
    await clock.advance(1);
    expect(clock.pending()).toBe(1);
    for (let step = 0; step < 30; step += 1) venue.step();
    expect(clock.pending()).toBe(0);
  });

  it("refuses another path", async () => {
    const { venue } = await startVenue();
    expect(() => openConnection(venue, "/ws/1")).toThrow("refused with 404");
  });
});

describe("frames", () => {
  it("sends a heartbeat after each 15 seconds of silence", async () => {
    const { client, clock } = await startVenue();
    const chanId = subscribeBook(client);
    await clock.advance(14_999);
    expect(client.read()).toEqual([]);
    await clock.advance(30_001);
    expect(client.read()).toEqual([
      [chanId, "hb"],
      [chanId, "hb"],
      [chanId, "hb"],
    ]);
  });

  it("counts every frame, heartbeats included, and adds the time after the number", async () => {
    const { client, clock, venue } = await startVenue();
    client.send({ event: "conf", flags: SEQ_ALL + TIMESTAMP + OB_CHECKSUM });
    subscribeBook(client);
    client.send({ event: "subscribe", channel: "trades", symbol: "tBTCUSD" });
    for (let step = 0; step < 40; step += 1) {
      venue.step();
      await clock.advance(step % 8 === 0 ? 20_000 : 100);
    }
    const frames = client.frames.map(({ text }): unknown => JSON.parse(text)).filter(Array.isArray);
    expect(frames.map((frame) => frame.at(-2))).toEqual(frames.map((_, at) => at + 1));
    expect(frames.every((frame) => frame.at(-1) >= 1_700_000_000_000)).toBe(true);
    const kinds = frames.map((frame) => (typeof frame[1] === "string" ? frame[1] : "data"));
    expect(new Set(kinds)).toEqual(new Set(["data", "cs", "hb", "te", "tu"]));
  });

  it("sends trades as te, and again as tu with the same record", async () => {
    const { client, venue } = await startVenue();
    client.send({ event: "subscribe", channel: "trades", symbol: "tBTCUSD" });
    const [, snapshot] = client.read();
    expect(snapshot).toEqual([expect.any(Number), expect.any(Array)]);
    for (let step = 0; step < 60; step += 1) venue.step();
    const frames = client.read().filter(Array.isArray);
    const of = (kind: string) =>
      frames.filter((frame) => frame[1] === kind).map((frame) => frame[2]);
    expect(of("te").length).toBeGreaterThan(5);
    expect(of("te").slice(0, of("tu").length)).toEqual(of("tu"));
    for (const [, , amount, price] of of("te")) {
      expect(Math.abs(amount)).toBeGreaterThan(0);
      expect(price).toBeGreaterThan(0);
    }
  });

  it("writes small numbers with an exponent", async () => {
    const { client, venue } = await startVenue();
    subscribeBook(client, { symbol: "tPEPE:USD" });
    for (let step = 0; step < 50; step += 1) venue.step();
    const texts = client.frames.map(({ text }) => text).join("\n");
    expect(texts).toMatch(/\[1\.2\d+e-7,\d+,/);
    expect(texts).not.toMatch(/0\.0000001/);
  });
});

describe("a client that follows the documentation", () => {
  it.each([
    { symbol: "tBTCUSD", prec: "P0", len: 25, steps: 2_000 },
    { symbol: "tETHUSD", prec: "P0", len: 100, steps: 1_000 },
    { symbol: "tPEPE:USD", prec: "P0", len: 25, steps: 2_000 },
    { symbol: "tSHIB:USD", prec: "P0", len: 25, steps: 1_000 },
    { symbol: "tBTCUSD", prec: "R0", len: 25, steps: 1_000 },
    { symbol: "tPEPE:USD", prec: "R0", len: 100, steps: 1_000 },
    { symbol: "tETHUSD", prec: "P1", len: 25, steps: 1_000 },
    { symbol: "tETHUSD", prec: "P4", len: 25, steps: 300 },
    { symbol: "tBTCUSD", prec: "P0", len: 1, steps: 1_000 },
  ])("keeps the book $symbol $prec $len for $steps steps", async ({ steps, ...topic }) => {
    const { client, venue } = await startVenue(topic.len + steps);
    client.send({ event: "conf", flags: OB_CHECKSUM });
    subscribeBook(client, topic);
    const book = new ReferenceBook(topic.prec === "R0");
    const seen = { updates: 0, deletions: 0, checksums: 0, shortest: 1_000 };
    let at = 2;
    for (let step = 0; step <= steps; step += 1) {
      for (; at < client.frames.length; at += 1) {
        const { text, truths } = client.frames[at] ?? { text: "", truths: [] };
        const frame: unknown = JSON.parse(text);
        if (!Array.isArray(frame)) continue;
        if (frame[1] === "cs") {
          expect(book.checksum()).toBe(frame[2]);
          seen.checksums += 1;
          seen.shortest = Math.min(seen.shortest, book.sorted("bid").length);
        } else if (Array.isArray(frame[1][0])) {
          for (const row of frame[1]) book.apply(row);
        } else {
          book.apply(frame[1]);
          seen.updates += 1;
          if (frame[1][1] === 0) seen.deletions += 1;
        }
        // As text: comparing two trees for each frame would take most of the time.
        const truth = [{ market: topic.symbol, book: book.text() }];
        expect(JSON.stringify(truths)).toBe(JSON.stringify(truth));
      }
      venue.step();
    }
    expect(seen.updates).toBeGreaterThan(steps / 4);
    // A price joins all orders on its side.
    if (topic.prec !== "P4") expect(seen.deletions).toBeGreaterThan(steps / 40);
    expect(seen.checksums).toBeGreaterThan(steps / 10);
    expect(book.sorted("bid").length).toBeLessThanOrEqual(topic.len);
    if (topic.symbol === "tPEPE:USD") expect(seen.shortest).toBeLessThan(25);
  });

  it("has the top of the venue's book", async () => {
    const { client, venue } = await startVenue();
    subscribeBook(client);
    for (let step = 0; step < 100; step += 1) venue.step();
    const whole = venue.book("tBTCUSD");
    const truth = client.frames.at(-1)?.truths[0]?.book;
    expect(truth).toEqual({ bids: whole.bids.slice(0, 25), asks: whole.asks.slice(0, 25) });
    expect(whole.bids.length).toBeGreaterThan(25);
  });
});
