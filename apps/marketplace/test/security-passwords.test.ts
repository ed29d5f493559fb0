// Cases 20 to 34: passwords, and the keys that set new ones.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import type { MarketplaceOptions } from "@specwright/marketplace";
import type { MarketplaceClient } from "@specwright/marketplace-api/client";
import { fakeClock } from "@specwright/runtime/testing";
import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { guessablePasswordIssues } from "../src/users/guessable-passwords.ts";
import { mailBox } from "./mail-box.ts";
import { errorPointers, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";
import { dump } from "./test-database.ts";

const NEW = "battery horse correct";

async function start(options: Partial<MarketplaceOptions> = {}) {
  const box = mailBox();
  const running = await startMarketplace({ mail: box.mail, ...options });
  const { anonymous } = running;
  let asked = 0;
  return {
    ...running,
    box,
    /** Requests a key by mail and returns it. */
    async keyFor(username: string): Promise<string> {
      asked += 1;
      await anonymous.requestPassword({ body: { username_or_email: username } });
      return (await box.keys(asked)).at(-1) ?? "";
    },
    async reset(username: string, key: string, password = NEW): Promise<number> {
      const body = { username, password, password_reset_key: key };
      return (await anonymous.resetPassword({ body })).status;
    },
  };
}

async function login(client: MarketplaceClient, password: string): Promise<number> {
  const body = { username_or_email: "eve", password };
  return (await client.loginUser({ body })).status;
}

describe("passwords", () => {
  test.each([
    { password: "1234567", status: 400 },
    { password: "qz7-kd9w", status: 201 },
    { password: "\u{1f6b2}".repeat(7), status: 400 },
    { password: "x".repeat(65), status: 201 },
    { password: `${"x".repeat(127)}y`, status: 201 },
    { password: `${"x".repeat(128)}y`, status: 400 },
  ])("case 20: $password is $status", async ({ password, status }) => {
    const { url, anonymous } = await startMarketplace();
    const body = { username: "eve", email: "eve@people.example", password };
    expect((await send(`${url}/users`, "POST", { body })).status).toBe(status);
    if (status !== 201) return;
    // The password is neither trimmed nor truncated: every character counts.
    expect(await login(anonymous, password)).toBe(200);
    for (const other of [password.slice(0, -1), `${password} `, ` ${password}`]) {
      if (other.length <= 128) expect(await login(anonymous, other)).toBe(401);
    }
  });

  test("case 20: spaces at the ends count", async () => {
    const { anonymous } = await startMarketplace();
    const body = { username: "eve", email: "eve@people.example", password: "  seven1  " };
    await anonymous.registerUser({ body });
    expect(await login(anonymous, "seven1")).toBe(401);
    expect(await login(anonymous, "  seven1  ")).toBe(200);
  });

  test("case 21: the first three thousand that everybody tries are refused", async () => {
    const tried = dictionary["passwords-common"].filter(({ length }) => length >= 8).slice(0, 3000);
    expect(tried).toHaveLength(3000);
    const passed = tried.filter(
      (password) => guessablePasswordIssues({ password: password.toUpperCase() }).length === 0,
    );
    expect(passed).toEqual([]);
    const { url, token } = await startMarketplace();
    const password = "Qwertyuiop";
    const user = { username: "eve", email: "eve@people.example", password };
    const key = { username: "ada", password, password_reset_key: "k" };
    const change = { password, current_password: PASSWORD };
    for (const [path, body] of [
      ["/users", user],
      ["/users/reset-password", key],
      ["/users/1", change],
    ] as const) {
      const signed = path === "/users/1" ? { token: await token("ada") } : {};
      const answer = await send(`${url}${path}`, "POST", { body, ...signed });
      expect([path, answer.status, errorPointers(answer.body)]).toEqual([path, 400, ["/password"]]);
    }
  });
});

describe("a change by the owner", () => {
  test("of the password ends the other sessions and sends a mail", async () => {
    const { as, box } = await start();
    const [ada, other] = [await as("ada"), await as("ada")];
    const body = { password: NEW, current_password: PASSWORD };
    expect((await ada.updateUser({ path: { user_id: 1 }, body })).status).toBe(200);
    expect((await ada.getCurrentUser({})).status).toBe(200);
    expect((await other.getCurrentUser({})).status).toBe(401);
    await expect.poll(() => box.messages).toHaveLength(1);
    expect(box.messages[0]).toMatchObject({
      to: "ada@people.example",
      subject: "Your password was changed",
    });
  });

  test("of both sends a mail to the previous address", async () => {
    const { as, box } = await start();
    const change = { password: NEW, email: "new@people.example" };
    const body = { ...change, current_password: PASSWORD };
    const path = { user_id: 1 };
    expect((await (await as("ada")).updateUser({ path, body })).status).toBe(200);
    await expect.poll(() => box.messages).toHaveLength(3);
    expect(box.messages.map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@people.example", "Your password was changed"],
      ["ada@people.example", "Your address was changed"],
      ["new@people.example", "Verify your address"],
    ]);
  });

  test("sends no mail if it is refused, or changes neither", async () => {
    const { as, box, marketplace } = await start();
    const ada = await as("ada");
    const path = { user_id: 1 };
    const refused = { password: NEW, current_password: "wrong one" };
    expect((await ada.updateUser({ path, body: refused })).status).toBe(400);
    const same = { email: "ada@people.example", first_name: "Ada" };
    expect((await ada.updateUser({ path, body: same })).status).toBe(200);
    await marketplace.close();
    expect(box.messages).toEqual([]);
  });
});

