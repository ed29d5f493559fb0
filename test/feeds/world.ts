// A world: a simulated venue, a client made from its contract, and a connection that delays frames, all on
// one manual clock. After each received frame, the client's books are compared with the venue's.

import type { Clock } from "@specwright/runtime";
import type { BookStream, FeedTransport } from "@specwright/runtime/codegen";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import {
  type OpenSocket,
  type SocketHandlers,
  type StreamCredentials,
  type StreamEvent,
  streamTransport,
  topics,
} from "@specwright/streams/client";
import type {
  BookTruth,
  Misbehaviour,
  SimulatedAnswer,
  SimulatedConnection,
  SimulatedRequest,
  SimulatedVenue,
  TrueBook,
} from "../../examples/feeds/simulator.ts";
import { cryptoIsDone, watchCrypto } from "./pending-crypto.ts";

watchCrypto();

/** A venue: a simulator, or a server made from its contract. */
export interface WorldVenue extends Omit<SimulatedVenue, "request"> {
  request(request: SimulatedRequest): SimulatedAnswer | Promise<SimulatedAnswer>;
}

/** A venue and its client under test. */
export interface WorldRule {
  create(options: { readonly clock: Clock; readonly random: SeededRandom }): WorldVenue;
  /** Opens the feed of the client, and the book of a market on it. */
  open(transport: FeedTransport): WorldFeed;
  /** The misbehaviours that a client must notice. */
  readonly faults: readonly Misbehaviour[];
  /** Matches the requests by which a client must recover a book, according to the venue's documentation. */
  readonly recovery?: RegExp;
  /** Returns the position of a frame in the venue's order, for books with numbers. */
  orderOf?(frame: string): number | undefined;
  /** The venue's URL; the path of the channel is appended. */
  readonly url?: string;
  /** The user's keys, if public data needs them too. */
  readonly credentials?: StreamCredentials;
}

export interface WorldFeed {
  book(market: string): BookStream<unknown>;
  close(): void;
}

export interface WorldResult {
  /** Differences between a book that was ready and the venue's. */
  readonly differences: readonly string[];
  /** Books that were not ready at the end. */
  readonly unready: readonly string[];
  readonly events: readonly StreamEvent[];
  readonly frames: number;
  /** The requests that the venue received, over the socket and over HTTP. */
  readonly requests: readonly string[];
  readonly faults: readonly string[];
}

/** Enough for several faults, and few enough for thousands of worlds. */
const STEPS = 16;

/** Runs one world. */
export async function runWorld(rule: WorldRule, seed: number): Promise<WorldResult> {
  const clock = manualClock();
  const random = seededRandom(seed);
  const venue = rule.create({ clock, random: seededRandom(seed + 1) });
  const events: StreamEvent[] = [];
  const faults: string[] = [];
  const differences: string[] = [];
  const truths = new Map<string, TrueBook>();
  const books = new Map<string, BookStream<unknown>>();
  const orders = new Map<string, { readonly connection: number; readonly order: number }>();
  const requests: string[] = [];
  let frames = 0;

  function compare(currentBooks: readonly BookTruth[], frame: string, connection: number): void {
    frames += 1;
    for (const { market, book } of currentBooks) {
      // A late frame describes an older state of the book.
      const order = rule.orderOf?.(frame) ?? 0;
      const last = orders.get(market);
      if (last?.connection === connection && order < last.order) continue;
      orders.set(market, { connection, order });
      truths.set(market, book);
      check(market);
    }
  }

  function check(market: string): void {
    const stream = books.get(market);
    const truth = truths.get(market);
    if (stream?.book === undefined || truth === undefined) return;
    // A wrong level on the wire is detected by the next checksum only.
    if (stream.verified === false && faults.some((fault) => fault.startsWith("corrupt"))) return;
    const own = { bids: stream.book.topTexts("bids"), asks: stream.book.topTexts("asks") };
    if (isSame(own.bids, truth.bids) && isSame(own.asks, truth.asks)) return;
    const texts = [own, truth].map((book) => JSON.stringify(book));
    differences.push(`${market} at frame ${frames}:\n  own    ${texts[0]}\n  wanted ${texts[1]}`);
  }

  const transport = streamTransport({
    topics,
    url: rule.url ?? "wss://venue.example",
    ...(rule.credentials !== undefined && { credentials: rule.credentials }),
    clock,
    random: () => random.next(),
    openSocket: lineTo(venue, clock, random, compare, (text) => requests.push(text)),
    fetch: (async (input: URL) => {
      const { pathname, search } = input;
      await waitOn(clock, random.between(1, 400));
      const request = { method: "GET", target: pathname + search, headers: {}, body: "" };
      requests.push(request.target);
      const { status, headers, body } = await venue.request(request);
      await waitOn(clock, random.between(1, 400));
      return new Response(body, { status, headers });
    }) as typeof fetch,
    onEvent: (event) => events.push(event),
  });
  const feed = rule.open(transport);
  const markets = random.shuffle(venue.markets).slice(0, random.between(1, 3));
  for (const market of markets) books.set(market, feed.book(market));
  for (let step = 0; step < STEPS && differences.length === 0; step += 1) {
    await clock.advance(random.between(10, 500));
    venue.step();
    if (step > 2 && random.chance(0.3)) {
      const fault = random.pick(rule.faults);
      faults.push(`${fault} at step ${step}`);
      venue.misbehave(fault);
    }
    if (random.chance(0.03)) {
      const market = random.pick(markets);
      books.get(market)?.close();
      truths.delete(market);
      books.delete(market);
      if (random.chance(0.5)) await clock.advance(random.between(0, 3_000));
      books.set(market, feed.book(market));
    }
  }
  // Without faults, every book recovers.
  for (let step = 0; step < 240 && differences.length === 0; step += 1) {
    await clock.advance(500);
    venue.step();
    if (step > 2 && [...books.values()].every(({ status }) => status === "ready")) break;
  }
  const unready = [...books].flatMap(([market, { status }]) =>
    status === "ready" ? [] : [`${market} is ${status}`],
  );
  feed.close();
  venue.stop();
  await clock.advance(10_000);
  return { differences, unready, events, frames, requests, faults };
}

