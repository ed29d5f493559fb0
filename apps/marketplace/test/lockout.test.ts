// Users cannot lock out each other: attempts are counted by network.

import { fakeClock } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { createMarketplace, fileFolder } from "../src/index.ts";
import { mailBox } from "./mail-box.ts";
import { CHEAP, PASSWORD, send, startMarketplace } from "./start-marketplace.ts";
import { databaseOf, isPostgres } from "./test-database.ts";

const HOUR_MS = 60 * 60_000;
const OWNER = "198.51.100.7";

/** Logs in at a service from an address. */
function logsIn(url: string) {
  return async (from: string, name = "ada", password = "wrong password") => {
    const body = { username_or_email: name, password };
    const headers = { "x-forwarded-for": from };
    return (await send(`${url}/users/login`, "POST", { body, headers })).status;
  };
}

test("T10 wrong logins by strangers refuse them, and never the owner elsewhere", async () => {
  const { url } = await startMarketplace({ rateLimits: {}, trustProxy: true });
  const logIn = logsIn(url);
  const spellings = ["ada", "ADA", " a\u00a0da ", "\uff41da"];
  for (let network = 0; network < 12; network += 1) {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const name = spellings[attempt % spellings.length];
      expect(await logIn(`192.0.${network}.${attempt}`, name)).toBe(401);
    }
    expect(await logIn(`192.0.${network}.99`)).toBe(429);
  }
  expect(await logIn(OWNER, "ada", PASSWORD)).toBe(200);
});

test("T10 a user name and any mail address have separate limits", async () => {
  const { url } = await startMarketplace({ rateLimits: {}, trustProxy: true });
  const logIn = logsIn(url);
  for (let attempt = 0; attempt < 10; attempt += 1) await logIn("192.0.2.7");
  expect(await logIn("192.0.2.7")).toBe(429);
  for (const address of ["ada@people.example", "bob@people.example", "nobody@people.example"]) {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect([address, await logIn("192.0.2.7", address)]).toEqual([address, 401]);
    }
    expect([address, await logIn("192.0.2.7", address.toUpperCase())]).toEqual([address, 429]);
  }
  expect(await logIn("192.0.2.7", "bob")).toBe(401);
});

test("T10 the right password of a suspended user is not held against anybody", async () => {
  const quotas = { login: 3, "login-address": 5 };
  const { url, marketplace } = await startMarketplace({ rateLimits: { quotas }, trustProxy: true });
  await marketplace.storage.transaction(({ users }) => users.setSuspended(1, Date.now()));
  const logIn = logsIn(url);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    expect(await logIn(OWNER, "ada", PASSWORD)).toBe(401);
  }
  // Wrong passwords still count, and after too many of them the right one is not revealed.
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await logIn(OWNER)).toBe(401);
  expect(await logIn(OWNER, "ada", PASSWORD)).toBe(429);
});

test("T10 a password reset lifts the counts of the account", async () => {
  const box = mailBox();
  const options = { rateLimits: {}, trustProxy: true, mail: box.mail };
  const { url, anonymous } = await startMarketplace(options);
  const logIn = logsIn(url);
  for (let attempt = 0; attempt < 10; attempt += 1) await logIn(OWNER);
  expect(await logIn(OWNER, "ada", PASSWORD)).toBe(429);
  await anonymous.requestPassword({ body: { username_or_email: "ada" } });
  const [key = ""] = await box.keys(1);
  const body = { username: "ada", password: "battery horse", password_reset_key: key };
  expect((await anonymous.resetPassword({ body })).status).toBe(200);
  expect(await logIn(OWNER, "ada", "battery horse")).toBe(200);
});

test("T10 guesses at one's own password with a stolen token refuse the thief alone", async () => {
  const options = { rateLimits: { quotas: { password: 3 } }, trustProxy: true };
  const { url, token } = await startMarketplace(options);
  const stolen = await token("ada");
  const change = async (from: string, current_password: string) => {
    const body = { password: "battery horse", current_password };
    const headers = { "x-forwarded-for": from };
    return (await send(`${url}/users/1`, "POST", { token: stolen, body, headers })).status;
  };
  for (let guess = 0; guess < 3; guess += 1) {
    expect(await change("192.0.2.1", "wrong password")).toBe(400);
  }
  expect(await change("192.0.2.1", PASSWORD)).toBe(429);
  expect(await change(OWNER, PASSWORD)).toBe(200);
});

test("T10 a hundred wrong logins an hour are reported to the owner, once a day", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const box = mailBox();
  const options = { rateLimits: {}, trustProxy: true, clock, mail: box.mail };
  const { url } = await startMarketplace(options);
  const logIn = logsIn(url);
  const attack = async (name: string) => {
    for (let at = 0; at < 100; at += 1) await logIn(`192.0.${at >> 3}.1`, name);
  };
  for (let at = 0; at < 99; at += 1) await logIn(`192.0.${at >> 3}.1`);
  expect(box.messages).toEqual([]);
  await logIn("192.1.1.1");
  await expect.poll(() => box.messages.map(({ to }) => to)).toEqual(["ada@people.example"]);
  expect(box.messages[0]?.text).toContain("as ada failed with a wrong password");

  // Again in the next hour, and for an unknown name: no further mail.
  await clock.advance(HOUR_MS);
  await attack("ada");
  await attack("nobody");
  await clock.advance(1000);
  expect(box.messages).toHaveLength(1);
  await clock.advance(24 * HOUR_MS);
  await attack("ada");
  await expect.poll(() => box.messages).toHaveLength(2);
});

test.runIf(isPostgres)("T10 processes that share a database count together", async () => {
  const options = { rateLimits: {}, trustProxy: true };
  const first = await startMarketplace(options);
  const second = await createMarketplace({
    ...options,
    database: await databaseOf(first.folder),
    files: fileFolder(`${first.folder}/files`),
    adminEmail: "admin@site.example",
    passwords: CHEAP,
  });
  try {
    const ways = [logsIn(first.url), logsIn(await second.listen())];
    for (let at = 0; at < 10; at += 1) expect(await ways[at % 2]?.("192.0.2.1")).toBe(401);
    for (const logIn of ways) {
      expect(await logIn("192.0.2.2", "ada", PASSWORD)).toBe(429);
      expect(await logIn(OWNER, "ada", PASSWORD)).toBe(200);
    }
  } finally {
    await second.close();
  }
});
