// The simulators of OKX, Bybit and Bitget compared with their documentation, and with clients made from
// their contracts.

import type { BookStream, FeedTransport } from "@specwright/runtime/codegen";
import { fakeClock, seededRandom } from "@specwright/runtime/testing";
import { type StreamEvent, streamTransport, topics } from "@specwright/streams/client";
import { describe, expect, it } from "vitest";
import type { SimulatedVenue, TrueBook } from "../../examples/feeds/simulator.ts";
import { type OpenConnection, openConnection } from "./open-connection.ts";
import { worldRules } from "./rules.ts";
import { lineTo, manualClock } from "./world.ts";

interface Sides {
  readonly bids: readonly (readonly string[])[];
  readonly asks: readonly (readonly string[])[];
}

/** The rules of a venue's documentation, for a handwritten client. */
interface Documented {
  readonly path: string;
  readonly market: string;
  readonly ping: string;
  readonly pong: string;
  /** The silence after which the venue closes a connection. */
  readonly silentMs: number;
  subscribe(market: string): object;
  readonly refusal: object;
  /** Reads a frame of a book, and checks its numbers against the previous ones. */
  read(frame: string, last: number): (Sides & { isWhole: boolean; number: number }) | undefined;
  readonly incidents: readonly string[];
}

const venues: Readonly<Record<"okx" | "bybit" | "bitget", Documented>> = {
  okx: {
    path: "/ws/v5/public",
    market: "BTC-USDT",
    ping: "ping",
    pong: "pong",
    silentMs: 30_000,
    subscribe: (instId) => ({ id: "7", op: "subscribe", args: [{ channel: "books", instId }] }),
    refusal: { id: "7", event: "error", code: "60018" },
    read(text, last) {
      const { action, data } = JSON.parse(text);
      if (data === undefined) return undefined;
      const [{ bids, asks, seqId, prevSeqId }] = data;
      expect(prevSeqId).toBe(action === "snapshot" ? -1 : last);
      return { bids, asks, isWhole: action === "snapshot", number: seqId };
    },
    incidents: ["reset"],
  },
  bybit: {
    path: "/v5/public/spot",
    market: "BTCUSDT",
    ping: '{"req_id":"9","op":"ping"}',
    pong: '"req_id":"9","op":"ping"}',
    silentMs: 600_000,
    subscribe: (symbol) => ({ req_id: "7", op: "subscribe", args: [`orderbook.50.${symbol}`] }),
    refusal: { success: false, req_id: "7", op: "subscribe" },
    read(text, last) {
      const { type, data } = JSON.parse(text);
      if (data === undefined) return undefined;
      if (type === "delta") expect(data.u).toBe(last + 1);
      return { bids: data.b, asks: data.a, isWhole: type === "snapshot", number: data.u };
    },
    incidents: ["restart", "resnapshot"],
  },
  bitget: {
    path: "/v2/ws/public",
    market: "BTCUSDT",
    ping: "ping",
    pong: "pong",
    silentMs: 120_000,
    subscribe: (instId) => ({
      op: "subscribe",
      args: [{ instType: "SPOT", channel: "books", instId }],
    }),
    refusal: { event: "error", code: 30_001, arg: { instId: "NONE" } },
    read(text, last) {
      const { action, data } = JSON.parse(text);
      if (data === undefined) return undefined;
      const [{ bids, asks, seq }] = data;
      if (action === "update") expect(seq).toBeGreaterThan(last);
      return { bids, asks, isWhole: action === "snapshot", number: seq };
    },
    incidents: [],
  },
};

type Name = keyof typeof venues;
const names = Object.keys(venues) as Name[];

/** Keeps a book as the documentation describes. */
class ReferenceBook {
  readonly #sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };

  apply(sides: Sides, isWhole: boolean): void {
    for (const side of ["bids", "asks"] as const) {
      const levels = this.#sides[side];
      if (isWhole) levels.clear();
      for (const [price = "", quantity = ""] of sides[side]) {
        if (Number(quantity) === 0) levels.delete(plain(price));
        else levels.set(plain(price), plain(quantity));
      }
    }
  }

