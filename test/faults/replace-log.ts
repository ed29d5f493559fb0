// The service is killed repeatedly. Before each restart its log is kept, restored from a copy, lost, or
// replaced by another one. No client joins two logs without an event, and all continue to read.

import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@specwright/runtime";
import { createLmdbLogReader } from "@specwright/streams/log/lmdb";
import { examplesOf, publishLine } from "../e2e/contract-examples.ts";
import {
  type BookHistory,
  findMixedBook,
  findSplice,
  markPrice,
  readBookHistory,
} from "../simulation/histories.ts";
import { type LogWatch, sequencedChannels, watchLog } from "./log-watch.ts";
import {
  type FaultKey,
  faultKeys,
  prepareService,
  type ServiceProcess,
  waitUntil,
} from "./service-process.ts";
import { withFolder } from "./with-folder.ts";

/** The result of the run. */
export interface ReplaceReport {
  readonly kept: number;
  readonly older: number;
  readonly lost: number;
  readonly replaced: number;
  readonly published: number;
  readonly applied: number;
  readonly bookChanges: number;
  /** The number of events that clients received, by reason. */
  readonly reasonCounts: Readonly<Record<string, number>>;
}

/** The changes to a log while no process has it open, in this order. */
const ways = ["kept", "older", "lost", "replaced"] as const;

const markets = ["M0", "M1", "M2"];
const examples = {
  orders: examplesOf("orderReject")[0],
  accounting: examplesOf("accountingUpdate")[0],
  payouts: examplesOf("payout")[0],
  events: examplesOf("eventUpdate").find(({ event_type }) => event_type === "event.voided"),
};

/** A log when its service was killed. */
interface History {
  readonly logId: string;
  readonly folder: string;
  readonly frames: Readonly<
    Record<string, readonly { readonly seq: bigint; readonly id: string }[]>
  >;
  readonly books: BookHistory;
}

/**
 * Kills the service a number of times.
 * @throws Error if a client joined two logs without an event or stopped receiving.
 */
export function replaceLog(kills: number): Promise<ReplaceReport> {
  return withFolder(async (folder, undo) => {
    const [key] = faultKeys(1);
    if (key === undefined) throw new Error("there is no key");
    const service = await prepareService({ folder }, [key]);
    undo(() => service.end("SIGKILL"));
    const logFolder = join(folder, "log");
    const histories: History[] = [];
    const done = { kept: 0, older: 0, lost: 0, replaced: 0 };

    async function keep(): Promise<History> {
      const copy = join(folder, `copy-${histories.length}`);
      await cp(logFolder, copy, { recursive: true });
      const history = await readHistory(logFolder, copy, key?.brokerId ?? "");
      histories.push(history);
      return history;
    }
    /** Changes the log as requested, if there is a copy for it; returns the change. */
    async function change(way: keyof typeof done, { logId }: History): Promise<keyof typeof done> {
      const earlier = histories.slice(0, -1);
      const copy =
        way === "older"
          ? earlier.findLast((each) => each.logId === logId)
          : earlier.find((each) => each.logId !== logId);
      if (way === "kept" || (way !== "lost" && copy === undefined)) return "kept";
      await rm(logFolder, { recursive: true });
      if (way !== "lost" && copy !== undefined)
        await cp(copy.folder, logFolder, { recursive: true });
      return way;
    }

    await service.start();
    const load = publishEverything(service, key);
    undo(() => load.end());
    await waitUntil(() => load.published() > 20, "every market is open");
    const watch = watchLog(service.url, key, markets, join(folder, "cursor"));
    undo(() => watch.close());
    for (let killed = 0; killed < kills; killed += 1) {
      await moved(watch);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500));
      const eventCount = watch.eventCount();
      await service.end("SIGKILL");
      const way = await change(ways[killed % ways.length] ?? "kept", await keep());
      done[way] += 1;
      await service.start();
      if (killed % 2 === 0) await watch.restart();
      await moved(watch);
      if (way === "kept" && watch.eventCount() !== eventCount)
        throw new Error("a log that was kept was doubted");
    }
    await load.end();
    await waitUntil(() => service.unanswered() === 0, "every command is answered");
    const last = (channel: string): number => service.answers.get(load.last(channel)) ?? 0;
    for (const { channel, applied } of watch.readers) {
      const newest = BigInt(last(channel));
      const isThere = (): boolean => {
        const frame = applied().at(-1);
        return frame !== undefined && "seq" in frame && frame.seq >= newest;
      };
      await waitUntil(isThere, `a reader of ${channel} has ${newest}`);
    }
    await service.end("SIGKILL");
    await keep();
    check(watch, histories);
    if (service.refusals.size > 0) throw new Error(`it refused: ${[...service.refusals.keys()]}`);
    return {
      ...done,
      published: load.published(),
      applied: watch.readers.reduce((sum, { applied }) => sum + applied().length, 0),
      bookChanges: [...watch.books.pieces.values()].flat(2).length,
      reasonCounts: watch.reasons(),
    };
  });
}

