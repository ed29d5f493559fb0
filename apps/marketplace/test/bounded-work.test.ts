// Work is limited before it is done: bodies by their size, their members and their sender.

import { expect, test } from "vitest";
import { at, send, startMarketplace } from "./start-marketplace.ts";

/** Returns a body with `count` unknown members. */
function unknownKeys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
}

test("T13 a body of a megabyte is refused before it is read", async () => {
  const { url, token } = await startMarketplace();
  const ada = await token("ada");
  const body = { title: "x", ...unknownKeys(90_000) };
  for (const path of ["/listings", "/listings/1"]) {
    const answer = await send(`${url}${path}`, "POST", { token: ada, body });
    expect([answer.status, at(answer.body, "code")]).toEqual([413, "payload_too_large"]);
  }
});

test("T13 reports only the excess for a body with too many members", async () => {
  const { url, token } = await startMarketplace();
  const ada = await token("ada");
  const body = { title: "x", ...unknownKeys(5_000) };
  const answer = await send(`${url}/listings`, "POST", { token: ada, body });
  expect(answer.status).toBe(400);
  expect(at(answer.body, "errors")).toEqual([
    expect.objectContaining({ pointer: "", code: "max_properties" }),
  ]);
});

test("T13 faulty bodies count against their caller, and others are not counted", async () => {
  const { url, token } = await startMarketplace({ rateLimits: { quotas: { faults: 5 } } });
  const [ada, bob] = [await token("ada"), await token("bob")];
  const report = (body: object, caller: string) =>
    send(`${url}/listings/1/report`, "POST", { token: caller, body });
  for (let sent = 0; sent < 8; sent += 1) {
    expect((await send(`${url}/users/1`, "POST", { token: ada, body: {} })).status).toBe(200);
  }
  for (let sent = 0; sent < 5; sent += 1) expect((await report({}, ada)).status).toBe(400);
  const refused = await report({}, ada);
  expect([refused.status, at(refused.body, "code")]).toEqual([429, "too_many_requests"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  // Requests without a body are still served, and so are other callers.
  expect((await send(`${url}/users/me`, "GET", { token: ada })).status).toBe(200);
  expect((await report({ details: "x" }, bob)).status).toBe(200);
});

test("T13 a body over its limit counts as a faulty one", async () => {
  const { url } = await startMarketplace({ rateLimits: { quotas: { faults: 2 } } });
  const statuses = [];
  for (let sent = 0; sent < 3; sent += 1) {
    const body = { username_or_email: "x".repeat(9_000), password: "x" };
    statuses.push((await send(`${url}/users/login`, "POST", { body })).status);
  }
  expect(statuses).toEqual([413, 413, 429]);
});
