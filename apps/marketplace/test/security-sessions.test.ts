// Cases 35 to 43: sessions and their tokens. Others are in sessions.test.ts.

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { exchangeBytes, requestBytes } from "./raw-exchange.ts";
import { at, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";
import { dump } from "./test-database.ts";

describe("a token", () => {
  test("case 35: is shown once, and stored as its hash", async () => {
    const { url, token, as, marketplace, folder } = await startMarketplace();
    const secret = await token("ada");
    const answers = [
      await send(`${url}/users/me`, "GET", { token: secret }),
      await send(`${url}/users/me/sessions`, "GET", { token: secret }),
      await (await as("ada")).listSessions({}),
    ];
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret);
    await marketplace.close();
    const stored = await dump(folder);
    expect(stored).not.toContain(secret);
    expect(stored).toContain(createHash("sha256").update(secret).digest("hex"));
  });

  test("case 36: is invalid once its session is revoked", async () => {
    const { as, clientOf, token } = await startMarketplace();
    const [here, there, bob] = [await as("ada"), await token("ada"), await as("bob")];
    const list = await here.listSessions({});
    if (list.status !== 200) throw new Error(`status ${list.status}`);
    expect(list.body.data.map(({ is_current }) => is_current)).toEqual([false, true]);
    const path = { session_id: list.body.data[0]?.id ?? 0 };
    expect((await bob.revokeSession({ path })).status).toBe(404);
    expect((await clientOf(there).getCurrentUser({})).status).toBe(200);
    expect((await here.revokeSession({ path })).status).toBe(204);
    expect((await clientOf(there).getCurrentUser({})).status).toBe(401);
    expect((await here.revokeSession({ path })).status).toBe(404);
    expect((await here.listSessions({})).body).toMatchObject({ data: [{ is_current: true }] });
  });

  test("case 41: of a deleted user ends", async () => {
    const { as } = await startMarketplace();
    const [ada, root] = [await as("ada"), await as("root")];
    expect((await root.deleteUser({ path: { user_id: 1 } })).status).toBe(204);
    expect((await ada.getCurrentUser({})).status).toBe(401);
    expect((await root.getListing({ path: { listing_id: 1 } })).status).toBe(404);
  });

  test("case 42: is refused in every odd form, and never with a failure", async () => {
    const { url, token } = await startMarketplace();
    const good = await token("ada");
    const status = async (...headers: readonly string[]): Promise<number> => {
      const text = await exchangeBytes(url, requestBytes(url, "/users/me", headers));
      return Number(text.split(" ")[1]);
    };
    expect(await status(`Authorization: Bearer ${good}`)).toBe(200);
    // The name of the scheme is case-insensitive (RFC 9110).
    expect(await status(`Authorization: bEARER ${good}`)).toBe(200);
    for (const headers of [
      [],
      ["Authorization:"],
      ["Authorization: Bearer"],
      ["Authorization: Bearer "],
      [`Authorization: ${good}`],
      [`Authorization: Bearer ${good} x`],
      [`Authorization: Bearer ${good.slice(1)}`],
      [`Authorization: Bearer ${good.toLowerCase()}`],
      [`Authorization: Basic ${Buffer.from(`ada:${PASSWORD}`).toString("base64")}`],
      [`Authorization: Token ${good}`],
      [`Authorization: Bearer ${good}`, `Authorization: Bearer ${good}`],
      [`Authorization: Bearer ${"x".repeat(8192)}`],
      ["Authorization: Bearer \u00ff\u00fe"],
    ]) {
      expect([headers, await status(...headers)]).toEqual([headers, 401]);
    }
    expect(await status(`Authorization: Bearer ${"x".repeat(20_000)}`)).toBe(431);
  });

  test("ends the oldest session of a user who has a hundred", async () => {
    const { as, clientOf, token } = await startMarketplace();
    const first = await token("ada");
    for (let login = 0; login < 99; login += 1) await token("ada");
    expect((await clientOf(first).getCurrentUser({})).status).toBe(200);
    const list = await (await as("ada")).listSessions({});
    expect(list.status === 200 && list.body.data.length).toBe(100);
    expect((await clientOf(first).getCurrentUser({})).status).toBe(401);
  });
});

test("cases 39 and 40: no cookie is set, and none is a credential", async () => {
  const { url, token } = await startMarketplace();
  const body = { username_or_email: "ada", password: PASSWORD };
  const login = await send(`${url}/users/login`, "POST", { body });
  expect(login.headers.has("set-cookie")).toBe(false);
  const secret = await token("ada");
  for (const name of ["session", "token", "__Host-session", "Authorization"]) {
    const headers = { cookie: `${name}=${secret}`, origin: "https://evil.example" };
    const answer = await send(`${url}/listings`, "POST", { body: { title: "x" }, headers });
    expect([answer.status, at(answer.body, "code")]).toEqual([401, "unauthorized"]);
  }
});
