// Keys in mail: they exist only in the letter, are created when it is sent, and are valid for an
// hour from then.

import { setImmediate } from "node:timers/promises";
import { fakeClock } from "@specwright/runtime/testing";
import type { MailMessage } from "@specwright/service/mail";
import { expect, test } from "vitest";
import { openStorage } from "../src/storage/open-storage.ts";
import { migrationsUpTo } from "./former-version.ts";
import { startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { databaseOf, dump, execute } from "./test-database.ts";

const MINUTE_MS = 60_000;
const STEP_MS = 30_000;
const WITHOUT_PAUSE = { interval: 0 };

/** Creates a transport that receives letters, and confirms those that `isTaken` accepts. */
function transport(isTaken: (attempt: number) => boolean) {
  const messages: MailMessage[] = [];
  return {
    messages,
    keys: () => messages.map(({ text }) => /key: ([\w-]+)/.exec(text)?.[1] ?? ""),
    mail: {
      async deliver(message: MailMessage) {
        messages.push(message);
        if (!isTaken(messages.length)) throw new Error("451 not now");
      },
    },
  };
}

test("T14 a key is in no row, be it sent, waiting or tried again", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const { mail, messages, keys } = transport(() => false);
  const { anonymous, folder, logs, marketplace } = await startMarketplace({ mail, clock });
  await anonymous.requestPassword({ body: { username_or_email: "ada" } });
  await expect.poll(() => messages).toHaveLength(1);
  await expect.poll(() => logs.filter((line) => line.includes("mail not sent"))).toHaveLength(1);
  // A timer for the next attempt exists, in addition to the sweeper's timer.
  await expect.poll(() => clock.pending()).toBe(2);
  await clock.advance(1000);
  await expect.poll(() => messages).toHaveLength(2);
  await marketplace.close();
  const stored = await dump(folder);
  expect(stored).toContain("password_request");
  for (const key of keys()) {
    expect(key).toHaveLength(43);
    expect(stored.includes(key)).toBe(false);
  }
});

test("T14 a letter that was long on its way has a key that works for an hour from then", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const { mail, messages, keys } = transport((attempt) => attempt > 12);
  const { anonymous } = await startMarketplace({ mail, clock });
  await anonymous.requestPassword({ body: { username_or_email: "ada" } });
  await expect
    .poll(async () => {
      // Two timers are set while the service is idle: for the sweeper and for the next letter.
      // While a letter is being written, the clock must not advance, or its key would expire.
      if (clock.pending() === 2) await clock.advance(STEP_MS);
      await setImmediate();
      return messages.length;
    }, WITHOUT_PAUSE)
    .toBe(13);
  const sentAt = messages[12]?.date ?? 0;
  await clock.advance(sentAt + 59 * MINUTE_MS - clock.now());
  const reset = async (password_reset_key: string | undefined) => {
    const body = { username: "ada", password: "battery horse" };
    const key = password_reset_key ?? "";
    return (await anonymous.resetPassword({ body: { ...body, password_reset_key: key } })).status;
  };
  // Keys in letters whose delivery was never confirmed are invalid.
  expect(await reset(keys()[11])).toBe(401);
  expect(await reset(keys()[12])).toBe(200);
  // A receiver that knows the Message-ID of one does not treat another as a duplicate.
  expect(new Set(messages.slice(0, 13).map(({ messageId }) => messageId)).size).toBe(13);
  expect(sentAt).toBeGreaterThan(Date.UTC(2026, 0, 1) + 60 * MINUTE_MS);
});

test("T14 letters of a former version lose their key, and are written again", async () => {
  const folder = await temporaryFolder();
  const database = await databaseOf(folder);
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const former = await openStorage({
    database,
    clock,
    migrations: await migrationsUpTo(5, folder),
  });
  await former.close();
  await execute(
    folder,
    `INSERT INTO outbox
       (message_id, kind, recipient, subject, body, created_at, attempts, due_at, claimed)
     VALUES ('m@x.invalid', 'letter', 'ada@people.example', 'Your password reset key',
       'the key: old', ${clock.now()}, 0, ${clock.now() + MINUTE_MS}, 0)`,
  );
  const { mail, messages } = transport(() => true);
  await startMarketplace({ folder, mail, clock });
  expect(await execute(folder, "SELECT kind, body FROM outbox")).toEqual([
    { kind: "password_request", body: "ada@people.example" },
  ]);
  await expect.poll(() => clock.pending()).toBe(2);
  await clock.advance(2 * MINUTE_MS);
  await expect.poll(() => messages).toHaveLength(1);
  expect(messages[0]?.text).not.toContain("the key: old");
});
