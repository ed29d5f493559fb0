// A whole exchange in one turn of the hand: publishers, a server that crashes and is deployed, a
// network that fails, and clients that stall and are started again. All of it follows from a seed.

import { OrderBook } from "@specwright/order-book";
import { decimalFromNanos, stringifyJson } from "@specwright/runtime";
import { streamTransport } from "@specwright/stream-client";
import {
  createKeyedBroadcast,
  createPublisher,
  createStreamGateway,
  type StreamGateway,
} from "@specwright/stream-server";
import { openBooks } from "@specwright/streams-api/books";
import { createStreamsClient } from "@specwright/streams-api/client";
import { marketData, orders } from "@specwright/streams-api/server";
import type { BookLevel, MarketDataServerMessage } from "@specwright/streams-api/types";
import { crashDisk, crashingLog, emptyDisk, recordsOf } from "./crashing-log.ts";
import { createNetwork } from "./network.ts";
import { seededRandom } from "./random.ts";
import { type ProcessClock, virtualClock } from "./virtual-clock.ts";

/** Is what came of a world. */
export interface Outcome {
  readonly committed: number;
  readonly crashes: number;
  readonly deploys: number;
  readonly clientRestarts: number;
  readonly delivered: number;
  readonly bookChanges: number;
}

const key = { accessKey: "ak-world", secretKey: "5a".repeat(32), brokerId: "BRK" };
const markets = ["M0", "M1", "M2"] as const;
const troubledMs = 45_000;
/** Long enough for every watchdog, backoff and reader that lags. */
const calmMs = 120_000;

