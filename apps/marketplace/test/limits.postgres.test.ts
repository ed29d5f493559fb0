// Limits hold regardless of the number of processes.

import { fakeClock } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { mailBox } from "./mail-box.ts";
import { at, PASSWORD, type Running, send, startMarketplace } from "./start-marketplace.ts";
import { execute } from "./test-database.ts";

async function logIn({ url }: Running, password: string): Promise<number> {
  const body = { username_or_email: "ada", password };
  return (await send(`${url}/users/login`, "POST", { body })).status;
}

test("bad logins at two processes are counted together, and forgiven together", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const options = { clock, rateLimits: { quotas: { login: 3 } } };
  const first = await startMarketplace(options);
  const second = await startMarketplace({ ...options, folder: first.folder });
  const bad = "wrong password";
  const statuses: number[] = [];
  for (const [at, password] of [bad, bad, PASSWORD, bad, bad, bad, PASSWORD].entries()) {
    statuses.push(await logIn(at % 2 === 0 ? first : second, password));
  }
  expect(statuses).toEqual([401, 401, 200, 401, 401, 401, 429]);
  await clock.advance(15 * 60_000);
  expect(await logIn(second, PASSWORD)).toBe(200);
  // The failures about which the owner is notified are counted for an hour.
  await clock.advance(45 * 60_000);
  expect(await logIn(first, PASSWORD)).toBe(200);
  // Expired windows are deleted; the stored ids do not reveal names or addresses.
  expect(await execute(first.folder, "SELECT id FROM rate_windows WHERE count > 1")).toEqual([]);
  const rows = await execute(first.folder, "SELECT id FROM rate_windows");
  for (const row of rows) expect(at(row, "id")).toMatch(/^[\w-]{43}$/);
});

test("allow exactly the quota of many simultaneous requests", async () => {
  const options = { rateLimits: { quotas: { login: 5 } } };
  const first = await startMarketplace(options);
  const second = await startMarketplace({ ...options, folder: first.folder });
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, at) => logIn(at % 2 === 0 ? first : second, "wrong password")),
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
});

test("a user gets three mails an hour, whichever process is asked", async () => {
  const box = mailBox();
  const first = await startMarketplace({ mail: box.mail });
  const second = await startMarketplace({ mail: box.mail, folder: first.folder });
  for (const { anonymous } of [first, second, first, second, first, second]) {
    const body = { username_or_email: "ada" };
    expect((await anonymous.requestPassword({ body })).status).toBe(202);
  }
  await first.marketplace.close();
  await second.marketplace.close();
  expect(box.messages).toHaveLength(3);
});