function isSame(left: TrueBook["bids"], right: TrueBook["bids"]): boolean {
  if (left.length !== right.length) return false;
  return left.every(([price, quantity], rank) => {
    const level = right[rank];
    return level?.[0] === price && level[1] === quantity;
  });
}

/** Connects sockets with a venue. Frames in both directions arrive in order, after a delay. */
export function lineTo(
  venue: WorldVenue,
  clock: Clock,
  random: SeededRandom,
  onFrame: (truths: readonly BookTruth[], frame: string, connection: number) => void,
  onRequest: (text: string) => void = () => {},
): OpenSocket {
  let connections = 0;
  return (url, headers, handlers) => {
    connections += 1;
    const serial = connections;
    const line = createLine(clock, random);
    let connection: SimulatedConnection | undefined;
    let over = false;
    // Frames that the venue sends at once also arrive after the handshake.
    const early: (() => void)[] = [];
    const toClient = (run: () => void): void => {
      if (connection === undefined) early.push(run);
      else line.toClient(run);
    };
    line.toServer(() => {
      if (over) return;
      const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const request = {
        method: "GET",
        target: url.pathname + url.search,
        headers: Object.fromEntries(names),
        body: "",
      };
      const answer = venue.connect(request, {
        frame: (text, truths) => {
          const bytes = new TextEncoder().encode(text);
          toClient(() => {
            if (over) return;
            handlers.received(bytes);
            onFrame(truths, text, serial);
          });
        },
        ping: (payload) =>
          toClient(() => {
            if (over) return;
            handlers.pinged?.();
            line.toServer(() => connection?.pong(payload));
          }),
        closed: (code, reason) => toClient(() => end(handlers, code, reason)),
      });
      if ("status" in answer) {
        line.toClient(() => handlers.refused(answer.status, answer.body));
        return;
      }
      connection = answer;
      line.toClient(() => {
        if (!over) handlers.opened();
      });
      for (const run of early) line.toClient(run);
    });

    function end(to: SocketHandlers, code: number, reason: string): void {
      if (over) return;
      over = true;
      to.closed(code, reason);
    }

    function leave(): void {
      over = true;
      line.toServer(() => connection?.closed());
    }

    return {
      async send(text) {
        const frame = new TextDecoder().decode(text);
        line.toServer(() => {
          onRequest(frame);
          connection?.receive(frame);
        });
      },
      showsPings: true,
      close: leave,
      terminate: leave,
      ping: () => line.toClient(() => handlers.ponged?.()),
    };
  };
}

function createLine(
  clock: Clock,
  random: SeededRandom,
): { toServer(run: () => void): void; toClient(run: () => void): void } {
  const due = { server: 0, client: 0 };
  function post(side: "server" | "client", run: () => void): void {
    due[side] = Math.max(due[side], clock.elapsed() + random.between(1, 60));
    clock.setTimer(due[side] - clock.elapsed(), run);
  }
  return { toServer: (run) => post("server", run), toClient: (run) => post("client", run) };
}

/** A manual clock that lets promises settle between timers. */
export interface ManualClock extends Clock {
  advance(ms: number): Promise<void>;
}

/** Creates a clock that only moves on request. */
export function manualClock(): ManualClock {
  let now = 0;
  let order = 0;
  const timers = new Map<number, { readonly dueMs: number; readonly run: () => void }>();
  return {
    now: () => 1_790_000_000_000 + Math.floor(now),
    elapsed: () => now,
    setTimer(delayMs, run) {
      order += 1;
      const id = order;
      timers.set(id, { dueMs: now + Math.max(0, delayMs), run });
      return () => void timers.delete(id);
    },
    async advance(ms) {
      const target = now + ms;
      for (;;) {
        await settle();
        let next: number | undefined;
        let dueMs = Number.POSITIVE_INFINITY;
        for (const [id, timer] of timers) {
          if (timer.dueMs <= target && timer.dueMs < dueMs) [next, dueMs] = [id, timer.dueMs];
        }
        if (next === undefined) break;
        const timer = timers.get(next);
        timers.delete(next);
        now = Math.max(now, dueMs);
        timer?.run();
      }
      now = target;
    },
  };
}

/** Waits for all promises that depend only on each other and on cryptography. */
async function settle(): Promise<void> {
  do {
    for (let turn = 0; turn < 24; turn += 1) await undefined;
  } while (await cryptoIsDone());
}

export function waitOn(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.setTimer(delayMs, resolve));
}