/** Plays the world of a seed. Throws, saying the seed, when something was lost, doubled or reordered. */
export async function playWorld(seed: number): Promise<Outcome> {
  const random = seededRandom(seed);
  const clock = virtualClock(random, 1_763_700_000_000, random.pick([0, 1, 5]));
  const disk = emptyDisk();
  const stream = JSON.stringify([key.brokerId, orders.id]);
  const tally = { crashes: 0, deploys: 0, clientRestarts: 0, delivered: 0, bookChanges: 0 };
  let troubled = true;
  let gateway: StreamGateway | undefined;
  let process: ProcessClock | undefined;
  let publishOrder: ((at: number) => void) | undefined;
  let changeBook: (() => void) | undefined;

  // The exchange: it repeats what it does not know the outcome of, and knows its books.
  const acknowledged = new Map<number, bigint>();
  let created = 0;
  const books = new Map(markets.map((market) => [market as string, new OrderBook()]));
  const bookOf = (market: string): OrderBook => books.get(market) ?? new OrderBook();

  function start(): void {
    const own = clock.process();
    process = own;
    const log = crashingLog(disk, own, random);
    const publisher = createPublisher({ log, clock: own });
    const broadcast = createKeyedBroadcast<MarketDataServerMessage>({
      channel: marketData,
      knows: (market) => books.has(market),
      snapshot: (market_id) => ({
        type: "book_snapshot",
        market_id,
        ...bookOf(market_id).snapshot(),
      }),
      snapshotIntervalMs: 5_000,
      clock: own,
    });
    gateway = createStreamGateway({
      channels: [orders, marketData],
      log,
      subscriptions: { marketData: broadcast },
      lookupKey: (accessKey) => (accessKey === key.accessKey ? key : undefined),
      clock: own,
      random: random.next,
      settings: {
        heartbeatMs: 5_000,
        replayBatchFrames: 1 + random.below(20),
        replayAboveBytes: 500 + random.below(10_000),
        reconnectWindowMs: 2_000,
      },
    });
    publishOrder = (at) => {
      publisher
        .publish(orders, {
          brokerId: key.brokerId,
          id: `order-${at}`,
          keys: { market: [markets[at % 3] ?? ""] },
          message: {
            type: "order_reject",
            payload: {
              command_type: "CANCEL",
              reason: `number ${at} ${"x".repeat(at % 90)}`,
              correlation_id: "0195f3c2-7f44-7a31-9d0e-3f5b8a1c2d4f",
            },
          },
        })
        .then(
          (seq) => acknowledged.set(at, seq),
          () => {},
        );
    };
    changeBook = () => {
      const market_id = random.pick(markets);
      const change = { bids: drawLevels(10), asks: drawLevels(60) };
      broadcast.broadcast({ type: "book_diff", market_id, ...change });
      bookOf(market_id).applyDiff(change);
    };
    for (let at = 0; at < created; at += 1) if (!acknowledged.has(at)) publishOrder(at);
  }

  function drawLevels(from: number): BookLevel[] {
    return Array.from({ length: random.below(3) }, () => ({
      price: decimalFromNanos(BigInt(from + random.below(20)) * 10_000_000n),
      qty: decimalFromNanos(
        random.chance(0.4) ? 0n : BigInt(1 + random.below(50)) * 1_000_000_000n,
      ),
    }));
  }

  function crash(): void {
    tally.crashes += 1;
    process?.kill();
    gateway = publishOrder = changeBook = undefined;
    crashDisk(disk, random);
    network.cutAll();
    clock.setTimer(random.below(4_000), start);
  }

  function deploy(): void {
    const going = gateway;
    if (going === undefined) return;
    tally.deploys += 1;
    publishOrder = changeBook = undefined;
    void going.close().then(() => {
      if (gateway !== going) return;
      process?.kill();
      gateway = undefined;
      crashDisk(disk, random);
      clock.setTimer(random.below(1_000), start);
    });
  }

  const network = createNetwork(
    clock,
    random,
    { cut: 0.05, halfOpen: 0.02, stall: 0.04 },
    () => gateway,
  );
  const client = () =>
    createStreamsClient(
      streamTransport({
        url: "ws://world/v1",
        ...key,
        clock,
        random: random.next,
        openSocket: network.openSocket,
        queue: { high: 8, low: 2 },
        heartbeatMs: 5_000,
      }),
    );

  const readers = [undefined, ["M0"], ["M1", "M2"]].map((market) => {
    const seqs: bigint[] = [];
    let cursor: bigint | undefined;
    let stop: (() => void) | undefined;
    const resume = {
      load: async () => cursor,
      save: async (position: bigint) => {
        cursor = position;
      },
    };
    async function read(): Promise<void> {
      const abort = new AbortController();
      stop = () => abort.abort();
      const query = { since: 1n, ...(market !== undefined && { market }) };
      try {
        for await (const frame of client().orders({ query }, { resume, signal: abort.signal })) {
          if (abort.signal.aborted) return;
          if (frame.type === "$unknown") throw new Error(`an unknown frame: ${frame.reason}`);
          if (frame.type !== "order_reject") continue;
          // What a process took and did not save before it ended comes again, and is known by its number.
          if (frame.seq <= (seqs.at(-1) ?? 0n) && restarted) continue;
          seqs.push(frame.seq);
          tally.delivered += 1;
          if (troubled && random.chance(0.02)) {
            await new Promise<void>((resolve) => {
              clock.setTimer(random.below(10_000), () => resolve());
            });
          }
        }
      } catch (error) {
        if (!abort.signal.aborted) failure ??= error;
      }
    }
    let restarted = false;
    void read();
    return {
      market,
      seqs,
      end: () => stop?.(),
      restart() {
        tally.clientRestarts += 1;
        restarted = true;
        stop?.();
        void read();
      },
    };
  });
  let failure: unknown;

  start();
  const live = openBooks(client(), markets);
  live.on("change", () => {
    tally.bookChanges += 1;
  });

  function drive(): void {
    if (!troubled) return;
    clock.setTimer(10 + random.below(400), () => {
      for (let left = random.below(5); left > 0; left -= 1) publishOrder?.(created++);
      for (let left = random.below(3); left > 0; left -= 1) changeBook?.();
      if (gateway !== undefined && random.chance(0.004)) crash();
      else if (gateway !== undefined && random.chance(0.003)) deploy();
      if (random.chance(0.005)) random.pick(readers).restart();
      drive();
    });
  }
  drive();
  await clock.run(troubledMs);
  troubled = false;
  network.calm();
  await clock.run(calmMs);

  const kept = recordsOf(disk, stream);
  const wrong = violation();
  for (const reader of readers) reader.end();
  live.close().catch(() => {});
  await clock.run(10_000);
  if (failure !== undefined) throw new Error(`seed ${seed}: a client failed`, { cause: failure });
  if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
  return { committed: kept.length, ...tally };

  function violation(): string | undefined {
    const ids = new Set(kept.map(({ id }) => id));
    if (ids.size !== kept.length) return "a frame was appended twice";
    if (kept.some(({ seq }, at) => seq !== BigInt(at + 1))) return "the log is not dense";
    for (const [at, seq] of acknowledged) {
      if (kept[Number(seq) - 1]?.id !== `order-${at}`)
        return `order ${at} was acknowledged and lost`;
    }
    for (const { market, seqs } of readers) {
      const wanted = kept
        .filter(({ keys }) => market === undefined || market.includes(keys["market"]?.[0] ?? ""))
        .map(({ seq }) => seq);
      const at = wanted.findIndex((seq, place) => seqs[place] !== seq);
      const name = market?.join() ?? "all";
      if (at !== -1) return `${name}: got ${String(seqs[at])} where ${String(wanted[at])} is next`;
      if (seqs.length > wanted.length) return `${name}: got ${seqs.length} of ${wanted.length}`;
    }
    for (const market of markets) {
      const shown = live.get(market);
      if (shown?.status !== "ready") return `the book of ${market} is ${String(shown?.status)}`;
      if (stringifyJson(shown.book?.snapshot()) !== stringifyJson(bookOf(market).snapshot())) {
        return `the book of ${market} is another`;
      }
    }
    return undefined;
  }
}