  book(): TrueBook {
    const sorted = (side: "bids" | "asks", sign: number): TrueBook["bids"] =>
      [...this.#sides[side]].sort(([one], [other]) => sign * (Number(one) - Number(other)));
    return { bids: sorted("bids", -1), asks: sorted("asks", 1) };
  }
}

function plain(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

function start(name: Name): {
  readonly clock: ReturnType<typeof fakeClock>;
  readonly venue: SimulatedVenue;
  readonly client: OpenConnection;
} {
  const clock = fakeClock(1_790_000_000_000);
  const venue = worldRules[name].create({ clock, random: seededRandom(3) });
  return { clock, venue, client: openConnection(venue, venues[name].path) };
}

describe.each(names)("the simulated %s", (name) => {
  const { market, subscribe, read, incidents, ping, pong, refusal, silentMs } = venues[name];

  it("sends books that a handwritten client can keep, also when numbers restart", () => {
    const { venue, client } = start(name);
    client.send(subscribe(market));
    const reference = new ReferenceBook();
    let [taken, last, whole] = [0, 0, 0];
    for (let step = 1; step <= 600; step += 1) {
      for (const { text, truths } of client.frames.slice(taken)) {
        const change = read(text, last);
        if (change === undefined) continue;
        reference.apply(change, change.isWhole);
        if (change.isWhole) whole += 1;
        last = change.number;
        expect(truths).toEqual([{ market, book: reference.book() }]);
      }
      taken = client.frames.length;
      for (const incident of incidents) if (step % 50 === 0) venue.misbehave(incident);
      venue.step();
    }
    expect(taken).toBeGreaterThan(300);
    expect(whole).toBe(name === "bybit" ? 1 + 2 * 11 : 1);
  });

  it("responds to pings, refuses an unknown market, and closes after a silence", async () => {
    const { clock, client } = start(name);
    client.send(subscribe("NONE"));
    expect(JSON.parse(client.frames[0]?.text ?? "")).toMatchObject(refusal);
    client.connection.receive(ping);
    expect(client.frames.at(-1)?.text).toContain(pong);
    await clock.advance(silentMs - 1);
    expect(client.closes).toEqual([]);
    await clock.advance(1);
    expect(client.closes.map(([code]) => code)).toEqual([4004]);
    expect(clock.pending()).toBe(0);
  });
});

describe("the simulated OKX", () => {
  it("repeats a number to show that a book has not changed for a minute", async () => {
    const { clock, client } = start("okx");
    client.send(venues.okx.subscribe("BTC-USDT"));
    const first = JSON.parse(client.frames[1]?.text ?? "").data[0];
    for (let seconds = 0; seconds < 60; seconds += 20) {
      client.connection.receive("ping");
      await clock.advance(20_000);
    }
    expect(JSON.parse(client.frames.at(-1)?.text ?? "").data).toEqual([
      expect.objectContaining({ bids: [], asks: [], prevSeqId: first.seqId, seqId: first.seqId }),
    ]);
  });
});

/** Opens books with the client of a venue. */
function openBooks(name: Name, markets: readonly string[]) {
  const clock = manualClock();
  const venue = worldRules[name].create({ clock, random: seededRandom(5) });
  const events: StreamEvent[] = [];
  const requests: string[] = [];
  const transport: FeedTransport = streamTransport({
    topics,
    url: "wss://venue.example",
    clock,
    random: () => 0.5,
    openSocket: lineTo(
      venue,
      clock,
      seededRandom(6),
      () => {},
      (text) => requests.push(text),
    ),
    onEvent: (event) => events.push(event),
  });
  const feed = worldRules[name].open(transport);
  const books = markets.map((market): BookStream<unknown> => feed.book(market));
  const stop = (): void => {
    feed.close();
    venue.stop();
  };
  return { clock, venue, books, events, requests, stop };
}

describe.each(names)("a client of %s", (name) => {
  it("gives up only the unknown market, and pings before the venue closes", async () => {
    const { market, ping } = venues[name];
    const opened = openBooks(name, ["NONE", market]);
    const { clock, books, events, requests } = opened;
    for (let second = 0; second < 200; second += 1) {
      await clock.advance(1_000);
      if (second % 25 === 0) opened.venue.step();
    }
    expect(books.map(({ status }) => status)).toEqual(["refused", "ready"]);
    expect(requests.some((text) => text === ping || text.includes('"op":"ping"'))).toBe(true);
    expect(events.filter(({ type }) => type === "disconnected" || type === "violation")).toEqual(
      [],
    );
    opened.stop();
  });
});

describe("the numbers of a book", () => {
  it("of Bybit that restart unseen are a gap, also twice in a row", async () => {
    const opened = openBooks("bybit", ["BTCUSDT"]);
    const { clock, venue, books, events } = opened;
    const move = async (): Promise<void> => {
      venue.step();
      await clock.advance(500);
    };
    await clock.advance(2_000);
    for (const kind of ["restart", "drop"]) {
      await move();
      venue.misbehave(kind);
    }
    // The second restart, with a lost snapshot.
    venue.misbehave("restart");
    for (let step = 0; step < 10 && !events.some(({ type }) => type === "gap"); step += 1) {
      await move();
    }
    expect(events.filter(({ type }) => type === "gap")).toHaveLength(1);
    for (let step = 0; step < 10; step += 1) await move();
    expect(books[0]?.status).toBe("ready");
    expect(books[0]?.book?.topTexts("bids")).toEqual(venue.book("BTCUSDT").bids);
    opened.stop();
  });

  it("of OKX continue on another connection after a notice of the venue", async () => {
    const opened = openBooks("okx", ["BTC-USDT"]);
    const { clock, venue, books, events } = opened;
    await clock.advance(2_000);
    venue.misbehave("service-upgrade");
    await clock.advance(5_000);
    expect(events.filter(({ type }) => type === "disconnected")).toMatchObject([
      { cause: "announced" },
    ]);
    expect(books[0]?.status).toBe("ready");
    opened.stop();
  });
});
