// A stop signal: a time in which clients are sent elsewhere, and then the end without waiting for
// connections that their clients keep open.

import { Agent, get } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { readEnvironment } from "../src/environment/read-environment.ts";
import { temporaryFolder } from "./start-marketplace.ts";
import { startProcess } from "./start-process.ts";
import { databaseVariables } from "./test-database.ts";

/** Well above what a process needs to end, and well below the forced end after 30 seconds. */
const PROMPT_MS = 5_000;
const LAME_DUCK_SECONDS = 2;

/** Reads over a connection that stays open; returns the status. */
function read(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${url}/listings`, { agent }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode));
    }).once("error", reject);
  });
}

test.each<{ given: string; signal: NodeJS.Signals; operations: boolean; servesMs: number }>([
  {
    given: "SIGTERM",
    signal: "SIGTERM",
    operations: true,
    servesMs: 1000 * LAME_DUCK_SECONDS,
  },
  { given: "SIGTERM, without /readyz", signal: "SIGTERM", operations: false, servesMs: 0 },
  { given: "SIGINT", signal: "SIGINT", operations: true, servesMs: 0 },
])("$given: requests are served for $servesMs ms, and idle connections end", async (given) => {
  const { signal, operations, servesMs } = given;
  const folder = await temporaryFolder();
  const service = startProcess({
    ...(await databaseVariables(folder)),
    MARKETPLACE_DATA: folder,
    MARKETPLACE_LAME_DUCK_SECONDS: `${LAME_DUCK_SECONDS}`,
    ...(operations ? { MARKETPLACE_OPERATIONS_PORT: "0" } : {}),
  });
  const ready = await service.ready;
  const url = `${ready?.["url"]}`;
  const agent = new Agent({ keepAlive: true });
  expect(await read(url, agent)).toBe(200);
  const unused = connect(Number(new URL(url).port), "127.0.0.1");
  unused.on("error", () => {});
  const startedMs = performance.now();
  service.child.kill(signal);
  await expect.poll(service.errors).toContain(`"serves_ms":${servesMs}`);
  if (servesMs > 0) {
    expect((await fetch(`${ready?.["operations"]}/readyz`)).status).toBe(503);
    expect((await fetch(`${ready?.["operations"]}/healthz`)).status).toBe(200);
    expect(await read(url, agent)).toBe(200);
    expect((await fetch(`${url}/listings`)).status).toBe(200);
  }
  expect(await service.exit).toBe(0);
  const tookMs = performance.now() - startedMs;
  expect(tookMs).toBeGreaterThanOrEqual(servesMs);
  expect(tookMs).toBeLessThan(servesMs + PROMPT_MS);
  agent.destroy();
});

test("by default, requests are served for 5 seconds", () => {
  expect(readEnvironment({}).lameDuckMs).toBe(5_000);
});
