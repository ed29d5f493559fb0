// PostgreSQL stops, hangs and returns while the service runs.

import { setTimeout } from "node:timers/promises";
import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { systemClock } from "@specwright/runtime";
import { openDatabase } from "@specwright/service/database";
import { expect, test } from "vitest";
import { createMetrics } from "../../apps/marketplace/src/operations/create-metrics.ts";
import { migrationsFolder } from "../../apps/marketplace/src/storage/migrations-folder.ts";
import {
  type Running,
  send,
  startMarketplace,
} from "../../apps/marketplace/test/start-marketplace.ts";
import { ownPostgres, queryAt } from "./own-postgres.ts";
import { startRelay } from "./start-relay.ts";

const own = ownPostgres();
const setup = { clock: systemClock, migrations: migrationsFolder, applicationName: "test" };
const key = { "idempotency-key": "8e03978e-40d5-43e8-bc93-6894a57f9324" };

/** Returns the log messages, except messages about requests and the start. */
function said({ logs }: Running): readonly string[] {
  const messages = logs.map((line) => String(JSON.parse(line).message));
  return messages.filter((message) => !/^answered$|^Server listening/.test(message));
}

test("T9 a connection in use that breaks does not end the process, and is replaced", async () => {
  const { url } = await own.database();
  const database = await openDatabase({ ...setup, database: { engine: "postgres", url } });
  const lent = database.transaction(async (client) => {
    const [row] = await client.query("SELECT pg_backend_pid() AS pid");
    // Nothing is pending when the server hangs up.
    await queryAt(url, `SELECT pg_terminate_backend(${Number(row?.["pid"])}, 5000)`);
    await setTimeout(100);
    await client.query("SELECT 1");
  });
  await expect(lent).rejects.toMatchObject({ code: "unavailable" });
  await expect
    .poll(() => database.reader.query("SELECT 1 AS one").catch(() => undefined))
    .toEqual([{ one: 1 }]);
  await database.close();
});

test("T9 a server that hangs delays one request until its timeout, and not later ones", async () => {
  const database = { ...(await own.database()), timeoutMs: 6000 };
  const running = await startMarketplace({ database });
  const token = await running.token("ada");
  const ask = () => send(`${running.url}/users/me`, "GET", { token });
  own.server().freeze();
  const startedMs = performance.now();
  const first = await Promise.all(Array.from({ length: 30 }, ask));
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  for (const { status, type, headers, body } of first) {
    expect({ status, type }).toEqual({
      status: 503,
      type: "application/problem+json; charset=utf-8",
    });
    expect(headers.get("retry-after")).toBe("2");
    expect(body).toMatchObject({ code: "unavailable", detail: "Try again in 2 seconds." });
  }
  // One request checks whether the database is still unreachable.
  expect((await ask()).status).toBe(503);
  const againMs = performance.now();
  expect((await ask()).status).toBe(503);
  // Later requests do not wait for an unavailable database; the first one waited 6 s.
  expect(performance.now() - againMs).toBeLessThan(4000);
  own.server().thaw();
  await expect.poll(async () => (await ask()).status).toBe(200);
  const messages = said(running);
  expect(messages.filter((message) => message.includes("database unreachable"))).toHaveLength(1);
  expect(messages.join()).not.toContain("failed");
});

