// An exchange whose log is lost, restored from an earlier copy, or replaced, either between two
// starts of the service or while a gateway runs. Everything follows from a seed.

import { decimalFromNanos, type StreamEvent, stringifyJson } from "@specwright/runtime";
import { seededRandom } from "@specwright/runtime/testing";
import { streamTransport } from "@specwright/streams/client";
import type { LogRecord } from "@specwright/streams/log";
import {
  createKeyedFeed,
  createKeyedPublisher,
  createPublisher,
  createStreamGateway,
  type StreamGateway,
} from "@specwright/streams/server";
import { createStreamsClient } from "@specwright/streams-api/client";
import { marketData, orders } from "@specwright/streams-api/server";
import { createMarketBooks } from "@specwright/streams-service";
import {
  copyDisk,
  crashDisk,
  crashingLog,
  emptyDisk,
  type LogContent,
  makeLogId,
  recordsOf,
  replaceLog,
} from "./crashing-log.ts";
import { booksOf, findMixedBook, findSplice, markPrice, readBookHistory } from "./histories.ts";
import { type PlaceKept, startBookReader, startReader } from "./history-readers.ts";
import { createNetwork } from "./network.ts";
import { orderReject } from "./order-reject.ts";
import { type ProcessClock, virtualClock } from "./virtual-clock.ts";

/** The result of a world. */
export interface ReplacedOutcome {
  readonly lost: number;
  readonly older: number;
  readonly replaced: number;
  /** How many of these happened under a running gateway. */
  readonly underGateway: number;
  readonly applied: number;
  readonly bookChanges: number;
  /** The number of events that readers received, by reason. */
  readonly reasonCounts: Readonly<Record<string, number>>;
}

const key = { accessKey: "ak-world", secretKey: "5a".repeat(32), brokerId: "BRK" };
const markets = ["M0", "M1", "M2"] as const;
const stream = JSON.stringify([key.brokerId, orders.id]);
const marketStream = JSON.stringify(["", marketData.id]);
const troubledMs = 20_000;
/** Long enough for every watchdog and backoff, before the last frames are published. */
const calmMs = 90_000;
/** How long frames of another history arrive before readers follow it at the live tail. */
const lastMs = 10_000;

/** The channel of a server without log identities. */
const namelessOrders = withoutIdentity(orders);

/**
 * Runs the world of a seed.
 *
 * @throws Error, with the seed, if a client joined two histories or stopped receiving.
 */
