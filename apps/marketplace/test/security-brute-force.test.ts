// Cases 10 to 19: guessing is slowed down and stopped.

import type { MarketplaceOptions } from "@specwright/marketplace";
import { describe, expect, test } from "vitest";
import { mailBox } from "./mail-box.ts";
import { PASSWORD, PEOPLE, type RawAnswer, send, startMarketplace } from "./start-marketplace.ts";

const rateLimits = {};

interface Attempt {
  readonly name?: string;
  readonly password?: string;
  readonly from?: string;
}

async function start(options: Partial<MarketplaceOptions> = {}) {
  const running = await startMarketplace({ rateLimits, ...options });
  async function logIn(attempt: Attempt = {}): Promise<RawAnswer> {
    const { name = "ada", password = "wrong password", from } = attempt;
    return await send(`${running.url}/users/login`, "POST", {
      body: { username_or_email: name, password },
      headers: from === undefined ? {} : { "x-forwarded-for": from },
    });
  }
  async function statuses(attempts: readonly Attempt[]): Promise<readonly number[]> {
    const found: number[] = [];
    for (const attempt of attempts) found.push((await logIn(attempt)).status);
    return found;
  }
  return { ...running, logIn, statuses };
}

function times<Item>(count: number, item: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => item(at));
}

describe("logins", () => {
  test("case 10: the eleventh bad one for an account is refused to its network", async () => {
    const { logIn, statuses } = await start({ trustProxy: true });
    const attempts = times(10, (at) => ({ from: `192.0.2.${at}` }));
    expect(await statuses(attempts)).toEqual(times(10, () => 401));
    const from = "192.0.2.99";
    const answer = await logIn({ from });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("ratelimit-policy")).toContain('"login";q=10;w=900');
    expect(answer.headers.get("ratelimit")).toMatch(/"login";r=0;t=\d+/);
    // The right password is refused like a wrong one, and other callers are not affected.
    expect((await logIn({ from, password: PASSWORD })).status).toBe(429);
    expect((await logIn({ from, name: "bob", password: PASSWORD })).status).toBe(200);
  });

  test("case 11: many accounts from one address are refused", async () => {
    const { statuses } = await start({ rateLimits: { quotas: { "login-address": 5 } } });
    const attempts = times(6, (at) => ({ name: `user-${at}` }));
    expect(await statuses(attempts)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test("case 11: the addresses of an IPv6 network are one", async () => {
    const quotas = { "login-address": 3 };
    const { statuses } = await start({ rateLimits: { quotas }, trustProxy: true });
    const from = (network: number) => (at: number) => ({
      ...{ name: `user-${at}`, from: `2001:db8:0:${network}:${at}::1` },
    });
    expect(await statuses(times(4, from(1)))).toEqual([401, 401, 401, 429]);
    expect(await statuses(times(1, from(2)))).toEqual([401]);
  });

  test("case 11: so are attempts from an IPv4 network, /24", async () => {
    const quotas = { "login-address": 3 };
    const { statuses } = await start({ rateLimits: { quotas }, trustProxy: true });
    const from = (network: string) => (at: number) => ({
      ...{ name: `user-${at}`, from: `${network}.${at}` },
    });
    expect(await statuses(times(4, from("192.0.2")))).toEqual([401, 401, 401, 429]);
    expect(await statuses(times(1, from("192.0.3")))).toEqual([401]);
  });

  test("case 12: refused attempts cost no hash", async () => {
    const { statuses } = await start({ passwords: { memoryKib: 65_536, passes: 2 } });
    const cpuOf = async (): Promise<number> => {
      const before = process.cpuUsage();
      await statuses(times(10, () => ({})));
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const [tried, refused] = [await cpuOf(), await cpuOf()];
    expect(refused).toBeLessThan(tried / 2);
  });

  test("case 13: the address in a forged X-Forwarded-For is ignored", async () => {
    const { statuses } = await start({ rateLimits: { quotas: { "login-address": 3 } } });
    const attempts = times(4, (at) => ({ name: `user-${at}`, from: `192.0.2.${at}` }));
    expect(await statuses(attempts)).toEqual([401, 401, 401, 429]);
  });

  test("case 14: an account is one however it is spelled", async () => {
    const { statuses } = await start();
    const names = ["ada", "ADA", " ada ", "\uff41\uff44\uff41", "a\u00a0da"];
    const attempts = times(11, (at) => ({ name: names[at % names.length] ?? "" }));
    expect(await statuses(attempts)).toEqual([...times(10, () => 401), 429]);
  });

  test("case 15: a success forgives the account, not the network", async () => {
    const quotas = { login: 3, "login-address": 5 };
    const { statuses } = await start({ rateLimits: { quotas } });
    const bad = {};
    const good = { password: PASSWORD };
    expect(await statuses([bad, bad, good, bad, bad, bad])).toEqual([401, 401, 200, 401, 401, 401]);
    expect(await statuses([good])).toEqual([429]);
  });

  test("T10 a right password does not count against a network", async () => {
    const quotas = { login: 10, "login-address": 3 };
    const { statuses } = await start({ rateLimits: { quotas } });
    const good = { password: PASSWORD };
    expect(await statuses(times(8, () => good))).toEqual(times(8, () => 200));
  });

  test("case 19: a refused account keeps its sessions", async () => {
    const { as, logIn, statuses } = await start();
    const ada = await as("ada");
    await statuses(times(11, () => ({})));
    expect((await logIn()).status).toBe(429);
    expect((await ada.getCurrentUser({})).status).toBe(200);
  });
});

test("a guess at one's own password is not forgiven for a change that needs none", async () => {
  const { url, token } = await start({ rateLimits: { quotas: { password: 4 } } });
  const change = async (body: object) =>
    (await send(`${url}/users/1`, "POST", { token: ada, body })).status;
  const ada = await token("ada");
  const guess = { password: "battery horse", current_password: "wrong password" };
  const statuses = [await change(guess), await change(guess)];
  statuses.push(await change({ first_name: "Ada", current_password: "wrong password" }));
  statuses.push(await change(guess), await change(guess));
  expect(statuses).toEqual([400, 400, 200, 400, 429]);
});

describe("reset keys", () => {
  test("case 16: T10 no number of guesses voids the key", async () => {
    const box = mailBox();
    const { anonymous } = await start({ mail: box.mail, rateLimits: "off" });
    await anonymous.requestPassword({ body: { username_or_email: "ada" } });
    const [key = ""] = await box.keys(1);
    const reset = async (password_reset_key: string) => {
      const body = { username: "ada", password: "battery horse", password_reset_key };
      return (await anonymous.resetPassword({ body })).status;
    };
    for (let guess = 0; guess < 25; guess += 1) expect(await reset("k".repeat(43))).toBe(401);
    expect(await reset(key)).toBe(200);
  });

  test("T10 guesses count by network, and right passwords do not", async () => {
    const box = mailBox();
    const quotas = { "reset-password": 3 };
    const running = await start({ mail: box.mail, rateLimits: { quotas }, trustProxy: true });
    await running.anonymous.requestPassword({ body: { username_or_email: "ada" } });
    const [key = ""] = await box.keys(1);
    const reset = async (password_reset_key: string, from: string) => {
      const body = { username: "ada", password: "battery horse", password_reset_key };
      const headers = { "x-forwarded-for": from };
      const url = `${running.url}/users/reset-password`;
      return (await send(url, "POST", { body, headers })).status;
    };
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await reset("k".repeat(43), `192.0.2.${guess}`)).toBe(401);
    }
    expect(await reset(key, "192.0.2.9")).toBe(429);
    expect(await reset(key, "198.51.100.1")).toBe(200);
  });

  test("case 17: a user gets three mails an hour, and who asks the same answer", async () => {
    const box = mailBox();
    const { anonymous, marketplace } = await start({ mail: box.mail });
    for (let request = 0; request < 6; request += 1) {
      const name = request % 2 === 0 ? "ada" : "ada@people.example";
      const body = { username_or_email: name };
      expect((await anonymous.requestPassword({ body })).status).toBe(202);
    }
    await marketplace.close();
    expect(await box.keys(3)).toHaveLength(3);
  });
});

test("case 18: a user reports a listing once, and ten an hour", async () => {
  const listings = times(12, (at) => ({ owner: "ada", title: `${at}` }));
  const { as } = await startMarketplace({
    rateLimits,
    seed: { users: PEOPLE.users ?? [], listings },
  });
  const bob = await as("bob");
  const report = async (listing_id: number) =>
    (await bob.reportListing({ path: { listing_id }, body: { details: "x" } })).status;
  const statuses = [await report(1)];
  for (let id = 1; id <= 10; id += 1) statuses.push(await report(id));
  expect(statuses).toEqual([200, 409, ...times(8, () => 200), 429]);
});
