// A whole exchange: publishers, a server that crashes and is deployed, a network that fails, and
// clients that stall and restart. Everything follows from a seed.

import { OrderBook } from "@specwright/order-book";
import { decimalFromNanos, parseJson, stringifyJson } from "@specwright/runtime";
import { seededRandom } from "@specwright/runtime/testing";
import { streamTransport } from "@specwright/stream-client";
import {
  createKeyedFeed,
  createKeyedPublisher,
  createPublisher,
  createStreamGateway,
  type StreamGateway,
} from "@specwright/stream-server";
import { createStreamsClient } from "@specwright/streams-api/client";
import { marketData, orders } from "@specwright/streams-api/server";
import type { BookDiffFrame, BookLevel } from "@specwright/streams-api/types";
import { createMarketBooks } from "@specwright/streams-app";
import { openBooks } from "@specwright/streams-sdk";
import { crashDisk, crashingLog, emptyDisk, recordsOf } from "./crashing-log.ts";
import { createNetwork } from "./network.ts";
import { type ProcessClock, virtualClock } from "./virtual-clock.ts";

/** The result of a world. */
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
/** Long enough for every watchdog, backoff and lagging reader. */
const calmMs = 120_000;

/**
 * Runs the world of a seed.
 *
 * @throws Error, with the seed, if something was lost, duplicated or reordered.
 */
