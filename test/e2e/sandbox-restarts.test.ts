// The data folder of the sandbox: permissions, resuming, and starting over.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createLmdbLogReader } from "@specwright/streams/log/lmdb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Child, endChildren, startChild } from "./children.ts";

let folder: string;
const data = (...names: string[]): string => join(folder, ".specwright", "sandbox", ...names);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-restarts-e2e-"));
});

afterEach(async () => {
  endChildren();
  await rm(folder, { recursive: true, force: true });
});

function start(...more: string[]): Child {
  const args = [
    "--no-publisher",
    "--streams-port",
    "0",
    "--marketplace-port",
    "0",
    "--speed",
    "10",
    ...more,
  ];
  return startChild({ script: "apps/sandbox/src/main.ts", args, cwd: folder });
}

async function run(...more: string[]): Promise<readonly string[]> {
  const sandbox = start(...more);
  await sandbox.line(/Ctrl\+C/);
  expect(await sandbox.stop("SIGINT")).toEqual({ code: 0, signal: null });
  return sandbox.lines();
}

/** Returns the first and last number of the orders, and the identity of their log. */
async function orders(): Promise<Record<"first" | "logId", string> & { readonly last: bigint }> {
  const log = await createLmdbLogReader({ folder: data("log") });
  const stream = { brokerId: "BRK-SANDBOX", channelId: "orders" };
  const { last } = await log.bounds(stream);
  const [record] = await log.read(stream, 1n, 1);
  const first = Buffer.from(record?.frame ?? []).toString();
  const logId = await log.identity(stream);
  await log.close();
  return { last, first, logId };
}

const printed = (lines: readonly string[], word: string): string =>
  lines.find((line) => line.includes(word)) ?? "";

test("T1 the sandbox continues after Ctrl+C, with the same keys", {
  timeout: 120_000,
}, async () => {
  const before = await run();
  const kept = await orders();
  const again = start();
  await again.line(/Ctrl\+C/);
  // The market moves at random, and the first order after a start can take a while.
  await expect.poll(async () => (await orders()).last).toBeGreaterThan(kept.last);
  expect(await again.stop("SIGINT")).toEqual({ code: 0, signal: null });
  const after = again.lines();
  expect(await orders()).toMatchObject({ first: kept.first, logId: kept.logId });
  for (const word of ["Access key", "Secret key", "User", "Administrator"]) {
    expect(printed(after, word)).toBe(printed(before, word));
  }
  expect(printed(after, "Data")).toContain(data());
  expect(printed(after, "Ctrl+C")).toContain("npm start -- --reset starts from scratch");
});

test("T1 --reset starts over and says so, unless a sandbox is running", {
  timeout: 120_000,
}, async () => {
  const sandbox = start();
  await sandbox.line(/Ctrl\+C/);
  const second = start("--reset");
  expect(await second.ended()).toEqual({ code: 1, signal: null });
  expect(second.errors()).toContain("is already running in this folder, as process");
  await sandbox.stop("SIGKILL");
  const kept = await orders();
  const lines = await run("--reset");
  expect(printed(lines, "Started from scratch")).toContain(data());
  expect(printed(lines, "Access key")).toBe(printed(sandbox.lines(), "Access key"));
  const begun = await orders();
  expect(begun.first).not.toBe(kept.first);
  expect(begun.logId).not.toBe(kept.logId);
});

test("T1 a folder of another version is refused with a hint at --reset", {
  timeout: 120_000,
}, async () => {
  await run();
  const database = new DatabaseSync(data("exchange.db"));
  database.exec("UPDATE turns SET format = 0");
  database.close();
  const sandbox = start();
  expect(await sandbox.ended()).toEqual({ code: 1, signal: null });
  expect(sandbox.errors()).toContain("has the format 0");
  expect(sandbox.errors()).toContain("npm start -- --reset");
});
