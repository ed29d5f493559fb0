// Tokens: both schemes, their answers, and the limits on guesses.

import { memoryRateLimiter } from "@specwright/rest/server";
import { systemClock } from "@specwright/runtime";
import { expect, test } from "vitest";
import { startPublisher } from "./start-publisher.ts";

/** Sends a request and returns its status and some headers. */
async function get(url: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const { status, headers: answered } = await fetch(url, { headers });
  return { status, header: (name: string) => answered.get(name) };
}

const basic = (user: string, password = "") =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

test("both schemes work, and the deprecated one says so in every answer", async () => {
  const { url, site, secret, logs } = await startPublisher();
  const text = await secret("read");
  const list = `${url}/versions`;
  const plain = await get(list, `Token ${text}`);
  expect([plain.status, plain.header("deprecation")]).toEqual([200, null]);
  for (const [path, status] of [
    [list, 200],
    [`${list}/c0a8f2b6-51d4-4e7e-9a3f-7d1b2c3e4f50`, 404],
    [`${list}?limit=0`, 400],
  ] as const) {
    const answer = await get(path, basic(text));
    expect(answer.status).toBe(status);
    expect(answer.header("deprecation")).toBe("@1767225600");
    expect(answer.header("sunset")).toBe("Sat, 01 Jan 2028 00:00:00 GMT");
    expect(answer.header("link")).toBe(
      `<${site}/tokens.html>; rel="deprecation"; type="text/html"`,
    );
  }
  expect((await get(`${site}/tokens.html`)).status).toBe(200);
  expect(logs.join("")).not.toContain(text);
  expect(logs.join("")).not.toContain(basic(text).slice(6));
});

test("nothing else is a token", async () => {
  const { url, publisher, secret } = await startPublisher();
  const text = await secret("read");
  const other = `${text.slice(0, 42)}${text.endsWith("A") ? "E" : "A"}`;
  const refused = [
    undefined,
    "Token ",
    `Bearer ${text}`,
    `Token ${other}`,
    `Token ${text.slice(0, 8)}`,
    basic(text, "password"),
    basic("", text),
    basic(other),
  ];
  for (const authorization of refused) {
    const answer = await get(`${url}/versions`, authorization);
    expect([authorization, answer.status]).toEqual([authorization, 401]);
    expect(answer.header("www-authenticate")).toBe('Token realm="publisher"');
    expect(answer.header("x-request-id")).not.toBeNull();
  }
  await publisher.storage.transaction(({ tokens }) => tokens.revoke(text.slice(0, 8), 0));
  expect((await get(`${url}/versions`, `Token ${text}`)).status).toBe(401);
});

test("a caller who guesses tokens has to wait, but not a caller with a token at the same address", async () => {
  const quotas = { tokens: 3, address: 2 };
  const { url, secret } = await startPublisher({
    rateLimits: { limiter: memoryRateLimiter({ clock: systemClock }), quotas },
  });
  const valid = `Token ${await secret("read")}`;
  const unknown = `Token ${"A".repeat(43)}`;
  const statusOf = async (authorization?: string) =>
    (await get(`${url}/versions`, authorization)).status;
  expect([await statusOf(valid), await statusOf(valid)]).toEqual([200, 200]);
  for (const [authorization, status] of [
    ["Token a", 401],
    [undefined, 401],
    [basic(unknown.slice(6)), 401],
    [unknown, 429],
    [undefined, 429],
  ] as const) {
    expect([authorization, await statusOf(authorization)]).toEqual([authorization, status]);
  }
  for (let at = 0; at < 10; at += 1) {
    expect(await statusOf(valid)).toBe(200);
    expect(await statusOf(unknown)).toBe(429);
  }
  // Nor does it matter what others ask for without a token.
  const interfaces = async () => (await get(`${url}/interfaces`)).status;
  expect([await interfaces(), await interfaces(), await interfaces()]).toEqual([200, 200, 429]);
  expect(await statusOf(valid)).toBe(200);
});
