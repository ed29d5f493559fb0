// Requests with an Idempotency-Key are executed once, even if the process ends or stalls.

import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { fakeClock } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { at, type RawAnswer, type Running, send, startMarketplace } from "./start-marketplace.ts";
import { execute } from "./test-database.ts";

const LEASE_MS = 60_000;
const headers = { "idempotency-key": "8e03978e-40d5-43e8-bc93-6894a57f9324" };
const user = { username: "eve", email: "eve@people.example", password: "long enough" };

/** Lets `count` transactions succeed; all later ones fail as if the process had died. */
function dieAfter({ marketplace }: Running, count: number): () => void {
  const { storage } = marketplace;
  const transact = storage.transaction;
  let left = count;
  storage.transaction = async (work) => {
    left -= 1;
    if (left < 0) throw new Error("the process is gone");
    return await transact(work);
  };
  return () => {
    storage.transaction = transact;
  };
}

const count = (table: string, where = "1 = 1") =>
  `SELECT count(*) AS found FROM ${table} WHERE ${where}`;

test.each([
  { path: "/users", body: user, done: count("users", "username = 'eve'") },
  { path: "/users/1", body: { first_name: "Ada" }, done: count("users", "version = 2") },
  { path: "/users/request-password", body: { username_or_email: "ada" }, done: count("outbox") },
  {
    path: "/users/me/request-verification",
    body: undefined,
    done: count("outbox", "kind = 'email_verification'"),
  },
  { path: "/listings", body: { title: "once" }, done: count("listings", "title = 'once'") },
  { path: "/listings/1", body: { title: "once" }, done: count("listings", "version = 2") },
  {
    path: "/listings/1/hide",
    body: { hidden: true, reason: "x" },
    done: count("listings", "version = 2"),
  },
  { path: "/listings/2/submit", body: undefined, done: count("listings", "version = 2") },
  { path: "/listings/3/approve", body: undefined, done: count("listings", "version = 2") },
  { path: "/listings/3/reject", body: { reason: "x" }, done: count("outbox") },
  { path: "/listings/1/report", body: { details: "x" }, done: count("reports") },
])("case 91: POST $path is done once, though the process dies after its commit", async (given) => {
  const { path, body, done } = given;
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  // A letter that is not delivered stays in the outbox.
  const mail = { deliver: () => Promise.reject(new Error("away")) };
  const described = { owner: "ada", title: "draft", description: "d", status: "draft" } as const;
  const running = await startMarketplace({ clock, mail, seed: seedWith(described) });
  const { url, folder } = running;
  const token = path === "/users" ? undefined : await running.token("root");
  const ask = () => send(`${url}${path}`, "POST", { token, body, headers });
  // An address to verify.
  await execute(folder, "UPDATE users SET email_verified = 0");
  // The claim and the work.
  const revive = dieAfter(running, 2);
  await ask();
  revive();
  await clock.advance(LEASE_MS);
  const again = await ask();
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.status).toBeLessThan(300);
  const [row] = await execute(folder, done);
  expect(Number(at(row, "found"))).toBe(1);
});

function seedWith(draft: { readonly owner: string; readonly title: string }) {
  const password = "correct horse battery";
  return {
    users: [
      { username: "ada", email: "ada@people.example", password },
      { username: "root", email: "root@people.example", password, role: "admin" as const },
    ],
    listings: [
      { owner: "ada", title: "published" },
      draft,
      { owner: "ada", title: "pending", status: "pending" as const },
    ],
  };
}

test("a creation whose answer was lost is sent again with the key that the client makes, and done once", async () => {
  const running = await startMarketplace();
  const { url, folder } = running;
  let attempts = 0;
  const client = createMarketplaceClient(
    restTransport({
      baseUrl: url,
      credentials: { session: await running.token("ada") },
      retry: { minMs: 1 },
      fetch: async (...request) => {
        const response = await fetch(...request);
        attempts += 1;
        if (attempts === 1) throw new TypeError("the connection was lost");
        return response;
      },
    }),
  );
  const { headers: answered } = await client.createListing.orThrow({ body: { title: "once" } });
  expect([attempts, answered?.["Idempotency-Replayed"]]).toEqual([2, true]);
  const [row] = await execute(folder, count("listings", "title = 'once'"));
  expect(Number(at(row, "found"))).toBe(1);
});

test("case 91: a request that was given up for dead does not do what another has done", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const running = await startMarketplace({ clock });
  const { marketplace, folder, url } = running;
  const token = await running.token("ada");
  const ask = (): Promise<RawAnswer> =>
    send(`${url}/listings`, "POST", { token, headers, body: { title: "once" } });
  const { storage } = marketplace;
  const transact = storage.transaction;
  const stalled = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  storage.transaction = async (work) => {
    calls += 1;
    if (calls === 2) {
      stalled.resolve();
      await gate.promise;
    }
    return await transact(work);
  };
  const first = ask();
  await stalled.promise;
  await clock.advance(LEASE_MS);
  const second = await ask();
  gate.resolve();
  const late = await first;
  expect([second.status, late.status, at(late.body, "code")]).toEqual([
    ...[201, 409],
    "idempotency_in_flight",
  ]);
  expect((await ask()).body).toEqual(second.body);
  const [row] = await execute(folder, count("listings", "title = 'once'"));
  expect(Number(at(row, "found"))).toBe(1);
});

test("case 91: a request that outlived its claim, and was not repeated, is answered", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const running = await startMarketplace({ clock });
  const token = await running.token("ada");
  const { storage } = running.marketplace;
  const transact = storage.transaction;
  let calls = 0;
  storage.transaction = async (work) => {
    calls += 1;
    if (calls === 2) {
      await clock.advance(2 * LEASE_MS);
      // Another caller's request deletes expired entries.
      await transact(({ replies }) =>
        replies.begin({ id: "x", fingerprint: "x", now: clock.now(), expiresAt: clock.now() }),
      );
    }
    return await transact(work);
  };
  const options = { token, headers, body: { title: "once" } };
  const made = await send(`${running.url}/listings`, "POST", options);
  expect(made.status).toBe(201);
  expect((await send(`${running.url}/listings`, "POST", options)).body).toEqual(made.body);
});

test("a repeated problem names the request that it answers", async () => {
  const running = await startMarketplace({ seed: seedWith({ owner: "ada", title: "draft" }) });
  const token = await running.token("root");
  const path = `${running.url}/users/me/request-verification`;
  await execute(running.folder, "UPDATE users SET email_verified = 1");
  const ask = (id: string) =>
    send(path, "POST", { token, headers: { ...headers, "x-request-id": id } });
  const [first, again] = [await ask("the-first-one"), await ask("the-second-one")];
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect([first, again].map(({ status, body }) => [status, at(body, "request_id")])).toEqual([
    [409, "the-first-one"],
    [409, "the-second-one"],
  ]);
  expect(at(again.body, "code")).toBe(at(first.body, "code"));
});
