// The exchange is killed between any two writes, of its turn or of one of its channels, and
// continues from the stored state: in the end, the log is the same as without the interruption.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "@specwright/runtime";
import { seededRandom } from "@specwright/runtime/testing";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import { createStreamsPublisher } from "@specwright/streams-service";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createExchange } from "../src/exchange/create-exchange.ts";
import { sandboxSeries, speedUpSeries } from "../src/exchange/series.ts";
import { runExchange } from "../src/run-exchange.ts";
import { openTurnStore, type Turn } from "../src/turn-store.ts";

const START_MS = Date.UTC(2026, 0, 1);
const STEP_MS = 100;
const TURNS = 120;
const WARM_UP_STEPS = 60;
const BROKER = "BRK";
const channelIds = ["orders", "accounting", "payouts", "events", "marketData"];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-goes-on-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A run of the exchange, from its start until it is killed or has finished its turns. */
interface Life {
  /** When the process is killed: before the next write, after it, or not at all. */
  diesAt(write: number): "before" | "behind" | undefined;
}

/** Runs once on the stored state; returns true if all turns are done. */
async function live(kept: SequencedLog, { diesAt }: Life): Promise<boolean> {
  const store = openTurnStore(join(folder, "exchange.db"));
  const last = store.last();
  const died = Promise.withResolvers<"died">();
  let turn = last?.number ?? 0;
  let writes = 0;
  let dead = false;
  let timer = Promise.withResolvers<() => void>();

  /** Never returns from the write at which the process is killed. */
  async function write<Result>(run: () => Promise<Result>): Promise<Result> {
    const end = dead ? "before" : diesAt(writes);
    writes += 1;
    if (end === "before") await die();
    const result = await run();
    return end === "behind" ? die() : result;
  }
  function die(): Promise<never> {
    dead = true;
    died.resolve("died");
    return new Promise(() => {});
  }

  // A turn has the same time in every run.
  const clock: Clock = {
    now: () => START_MS + turn * STEP_MS,
    elapsed: () => turn * STEP_MS,
    setTimer(_delayMs, run) {
      timer.resolve(run);
      return () => {};
    },
  };
  const log: SequencedLog = { ...kept, append: (...args) => write(() => kept.append(...args)) };
  const publisher = createStreamsPublisher({ log, clock: { ...clock, setTimer: () => () => {} } });
  const exchange = createExchange({
    brokerId: BROKER,
    seed: 7,
    series: speedUpSeries(sandboxSeries, 10),
    ...(last !== undefined && { state: last.state }),
  });
  const errors: unknown[] = [];
  const starting = runExchange({
    exchange,
    last,
    logId: "",
    turns: {
      ...store,
      keep(next: Turn) {
        store.keep(next);
        turn = next.number;
      },
    },
    service: { publish: async (command) => (await publisher.publish(command)).number },
    clock,
    stepMs: STEP_MS,
    warmUpSteps: WARM_UP_STEPS,
    onError: (error) => errors.push(error),
  });
  let ended = await Promise.race([starting, died.promise]);
  while (ended !== "died" && turn < TURNS) {
    const run = await timer.promise;
    timer = Promise.withResolvers();
    run();
    ended = (await Promise.race([timer.promise, died.promise])) === "died" ? "died" : ended;
  }
  publisher.close();
  store.close();
  expect(errors).toEqual([]);
  return ended !== "died";
}

/** Returns the frames of a stream with their keys. */
async function framesOf(log: SequencedLog, channelId: string): Promise<readonly string[]> {
  const brokerId = channelId === "marketData" ? "" : BROKER;
  const records = await log.read({ brokerId, channelId }, 1n, 1_000_000);
  return records.map(({ frame, keys }) => `${Buffer.from(frame)} ${JSON.stringify(keys)}`);
}

async function liveUntilDone(log: SequencedLog, life: () => Life): Promise<number> {
  let lives = 1;
  while (!(await live(log, life()))) lives += 1;
  return lives;
}

async function resultOf(life: () => Life) {
  await rm(join(folder, "exchange.db"), { force: true });
  const log = createMemoryLog();
  const lives = await liveUntilDone(log, life);
  const frames = await Promise.all(channelIds.map((id) => framesOf(log, id)));
  const store = openTurnStore(join(folder, "exchange.db"));
  const state = store.last()?.state;
  store.close();
  return { lives, frames, state };
}

describe("a killed exchange", () => {
  test("T1 continues as if nothing had happened, wherever it is killed", {
    timeout: 120_000,
  }, async () => {
    const { lives: _, ...whole } = await resultOf(() => ({ diesAt: () => undefined }));
    expect(whole.frames.map(({ length }) => length > 0)).toEqual([true, true, true, true, true]);
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = seededRandom(seed);
      const { lives, ...pieces } = await resultOf(() => {
        const at = random.below(12);
        const end = random.chance(0.5) ? "before" : "behind";
        return { diesAt: (write) => (write === at ? end : undefined) };
      });
      expect(lives).toBeGreaterThan(5);
      expect(pieces).toEqual(whole);
    }
  });
});
