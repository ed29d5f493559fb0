import { systemClock } from "@specwright/runtime";
import { expect, test } from "vitest";
import { openPostgresDatabase } from "../src/database/open-postgres-database.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { mailBox } from "./mail-box.ts";
import { startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { databaseOf, execute } from "./test-database.ts";

async function urlOf(folder: string): Promise<string> {
  const database = await databaseOf(folder);
  if (database.engine !== "postgres") throw new Error("the run is not for PostgreSQL");
  return database.url;
}

test("many processes may start at once on a new database", async () => {
  const database = await databaseOf(await temporaryFolder());
  const opened = Array.from({ length: 8 }, () => openStorage({ database, clock: systemClock }));
  for (const storage of await Promise.all(opened)) await storage.close();
});

test("a name that two processes give away at once belongs to one of the users", async () => {
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

test("T14 an address that is verified at two processes at once belongs to one of the users", async () => {
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

test("a transaction that swallows a failed query is not taken for done", async () => {
  const url = await urlOf(await temporaryFolder());
  const database = await openPostgresDatabase({ url, clock: systemClock });
  const undone = database.transaction(async (client) => {
    await client.query("UPDATE outbox SET claimed = 1");
    await client.query("SELECT nothing_of_the_kind").catch(() => undefined);
  });
  await expect(undone).rejects.toMatchObject({ code: "failed" });
  expect(await database.reader.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.close();
});

test("transactions that wait for each other are run again", async () => {
  const url = await urlOf(await temporaryFolder());
  const database = await openPostgresDatabase({ url, clock: systemClock });
  await database.transaction(async (client) => {
    await client.query("CREATE TABLE counters (id BIGINT PRIMARY KEY, count BIGINT NOT NULL)");
    await client.query("INSERT INTO counters VALUES (1, 0), (2, 0)");
  });
  const both = new Set<number>();
  const meeting = Promise.withResolvers<void>();
  let runs = 0;
  const count = (first: number, second: number) =>
    database.transaction(async (client) => {
      runs += 1;
      await client.query("UPDATE counters SET count = count + 1 WHERE id = $1", [first]);
      both.add(first);
      if (both.size === 2) meeting.resolve();
      await meeting.promise;
      await client.query("UPDATE counters SET count = count + 1 WHERE id = $1", [second]);
    });
  await Promise.all([count(1, 2), count(2, 1)]);
  // At least one more: a repeated transaction may conflict with the other again.
  expect(runs).toBeGreaterThan(2);
  expect(await database.reader.query("SELECT count FROM counters")).toEqual([
    { count: 2 },
    { count: 2 },
  ]);
  await database.close();
});

test("statements survive a table that another process changes", async () => {
  const folder = await temporaryFolder();
  const database = await openPostgresDatabase({ url: await urlOf(folder), clock: systemClock });
  const text = "SELECT * FROM outbox";
  await database.reader.query(text);
  await execute(folder, "ALTER TABLE outbox ADD COLUMN further TEXT");
  expect(await database.reader.query(text)).toEqual([]);
  await execute(folder, "ALTER TABLE outbox ADD COLUMN furthest TEXT");
  expect(await database.transaction((client) => client.query(text))).toEqual([]);
  await database.close();
});

test("connections that the server ends are replaced", async () => {
  const folder = await temporaryFolder();
  const url = await urlOf(folder);
  const database = await openPostgresDatabase({ url, clock: systemClock, connections: 1 });
  const end = "SELECT pg_terminate_backend(pg_backend_pid())";
  await expect(database.reader.query(end)).rejects.toMatchObject({ code: "unavailable" });
  expect(await database.reader.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.close();
});
