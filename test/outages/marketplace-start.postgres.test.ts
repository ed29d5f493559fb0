// A process that starts while its database is unreachable or refuses it.

import { createServer } from "node:net";
import type { Process } from "@specwright/service/database/testing";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../apps/marketplace/test/start-marketplace.ts";
import { startProcess } from "../../apps/marketplace/test/start-process.ts";
import { ownPostgres } from "./own-postgres.ts";

const own = ownPostgres();

function messagesOf({ errors }: Process): readonly string[] {
  const lines = errors().trim().split("\n").filter(Boolean);
  return lines.map((line) => String(JSON.parse(line).message));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

test("T9 waits for a database that does not exist yet, reports why, keeps running, and is not ready", async () => {
  const { url } = await own.database();
  await own.server().halt("fast");
  const operationsPort = await freePort();
  const started = startProcess({
    DATABASE_URL: url,
    MARKETPLACE_DATA: await temporaryFolder(),
    MARKETPLACE_OPERATIONS_PORT: `${operationsPort}`,
    MARKETPLACE_LAME_DUCK_SECONDS: "0",
  });
  const status = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${operationsPort}${path}`).catch(() => undefined);
    return answer?.status;
  };
  await expect
    .poll(() => messagesOf(started))
    .toEqual(["database unreachable: connection refused (ECONNREFUSED); retrying"]);
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
  expect(await status("/metrics")).toBe(200);
  await own.server().start();
  expect(await started.url).toMatch(/^http:/);
  expect(await status("/readyz")).toBe(200);
  started.child.kill("SIGTERM");
  expect(await started.exit).toBe(0);
});

test("T9 waits for a server that hangs, and stops on a signal", async () => {
  const { url } = await own.database();
  own.server().freeze();
  const started = startProcess({
    DATABASE_URL: url,
    MARKETPLACE_DATA: await temporaryFolder(),
    MARKETPLACE_DATABASE_TIMEOUT_SECONDS: "1",
  });
  await expect.poll(() => messagesOf(started).join()).toMatch(/database unreachable: .*timeout/);
  started.child.kill("SIGTERM");
  expect(await started.exit).toBe(0);
  expect(messagesOf(started)).toHaveLength(2);
});

test("T9 names a host that cannot be resolved", async () => {
  const started = startProcess({
    DATABASE_URL: "postgres://me:hidden@database.invalid/none",
    MARKETPLACE_DATA: await temporaryFolder(),
  });
  await expect.poll(() => messagesOf(started).join()).toContain("unknown host");
  expect(started.errors()).not.toContain("hidden");
  started.child.kill("SIGTERM");
  expect(await started.exit).toBe(0);
});

test.each([
  { part: "password", value: "hidden", want: "wrong user or password" },
  { part: "pathname", value: "/none", want: "unknown database" },
] as const)("T9 does not wait for what waiting does not help: $want", async (given) => {
  const { part, value, want } = given;
  const url = new URL((await own.database()).url);
  url[part] = value;
  const started = startProcess({
    DATABASE_URL: url.href,
    MARKETPLACE_DATA: await temporaryFolder(),
  });
  expect(await started.exit).toBe(1);
  expect(messagesOf(started).at(-1)).toContain(`cannot use the database: ${want}`);
  expect(started.errors()).not.toContain("hidden");
});