export async function playReplacedWorld(seed: number): Promise<ReplacedOutcome> {
  const random = seededRandom(seed);
  const clock = virtualClock(random, 1_763_700_000_000, random.pick([0, 1, 5]));
  const disk = emptyDisk(random);
  disk.keptFrames = random.pick([1_000_000, 1_000_000, 25]);
  const tally = { lost: 0, older: 0, replaced: 0, underGateway: 0 };
  /** Every past history, and copies made on the way. */
  const ended: LogContent[] = [];
  const copies: LogContent[] = [];
  const runsCopies = random.chance(0.8);
  let troubled = true;
  let namesLog = random.chance(0.5);
  let gateway: StreamGateway | undefined;
  let serving: ProcessClock | undefined;
  let publishing: ProcessClock | undefined;
  let publishOrder: ((at: number) => void) | undefined;
  let publishChange: ((at: number) => void) | undefined;
  let cancelStart = (): void => {};
  let created = 0;

  function startPublisher(): void {
    const own = clock.process();
    publishing = own;
    const log = crashingLog(disk, own, random);
    const publisher = createPublisher({ log, clock: own });
    const state = createMarketBooks();
    const keyed = { channel: marketData, log, clock: own, state, snapshotIntervalMs: 10_000 };
    const market = createKeyedPublisher(keyed);
    publishOrder = (at) => {
      const order = orderReject(at);
      publisher.publish(orders, { brokerId: key.brokerId, ...order }).catch(() => {});
    };
    publishChange = (at) => {
      const level = (price: bigint, qty: bigint) => ({
        price: decimalFromNanos(price * 10_000_000n),
        qty: decimalFromNanos(qty * 1_000_000_000n),
      });
      const mark = { price: markPrice, qty: decimalFromNanos(BigInt(at) * 1_000_000_000n) };
      const bids = [mark, level(10n + BigInt(at % 7), BigInt(random.below(3)))];
      const asks = [level(60n + BigInt(at % 5), BigInt(random.below(3)))];
      const market_id = markets[at % 3] ?? "";
      const change = { type: "book_diff", market_id, bids, asks } as const;
      market.publish(change, `change-${at}`).catch(() => {});
    };
    for (const each of markets) market.open(each).catch(() => {});
  }

  function startGateway(): void {
    const own = clock.process();
    serving = own;
    const log = crashingLog(disk, own, random);
    const feed = createKeyedFeed({
      channel: marketData,
      log,
      clock: own,
      state: createMarketBooks(),
    });
    gateway = createStreamGateway({
      channels: [namesLog ? orders : namelessOrders, marketData],
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
  }

  function stopPublisher(): void {
    publishing?.kill();
    publishing = publishOrder = publishChange = undefined;
    cancelStart();
  }

  function stop(): void {
    stopPublisher();
    serving?.kill();
    gateway = undefined;
    crashDisk(disk, random);
    network.cutAll();
  }

  /** Restarts the service with any log. */
  function restart(): void {
    if (gateway === undefined) return;
    stop();
    if (random.chance(0.75)) changeLog(random.pick(["lost", "older", "replaced"]));
    // Servers are upgraded while their clients run.
    if (random.chance(0.2)) namesLog = true;
    const startMs = random.below(3_000);
    clock.setTimer(startMs, startGateway);
    cancelStart = clock.setTimer(startMs + random.below(500), startPublisher);
  }

  /** Replaces the log of a gateway; its writer is fenced off. */
  function replaceUnderGateway(): void {
    if (gateway === undefined) return;
    stopPublisher();
    tally.underGateway += 1;
    changeLog("replaced");
    cancelStart = clock.setTimer(random.below(1_000), startPublisher);
  }

  function changeLog(how: "lost" | "older" | "replaced"): void {
    const before = copyDisk(disk);
    const copy = random.pick([...copies, before, ...ended]);
    if (how === "older" && copies.length === 0) return;
    ended.push(before);
    tally[how] += 1;
    const empty = { streams: new Map(), logId: makeLogId(random) };
    if (how === "lost") replaceLog(disk, empty);
    else if (how === "older") replaceLog(disk, copyDisk(random.pick(copies)));
    else replaceLog(disk, random.chance(0.3) ? empty : { ...copyDisk(copy), logId: empty.logId });
  }

  const network = createNetwork(
    clock,
    random,
    { cut: 0.06, halfOpen: 0.02, stall: 0.04 },
    () => gateway,
    { showsHeaders: random.chance(0.7), announces: () => namesLog },
  );
  const clientClocks: ProcessClock[] = [];
  function process(): ProcessClock {
    const own = clock.process();
    clientClocks.push(own);
    return own;
  }
  const client = (own: ProcessClock, onEvent: (event: StreamEvent) => void) =>
    createStreamsClient(
      streamTransport({
        url: "ws://world/v1",
        ...key,
        clock: own,
        random: random.next,
        openSocket: network.openSocket,
        queue: { high: 8, low: 2 },
        heartbeatMs: 5_000,
        onTooOld: "live",
        onEvent,
      }),
    );
  const selection = (): readonly string[] | undefined =>
    random.pick([undefined, ["M0"], ["M1", "M2"]]);
  const kinds: readonly PlaceKept[] = [
    "in memory",
    "with a mark",
    random.pick(["in memory", "at the live tail"]),
    random.pick(["with a mark", "without a mark"]),
  ];
  const readers = kinds.map((kept) => {
    const consumer = { client, process, random, troubled: () => troubled };
    return startReader({ kept, markets: selection(), ...consumer });
  });
  const bookClock = process();
  const books = startBookReader(
    client(bookClock, () => {}),
    markets,
    bookClock,
  );

  function publishSome(): void {
    for (let left = random.below(4); left > 0; left -= 1) publishOrder?.(created++);
    for (let left = random.below(3); left > 0; left -= 1) publishChange?.(created++);
  }
  function drive(): void {
    if (!troubled) return;
    clock.setTimer(50 + random.below(700), () => {
      publishSome();
      if (runsCopies && random.chance(0.08)) copies.push(copyDisk(disk));
      // A random time after the last frame was accepted: while it is written, synced or sent.
      if (random.chance(0.06)) clock.setTimer(random.below(12), restart);
      else if (random.chance(0.015)) clock.setTimer(random.below(12), replaceUnderGateway);
      if (random.chance(0.03)) random.pick(readers).restart();
      drive();
    });
  }

  startGateway();
  startPublisher();
  drive();
  await clock.run(troubledMs);
  troubled = false;
  network.calm();
  await clock.run(calmMs);
  for (let bursts = 2; bursts > 0; bursts -= 1) {
    for (let left = 9; left > 0; left -= 1) {
      publishOrder?.(created++);
      publishChange?.(created++);
    }
    await clock.run(lastMs);
  }

  const histories = [...ended, copyDisk(disk)].map(({ streams }) => streams.get(stream) ?? []);
  const wrong = violation();
  for (const reader of readers) reader.end();
  books.close();
  await clock.run(10_000);
  const timers = clientClocks.reduce((sum, own) => sum + own.pending(), 0);
  const left = `${network.held()} sockets and ${timers} timers`;
  if (left !== "0 sockets and 0 timers") throw new Error(`seed ${seed}: clients left ${left}`);
  if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
  const reasonCounts: Record<string, number> = {};
  for (const reader of readers) {
    for (const [name, count] of reader.reasonCounts)
      reasonCounts[name] = (reasonCounts[name] ?? 0) + count;
  }
  return {
    ...tally,
    applied: readers.reduce((sum, { applied }) => sum + applied.length, 0),
    bookChanges: [...books.pieces.values()].flat(2).length,
    reasonCounts,
  };

  function violation(): string | undefined {
    for (const { name, applied, failure, markets: wanted } of readers) {
      if (failure !== undefined) return `${name} ended: ${String(failure)}`;
      const selected = histories.map((records) =>
        records.flatMap(({ seq, id = "", keys }) => (isWanted(keys, wanted) ? [{ seq, id }] : [])),
      );
      const splice = findSplice(applied, selected);
      if (splice !== undefined) return `${name}: ${splice}`;
      const last = applied.at(-1);
      const newest = histories.at(-1)?.findLast(({ keys }) => isWanted(keys, wanted));
      if (newest !== undefined && (last === undefined || "event" in last || last.id !== newest.id))
        return `${name} went quiet before ${newest.seq}`;
    }
    const all = [...ended, copyDisk(disk)].map(({ streams }) => streams.get(marketStream) ?? []);
    const bookHistories = all.map(readBookHistory);
    for (const [market, pieces] of books.pieces) {
      const mixed = findMixedBook(market, pieces, bookHistories);
      if (mixed !== undefined) return mixed;
    }
    for (const [market, book] of booksOf(recordsOf(disk, marketStream))) {
      const shown = books.get(market);
      if (shown?.status !== "ready") return `the book of ${market} is ${String(shown?.status)}`;
      if (stringifyJson(shown.book?.snapshot()) !== stringifyJson(book.snapshot()))
        return `the book of ${market} is another`;
    }
    return undefined;
  }
}

function isWanted(keys: LogRecord["keys"], wanted: readonly string[] | undefined): boolean {
  return wanted?.includes(keys["market"]?.[0] ?? "") ?? true;
}

function withoutIdentity(channel: typeof orders): typeof orders {
  const { sequence, ...rest } = channel;
  if (sequence === undefined) return channel;
  const { identity: _, ...nameless } = sequence;
  return { ...rest, sequence: nameless };
}
