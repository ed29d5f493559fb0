import { systemClock } from "@specwright/runtime";
import { expect, test } from "vitest";
import { openStorage } from "../src/storage/open-storage.ts";
import { mailBox } from "./mail-box.ts";
import { startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { databaseOf, execute } from "./test-database.ts";

test("many processes may start at once on a new database", async () => {
  const database = await databaseOf(await temporaryFolder());
  const opened = Array.from({ length: 8 }, () => openStorage({ database, clock: systemClock }));
  for (const storage of await Promise.all(opened)) await storage.close();
});

test("a name given away at once by two processes belongs to only one user", async () => {
  const first = await startMarketplace();
  const second = await startMarketplace({ folder: first.folder });
  const register = (index: number) =>
    [first, second][index % 2]?.anonymous.registerUser({
      body: { username: "eve", email: `eve${index}@people.example`, password: "long enough" },
    });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => register(index)));
  const statuses = answers.map((answer) => answer?.status).toSorted();
  expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test("T14 an address verified at once at two processes belongs to only one user", async () => {
  const box = mailBox();
  const first = await startMarketplace({ mail: box.mail });
  const second = await startMarketplace({ folder: first.folder, mail: box.mail });
  const [ada, bob] = [await first.as("ada"), await second.as("bob")];
  const email = "new@people.example";
  const body = { email, current_password: "correct horse battery" };
  const changed = await Promise.all([
    ada.updateUser({ path: { user_id: 1 }, body }),
    bob.updateUser({ path: { user_id: 2 }, body }),
  ]);
  expect(changed.map(({ status }) => status)).toEqual([200, 200]);
  const keys = await box.verificationKeys(email, 2);
  const verified = await Promise.all(
    keys.map((email_verification_key, index) =>
      [first, second][index]?.anonymous.verifyEmail({ body: { email_verification_key } }),
    ),
  );
  expect(verified.map((answer) => answer?.status).toSorted()).toEqual([200, 401]);
  const held = await execute(
    first.folder,
    `SELECT email_verified FROM users WHERE email = '${email}'`,
  );
  expect(held).toHaveLength(1);
});

test("two processes that start with the same seed add it once", async () => {
  const folder = await temporaryFolder();
  const [first, second] = await Promise.all([
    startMarketplace({ folder }),
    startMarketplace({ folder }),
  ]);
  const added = [first, second].map(({ seeded }) => [seeded.users.size, seeded.listings.length]);
  expect(added.toSorted().reverse()).toEqual([
    [3, 5],
    [0, 0],
  ]);
});

test("two processes send each mail once", async () => {
  const delivered: string[] = [];
  const mail = {
    async deliver({ messageId }: { readonly messageId: string }) {
      delivered.push(messageId);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const first = await startMarketplace({ mail });
  const second = await startMarketplace({ mail, folder: first.folder });
  const owner = await first.as("ada");
  const reporters = [await first.as("bob"), await second.as("root")];
  for (let number = 0; number < 10; number += 1) {
    await owner.createListing({ body: { title: `${number}` } });
  }
  await execute(first.folder, "UPDATE listings SET status = 'publish'");
  const reports = Array.from({ length: 10 }, (_, index) =>
    reporters.map((client) =>
      client.reportListing({ path: { listing_id: 6 + index }, body: { details: "x" } }),
    ),
  );
  for (const { status } of await Promise.all(reports.flat())) expect(status).toBe(200);
  await expect.poll(() => delivered).toHaveLength(20);
  await first.marketplace.close();
  await second.marketplace.close();
  expect(new Set(delivered).size).toBe(20);
  expect(delivered).toHaveLength(20);
});