function check({ readers, books }: LogWatch, histories: readonly History[]): void {
  for (const { name, channel, applied } of readers) {
    const splice = findSplice(
      applied(),
      histories.map(({ frames }) => frames[channel] ?? []),
    );
    if (splice !== undefined) throw new Error(`${name}: ${splice}`);
  }
  const bookHistories = histories.map((history) => history.books);
  for (const [market, pieces] of books.pieces) {
    const mixed = findMixedBook(market, pieces, bookHistories);
    if (mixed !== undefined) throw new Error(mixed);
  }
}

/** Waits until every client has received new frames of the current log. */
async function moved(watch: LogWatch): Promise<void> {
  const counts = watch.readers.map(({ taken }) => taken());
  const shown = (): readonly number[] =>
    [...watch.books.pieces.values()].map((pieces) => pieces.flat().length);
  const before = shown();
  await waitUntil(
    () =>
      watch.readers.every(({ taken }, at) => taken() > (counts[at] ?? 0) + 3) &&
      shown().every((count, at) => count > (before[at] ?? 0)),
    "every client reads on",
  );
}

/** Publishes on every channel until stopped. */
function publishEverything(service: ServiceProcess, { brokerId }: FaultKey) {
  let turns = 0;
  let published = 0;
  const last = new Map<string, string>();
  function send(channel: string, id: string, command: object): void {
    published += 1;
    last.set(channel, id);
    service.send(id, command);
  }
  function turn(): void {
    if (service.unanswered() > 50) return;
    turns += 1;
    for (const channel of sequencedChannels) {
      const example = examples[channel];
      if (example === undefined) throw new Error(`there is no example for ${channel}`);
      const command = Object(parseJson(publishLine(channel, brokerId, example)));
      send(channel, `${channel}-${turns}`, command);
    }
    const market_id = markets[turns % markets.length];
    const bids = [{ price: markPrice, qty: { units: turns, nanos: 0 } }];
    const change = { channel: "market-data", type: "book_diff", market_id, bids, asks: [] };
    send("market-data", `book-${turns}`, change);
  }
  const timer = setInterval(turn, 40);
  return {
    published: () => published,
    last: (channel: string) => last.get(channel) ?? "",
    async end() {
      clearInterval(timer);
    },
  };
}

async function readHistory(folder: string, copy: string, brokerId: string): Promise<History> {
  const log = await createLmdbLogReader({ folder });
  try {
    const read = async (stream: { readonly brokerId: string; readonly channelId: string }) => {
      const { last } = await log.bounds(stream);
      const records = [];
      for (let next = 1n; next <= last; next = (records.at(-1)?.seq ?? last) + 1n) {
        records.push(...(await log.read(stream, next, 1024)));
      }
      return records;
    };
    const frames: Record<string, { seq: bigint; id: string }[]> = {};
    for (const channelId of sequencedChannels) {
      const records = await read({ brokerId, channelId });
      frames[channelId] = records.map(({ seq, tsNs }) => ({ seq, id: String(tsNs) }));
    }
    const logId = await log.identity({ brokerId, channelId: "orders" });
    const marketData = await read({ brokerId: "", channelId: "marketData" });
    return { logId, folder: copy, frames, books: readBookHistory(marketData) };
  } finally {
    await log.close();
  }
}