export async function playWorld(seed: number): Promise<Outcome> {
  const random = seededRandom(seed);
  const clock = virtualClock(random, 1_763_700_000_000, random.pick([0, 1, 5]));
  const disk = emptyDisk(random);
  const stream = JSON.stringify([key.brokerId, orders.id]);
  const marketStream = JSON.stringify(["", marketData.id]);
  const tally = { crashes: 0, deploys: 0, clientRestarts: 0, delivered: 0, bookChanges: 0 };
  let troubled = true;
  let gateway: StreamGateway | undefined;
  let process: ProcessClock | undefined;
  let publishOrder: ((at: number) => void) | undefined;
  let publishChange: ((at: number) => void) | undefined;

  // The exchange knows its books, and repeats commands with an unknown result in order.
  const acknowledged = new Map<number, bigint>();
  let created = 0;
  const changes: Omit<BookDiffFrame, "md_seq" | "ts_ns">[] = [];
  const changed = new Map<number, bigint>();
  const books = new Map(markets.map((market) => [market as string, new OrderBook()]));
  const bookOf = (market: string): OrderBook => books.get(market) ?? new OrderBook();

  function start(): void {
    const own = clock.process();
    process = own;
    const log = crashingLog(disk, own, random);
    const publisher = createPublisher({ log, clock: own });
    const keyed = { channel: marketData, log, clock: own };
    const market = createKeyedPublisher({
      ...keyed,
      state: createMarketBooks(),
      snapshotIntervalMs: 5_000,
    });
    const feed = createKeyedFeed({ ...keyed, state: createMarketBooks() });
    gateway = createStreamGateway({
      channels: [orders, marketData],
      log,
      subscriptions: { marketData: feed },
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
          keys: { market: [markets[at % 3] ?? ""], account_id: [], event_id: [] },
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
    publishChange = (at) => {
      const message = changes[at];
      if (message === undefined) return;
      market.publish(message, `change-${at}`).then(
        ({ counter }) => changed.set(at, counter),
        () => {},
      );
    };
    for (const each of markets) market.open(each).catch(() => {});
    for (let at = 0; at < created; at += 1) if (!acknowledged.has(at)) publishOrder(at);
    for (const at of changes.keys()) if (!changed.has(at)) publishChange(at);
  }

  function changeBook(): void {
    if (publishChange === undefined) return;
    const market_id = random.pick(markets);
    const change = { bids: drawLevels(10), asks: drawLevels(60) };
    changes.push({ type: "book_diff", market_id, ...change });
    bookOf(market_id).applyDiff(change);
    publishChange(changes.length - 1);
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
    if (gateway === undefined) return;
    tally.crashes += 1;
    process?.kill();
    gateway = publishOrder = publishChange = undefined;
    crashDisk(disk, random);
    network.cutAll();
    clock.setTimer(random.below(4_000), start);
  }

  function deploy(): void {
    const going = gateway;
    if (going === undefined) return;
    tally.deploys += 1;
    publishOrder = publishChange = undefined;
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
  // Each client is a process; timers that are left after its end reveal a leak.
  const clientClocks: ProcessClock[] = [];
  function client() {
    const own = clock.process();
    clientClocks.push(own);
    return createStreamsClient(
      streamTransport({
        url: "ws://world/v1",
        ...key,
        clock: own,
        random: random.next,
        openSocket: network.openSocket,
        queue: { high: 8, low: 2 },
        heartbeatMs: 5_000,
        onEvent: () => {},
      }),
    );
  }

  const diskFull = new Error("the disk of the cursor is full");
  const readers = [undefined, ["M0"], ["M1", "M2"]].map((market) => {
    const seqs: bigint[] = [];
    let cursor: bigint | undefined;
    let stop: (() => void) | undefined;
    const resume = {
      load: async () => cursor,
      save: async (position: bigint) => {
        if (troubled && random.chance(0.002)) throw diskFull;
        cursor = position;
      },
    };
    async function read(): Promise<void> {
      const abort = new AbortController();
      /** The last number of this process; frames up to its cursor must not arrive again. */
      let last = cursor ?? 0n;
      stop = () => abort.abort();
      const query = { since: 1n, ...(market !== undefined && { market }) };
      try {
        for await (const frame of client().orders({ query }, { resume, signal: abort.signal })) {
          if (abort.signal.aborted) return;
          if (frame.type === "$unknown") throw new Error(`an unknown frame: ${frame.reason}`);
          if (frame.type !== "order_reject") continue;
          if (frame.seq <= last) throw new Error(`${frame.seq} after ${last} in one process`);
          last = frame.seq;
          // Frames that a process received but did not store arrive again, and are recognised by
          // their number.
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
        if (error === diskFull) restart();
        else if (!abort.signal.aborted) failure ??= error;
      }
    }
    let restarted = false;
    function restart(): void {
      tally.clientRestarts += 1;
      restarted = true;
      stop?.();
      void read();
    }
    void read();
    return { market, seqs, end: () => stop?.(), restart };
  });
  let failure: unknown;

  start();
  const live = openBooks(client(), markets);
  const shownUpTo = new Map<string, bigint>();
  live.on("change", ({ live: { market, mdSeq = 0n } }) => {
    tally.bookChanges += 1;
    if (mdSeq < (shownUpTo.get(market) ?? 0n)) failure ??= new Error(`${market} went back`);
    shownUpTo.set(market, mdSeq);
  });

  // A market is unknown until the exchange has opened it, so the client asks again.
  live.on("unknown", ({ live: { market } }) => {
    clock.setTimer(1_000, () => void live.open([market]).catch(() => {}));
  });

  function drive(): void {
    if (!troubled) return;
    clock.setTimer(10 + random.below(400), () => {
      for (let left = random.below(5); left > 0; left -= 1) publishOrder?.(created++);
      for (let left = random.below(3); left > 0; left -= 1) changeBook();
      // Some time after the last frame was accepted: while it is written, synced or sent.
      if (random.chance(0.004)) clock.setTimer(random.below(12), crash);
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
  const timers = clientClocks.reduce((sum, own) => sum + own.pending(), 0);
  const left = `${network.held()} sockets and ${timers} timers`;
  if (left !== "0 sockets and 0 timers") throw new Error(`seed ${seed}: clients left ${left}`);
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
    const marketRecords = recordsOf(disk, marketStream);
    const numbers = new Map<string, bigint>();
    const numberOf = new Map<string, bigint>();
    for (const { keys, frame, id } of marketRecords) {
      const market = keys["market_id"]?.[0] ?? "";
      const md_seq = BigInt(Object(parseJson(frame)).md_seq);
      const last = numbers.get(market);
      if (last !== undefined && md_seq !== last + 1n) return `${market}: ${md_seq} after ${last}`;
      numbers.set(market, md_seq);
      if (id === undefined) continue;
      if (numberOf.has(id)) return `${id} was appended twice`;
      numberOf.set(id, md_seq);
    }
    if (numberOf.size !== changes.length) return `${numberOf.size} of ${changes.length} changes`;
    for (const [at, number] of changed) {
      if (numberOf.get(`change-${at}`) !== number)
        return `change ${at} is not what was acknowledged`;
    }
    for (const market of markets) {
      const shown = live.get(market);
      if (shown?.status !== "ready") return `the book of ${market} is ${String(shown?.status)}`;
      const last = numbers.get(market);
      if (shown.mdSeq !== last) return `${market} is at ${shown.mdSeq}, the log at ${last}`;
      if (stringifyJson(shown.book?.snapshot()) !== stringifyJson(bookOf(market).snapshot())) {
        return `the book of ${market} is another`;
      }
    }
    return undefined;
  }
}