test("T9 a lock held by others leads to 503 within the time limit, not to a hang", async () => {
  const database = await own.database();
  const running = await startMarketplace({ database });
  const token = await running.token("ada");
  const holder = await openDatabase({ ...setup, database: { ...database, timeoutMs: 60_000 } });
  const done = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const held = holder.transaction(async (client) => {
    await client.query("SELECT id FROM listings FOR UPDATE");
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  const body = { title: "changed" };
  const startedMs = performance.now();
  expect((await send(`${running.url}/listings/1`, "POST", { token, body })).status).toBe(503);
  expect(performance.now() - startedMs).toBeLessThan(15_000);
  done.resolve();
  await held;
  await holder.close();
});

test("T9 a commit with a lost response happens once if the request has a key", async () => {
  const { url, ...location } = await own.database();
  const relay = await startRelay(url);
  const running = await startMarketplace({ database: { ...location, url: relay.url } });
  const token = await running.token("ada");
  const make = (title: string, headers: Readonly<Record<string, string>>) =>
    send(`${running.url}/listings`, "POST", { token, body: { title }, headers });
  const made = (title: string) => queryAt(url, `SELECT id FROM listings WHERE title = '${title}'`);

  relay.cutAt("COMMIT");
  const lost = await make("without a key", {});
  expect(lost).toMatchObject({ status: 503, body: { code: "unavailable" } });
  // It happened, but the client cannot know: this is the case for keys.
  expect(await made("without a key")).toHaveLength(1);

  const { marketplace } = running;
  const { transaction } = marketplace.storage;
  let transactions = 0;
  marketplace.storage.transaction = (work) => {
    transactions += 1;
    if (transactions === 2) relay.cutAt("COMMIT");
    return transaction(work);
  };
  const first = await make("with a key", key);
  expect(first).toMatchObject({ status: 503, body: { code: "unavailable" } });
  marketplace.storage.transaction = transaction;
  expect(await made("with a key")).toHaveLength(1);
  const again = await make("with a key", key);
  expect(again.status).toBe(201);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(await made("with a key")).toHaveLength(1);
});

test("T9 a key whose request was lost works again as soon as the database is back", async () => {
  const running = await startMarketplace({ database: await own.database() });
  const token = await running.token("ada");
  const { marketplace } = running;
  const { transaction } = marketplace.storage;
  let transactions = 0;
  marketplace.storage.transaction = async (work) => {
    transactions += 1;
    // The claim is made; the server is gone before the listing is written or the claim released.
    if (transactions === 2) await own.server().halt("immediate");
    return await transaction(work);
  };
  const make = () =>
    send(`${running.url}/listings`, "POST", { token, body: { title: "once" }, headers: key });
  expect((await make()).status).toBe(503);
  marketplace.storage.transaction = transaction;
  await own.server().start();
  await expect.poll(async () => (await make()).status).not.toBe(503);
  expect(await make()).toMatchObject({ status: 201 });
});

test("T9 mail that waited for the database is sent once when it is back", async () => {
  const delivered: string[] = [];
  const gone = Promise.withResolvers<void>();
  const mail = {
    async deliver({ messageId }: { readonly messageId: string }) {
      delivered.push(messageId);
      // The mail was sent, but this cannot be recorded.
      if (delivered.length === 1) await own.server().halt("fast");
      gone.resolve();
    },
  };
  const running = await startMarketplace({ database: await own.database(), mail });
  const bob = await running.as("bob");
  await bob.reportListing({ path: { listing_id: 1 }, body: { details: "one" } });
  await gone.promise;
  // Longer than the interval of the worker.
  await setTimeout(1500);
  await own.server().start();
  const waiting = () =>
    running.marketplace.storage.committed.outbox.waiting().then(
      ({ count }) => count,
      () => undefined,
    );
  await expect.poll(waiting).toBe(0);
  const root = await running.as("root");
  await root.reportListing({ path: { listing_id: 1 }, body: { details: "two" } });
  await expect.poll(() => delivered).toHaveLength(2);
  expect(new Set(delivered).size).toBe(2);
  expect(said(running).join()).not.toContain("outbox not read");
});

test("T9 while the database is unavailable, metrics are served and readiness is not", async () => {
  const { marketplace } = await startMarketplace({ database: await own.database() });
  const metrics = createMetrics(systemClock);
  metrics.watch(marketplace.storage);
  await own.server().halt("fast");
  await expect(marketplace.storage.ping()).rejects.toMatchObject({ code: "unavailable" });
  expect(await metrics.render()).toMatch(/^marketplace_outbox_waiting nan$/im);
  await own.server().start();
  await expect
    .poll(() =>
      marketplace.storage.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test("T9 an outage is logged once when it begins and once when it ends", async () => {
  const running = await startMarketplace({ database: await own.database() });
  const token = await running.token("ada");
  const ask = () => send(`${running.url}/users/me`, "GET", { token });
  await own.server().halt("fast");
  await Promise.all(Array.from({ length: 20 }, ask));
  await own.server().start();
  await expect.poll(async () => (await ask()).status).toBe(200);
  await expect
    .poll(async () => {
      await ask();
      return said(running).length;
    })
    .toBe(2);
  expect(said(running)[0]).toMatch(/^database unreachable: .+; retrying$/);
  expect(said(running)[1]).toBe("database reachable again");
});

test("T9 the SDK retries after 503, and its caller does not notice a restart", async () => {
  const running = await startMarketplace({ database: await own.database() });
  const ada = createMarketplaceClient(
    restTransport({
      baseUrl: running.url,
      credentials: { session: await running.token("ada") },
      timeoutMs: 60_000,
      retry: { retries: 20 },
    }),
  );
  await own.server().halt("fast");
  const headers = { "Idempotency-Key": key["idempotency-key"] };
  const asked = Promise.all([
    ada.getCurrentUser({}),
    ada.createListing({ body: { title: "through a restart" }, headers }),
  ]);
  await expect.poll(() => running.logs.join()).toContain('"status":503');
  await own.server().start();
  expect((await asked).map(({ status }) => status)).toEqual([200, 201]);
});
