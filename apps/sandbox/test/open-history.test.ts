import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@specwright/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createExchange } from "../src/exchange/create-exchange.ts";
import { type History, openHistory } from "../src/open-history.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "sandbox-history-"));
});

afterEach(() => rm(data, { recursive: true, force: true }));

function open(laterMs = 0): Promise<History> {
  const clock = { ...systemClock, now: () => Date.now() + laterMs };
  return openHistory({ data, brokerId: "BRK", clock });
}

/** Stores two turns, and a frame of events in the log. */
async function begin(): Promise<void> {
  const { turns, log, logId, close } = await open();
  const { state } = createExchange({ brokerId: "BRK", seed: 1 });
  for (const number of [1, 2]) turns.keep({ number, frames: [], logId, state });
  const record = {
    id: "t2-0",
    seq: 1n,
    tsNs: 1n,
    type: "event_update",
    frame: Buffer.from("{}"),
    keys: {},
  };
  await log.append({ brokerId: "BRK", channelId: "events" }, [record]);
  await close();
}

/** Replaces the log by another of the same length. */
async function replaceLog(): Promise<void> {
  await rename(join(data, "exchange.db"), join(data, "kept.db"));
  await rm(join(data, "log"), { recursive: true });
  await begin();
  await rename(join(data, "kept.db"), join(data, "exchange.db"));
}

function exchange(sql: string): void {
  const database = new DatabaseSync(join(data, "exchange.db"));
  database.exec(sql);
  database.close();
}

test("a new folder has no history, and stored turns are found again", async () => {
  const first = await open();
  expect(first.last).toBeUndefined();
  await first.close();
  await begin();
  const second = await open();
  expect(second.last).toMatchObject({ number: 2, frames: [], state: { resolved: 0 } });
  expect(second.last?.state.ledger.accounts.size).toBe(6);
  await second.close();
});

test("T1 a sandbox that was stopped for a year still knows its last turn", async () => {
  await begin();
  const { log, close } = await open(365 * 86_400_000);
  const stream = { brokerId: "BRK", channelId: "events" };
  expect(await log.bounds(stream)).toEqual({ first: 1n, last: 1n });
  expect(await log.seqOf(stream, "t2-0")).toBe(1n);
  await close();
});

describe("a history that cannot be continued", () => {
  const damages: readonly (readonly [string, () => unknown, string])[] = [
    ["the log is gone", () => rm(join(data, "log"), { recursive: true }), "do not belong together"],
    ["the log is another", replaceLog, "do not belong together"],
    ["the exchange is gone", () => exchange("DELETE FROM turns"), "do not belong together"],
    ["of another version", () => exchange("UPDATE turns SET format = 0"), "has the format 0"],
    ["damaged", () => exchange("UPDATE turns SET turn = x'00'"), "is damaged"],
    [
      "no exchange",
      () => writeFile(join(data, "exchange.db"), "x".repeat(200)),
      "is not an exchange store",
    ],
    [
      "no log",
      () => writeFile(join(data, "log", "data.mdb"), "x".repeat(200)),
      "is not an LMDB file",
    ],
  ];

  test.each(damages)("T1 is refused as bad_data: %s", async (_name, damage, message) => {
    await begin();
    await damage();
    await expect(open()).rejects.toMatchObject({
      code: "bad_data",
      message: expect.stringContaining(message),
    });
  });
});
