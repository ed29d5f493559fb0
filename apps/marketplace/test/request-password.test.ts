// A request for a password, once acknowledged: it survives the end of the process and all failures
// on the way.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createMarketplaceClient } from "@specwright/marketplace-api/client";
import { restTransport } from "@specwright/rest/client";
import { fakeClock } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { mailBox } from "./mail-box.ts";
import { PASSWORD, readMails, startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { startProcess } from "./start-process.ts";
import { databaseVariables, execute } from "./test-database.ts";

const names = Array.from({ length: 8 }, (_, at) => `user${at}`);
const users = names.map((username) => {
  return { username, email: `${username}@people.example`, password: PASSWORD };
});

test("an acknowledged request is mailed, even if the process is killed meanwhile", async () => {
  const folder = await temporaryFolder();
  const settings = join(folder, "settings.json");
  await writeFile(settings, JSON.stringify({ seed: { users } }));
  const environment = {
    ...(await databaseVariables(folder)),
    MARKETPLACE_DATA: folder,
    MARKETPLACE_SETTINGS: settings,
    MARKETPLACE_MAIL_CLAIM_SECONDS: "2",
  };
  const first = startProcess(environment);
  const client = createMarketplaceClient(restTransport({ baseUrl: `${await first.url}` }));
  const answers = await Promise.all(
    names.map((name) => client.requestPassword({ body: { username_or_email: name } })),
  );
  first.child.kill("SIGKILL");
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 202));
  await first.exit;

  const second = startProcess(environment);
  await second.url;
  await expect.poll(() => execute(folder, "SELECT id FROM outbox")).toEqual([]);
  second.child.kill("SIGTERM");
  expect(await second.exit).toBe(0);
  const mails = await readMails(folder);
  const recipients = mails.map((mail) => /^To: <(\w+)@/m.exec(mail)?.[1]);
  // A letter that was sent before its row was deleted is sent once more, with a new key.
  expect([...new Set(recipients)].toSorted()).toEqual(names);
});

test("a request whose user cannot be looked up is tried again", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const box = mailBox();
  const { anonymous, marketplace, logs } = await startMarketplace({ mail: box.mail, clock });
  const { users: stored } = marketplace.storage.committed;
  const find = stored.byUsername;
  stored.byUsername = () => Promise.reject(new Error("the database is away"));
  const body = { username_or_email: "ada" };
  expect((await anonymous.requestPassword({ body })).status).toBe(202);
  await expect.poll(() => logs.filter((line) => line.includes("mail not sent"))).toHaveLength(1);
  stored.byUsername = find;
  await expect.poll(() => later(clock, box.messages)).toHaveLength(1);
});

test("a request for an unknown user leaves nothing behind", async () => {
  const { anonymous, marketplace, folder } = await startMarketplace();
  const body = { username_or_email: "nobody" };
  expect((await anonymous.requestPassword({ body })).status).toBe(202);
  await marketplace.close();
  expect(await execute(folder, "SELECT id FROM outbox")).toEqual([]);
  expect(await readMails(folder)).toEqual([]);
});

test("mails of a dead process in the outbox are found within the time of a claim", async () => {
  const clock = fakeClock(Date.UTC(2026, 0, 1));
  const box = mailBox();
  const { marketplace } = await startMarketplace({ mail: box.mail, clock, mailClaimMs: 5_000 });
  await marketplace.storage.transaction(({ outbox }) =>
    outbox.insert({
      ...{ kind: "letter", messageId: "m@marketplace.invalid", subject: "s", body: "b" },
      ...{ recipient: "ada@people.example", createdAt: clock.now() },
    }),
  );
  await expect.poll(() => later(clock, box.messages)).toHaveLength(1);
});

/** Returns a value after five seconds of the clock, whose timer may not be set yet. */
async function later<T>(clock: ReturnType<typeof fakeClock>, found: T): Promise<T> {
  await clock.advance(5_000);
  return found;
}