describe("a reset key", () => {
  test("case 24: has 256 random bits in base64url", async () => {
    const { keyFor } = await start();
    const [first, second] = [await keyFor("ada"), await keyFor("ada")];
    for (const key of [first, second]) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(first).not.toBe(second);
  });

  test("case 25: is stored as its SHA-256 alone, once its mail has left", async () => {
    const { keyFor, marketplace, folder } = await start();
    const key = await keyFor("ada");
    await marketplace.close();
    const stored = await dump(folder);
    expect(stored).toContain(createHash("sha256").update(key).digest("hex"));
    expect(stored).not.toContain(key);
  });

  test("case 26: ends after an hour", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1));
    const { keyFor, reset } = await start({ clock });
    const first = await keyFor("ada");
    await clock.advance(60 * 60_000);
    expect(await reset("ada", first)).toBe(401);
    const second = await keyFor("ada");
    await clock.advance(60 * 60_000 - 1);
    expect(await reset("ada", second)).toBe(200);
  });

  test("case 27: works once, of twenty at once too", async () => {
    const { keyFor, reset, token } = await start();
    const key = await keyFor("ada");
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => reset("ada", key, `battery horse ${at}`)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 401]));
    const set = statuses.indexOf(200);
    await token("ada", `battery horse ${set}`);
    expect(await reset("ada", key)).toBe(401);
  });

  test("case 28: is void once a new one was asked for", async () => {
    const { keyFor, reset } = await start();
    const [first, second] = [await keyFor("ada"), await keyFor("ada")];
    expect(await reset("ada", first)).toBe(401);
    expect(await reset("ada", second)).toBe(200);
  });

  test.each([{ change: { password: NEW } }, { change: { email: "new@people.example" } }])(
    "case 29: is void after $change",
    async ({ change }) => {
      const { keyFor, reset, as } = await start();
      const key = await keyFor("ada");
      const body = { ...change, current_password: PASSWORD };
      expect((await (await as("ada")).updateUser({ path: { user_id: 1 }, body })).status).toBe(200);
      expect(await reset("ada", key)).toBe(401);
    },
  );

  test("case 30: is its user's", async () => {
    const { keyFor, reset } = await start();
    const key = await keyFor("ada");
    expect(await reset("bob", key)).toBe(401);
    expect(await reset("nobody", key)).toBe(401);
    expect(await reset("Ada", key)).toBe(200);
  });

  test("case 31: ends every session, starts none, and sends a mail", async () => {
    const { keyFor, anonymous, as, token, box } = await start();
    const [one, other, bob] = [await as("ada"), await as("ada"), await as("bob")];
    const body = { username: "ada", password: NEW, password_reset_key: await keyFor("ada") };
    const answer = await anonymous.resetPassword({ body });
    expect(answer).toMatchObject({ status: 200, body: { data: { id: 1 } } });
    expect(JSON.stringify(answer)).not.toMatch(/token/);
    for (const client of [one, other]) expect((await client.getCurrentUser({})).status).toBe(401);
    expect((await bob.getCurrentUser({})).status).toBe(200);
    await expect.poll(() => box.messages).toHaveLength(2);
    expect(box.messages[1]).toMatchObject({
      to: "ada@people.example",
      subject: "Your password was changed",
    });
    await token("ada", NEW);
  });

  test("case 32: is linked to where the operator says, whatever the request says", async () => {
    const passwordResetPage = "https://market.example/new-password";
    const { url, box } = await start({ passwordResetPage });
    await sendFrom("evil.example", `${url}/users/request-password`, { username_or_email: "ada" });
    await box.keys(1);
    const text = box.messages[0]?.text ?? "";
    // In the fragment, which is not sent to servers.
    expect(text).toMatch(/https:\/\/market\.example\/new-password#\S*password_reset_key=/);
    expect(text).not.toContain("evil");
  });

  test("case 33: in a query is not logged, nor sent on", async () => {
    const { url, logs, keyFor } = await start();
    const key = await keyFor("ada");
    for (const path of ["/users/me", "/users/reset-password", "/nowhere"]) {
      const answer = await send(`${url}${path}?password_reset_key=${key}`, "GET");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
      expect(JSON.stringify(answer.body)).not.toContain(key);
    }
    expect(logs.length).toBeGreaterThan(0);
    expect(logs.filter((line) => line.includes(key))).toEqual([]);
  });

  test("case 34: is compared by its hash, in constant time", async () => {
    const { keyFor, reset } = await start();
    const key = await keyFor("ada");
    const near = `${key.slice(0, -1)}${key.endsWith("A") ? "E" : "A"}`;
    expect(await reset("ada", near)).toBe(401);
    expect(await reset("ada", key)).toBe(200);
    const file = new URL("../src/mailed-keys/is-right-key.ts", import.meta.url);
    expect(readFileSync(file, "utf8")).toContain("timingSafeEqual(");
  });
});

/** Posts with another host name; `fetch` does not allow that. */
async function sendFrom(host: string, url: string, body: object): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const headers = {
      host,
      "x-forwarded-host": host,
      forwarded: `host=${host}`,
      origin: `https://${host}`,
      "content-type": "application/json",
    };
    const sent = request(url, { method: "POST", headers }, (response) => {
      response.resume().once("end", resolve);
    });
    sent.once("error", reject).end(JSON.stringify(body));
  });
}
