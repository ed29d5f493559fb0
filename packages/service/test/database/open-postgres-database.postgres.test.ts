import { systemClock } from "@specwright/runtime";
import { expect, inject, test } from "vitest";
import {
  openPostgresDatabase,
  type PostgresDatabaseOptions,
} from "../../src/database/open-postgres-database.ts";
import { readBytes } from "../../src/database/read-row.ts";
import type { SqlDatabase } from "../../src/database/sql-client.ts";
import { testDatabases } from "../../src/database/testing/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { migrations } from "./test-migrations.ts";

const { databaseOf, execute } = testDatabases({
  fileName: "test.db",
  postgresUrl: () => inject("postgresUrl"),
});

async function urlOf(folder: string): Promise<string> {
  const database = await databaseOf(folder);
  if (database.engine !== "postgres") throw new Error("the run is not for PostgreSQL");
  return database.url;
}

function open(url: string, options: Partial<PostgresDatabaseOptions> = {}): Promise<SqlDatabase> {
  const fixed = { migrations, applicationName: "test", clock: systemClock };
  return openPostgresDatabase({ url, ...fixed, ...options });
}

test("a transaction that swallows a failed query is not taken for done", async () => {
  const url = await urlOf(await temporaryFolder());
  const database = await open(url);
  const undone = database.transaction(async (client) => {
    await client.query("UPDATE service_keys SET value = ''");
    await client.query("SELECT nothing_of_the_kind").catch(() => undefined);
  });
  await expect(undone).rejects.toMatchObject({ code: "failed" });
  expect(await database.reader.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.close();
});

test("transactions that wait for each other are run again", async () => {
  const url = await urlOf(await temporaryFolder());
  const database = await open(url);
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
  const database = await open(await urlOf(folder));
  const text = "SELECT * FROM service_keys";
  await database.reader.query(text);
  await execute(folder, "ALTER TABLE service_keys ADD COLUMN further TEXT");
  expect(await database.reader.query(text)).toEqual([]);
  await execute(folder, "ALTER TABLE service_keys ADD COLUMN furthest TEXT");
  expect(await database.transaction((client) => client.query(text))).toEqual([]);
  await database.close();
});

test("connections that the server ends are replaced", async () => {
  const folder = await temporaryFolder();
  const url = await urlOf(folder);
  const database = await open(url, { connections: 1 });
  const end = "SELECT pg_terminate_backend(pg_backend_pid())";
  await expect(database.reader.query(end)).rejects.toMatchObject({ code: "unavailable" });
  expect(await database.reader.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  await database.close();
});

test("bytes are read as they were written", async () => {
  const database = await open(await urlOf(await temporaryFolder()));
  const content = Uint8Array.of(0, 1, 255);
  await database.transaction((client) =>
    client.query("INSERT INTO blobs (content) VALUES ($1)", [content]),
  );
  const rows = await database.reader.query("SELECT content FROM blobs");
  expect(rows.map((row) => [...readBytes(row, "content")])).toEqual([[0, 1, 255]]);
  await database.close();
});

/** Asks for the process on the server that answers, and for a number. */
const ECHO = "SELECT pg_backend_pid() AS pid, $1::int AS n";

test("statements at once share a connection, and each gets its own answer or error", async () => {
  const database = await open(await urlOf(await temporaryFolder()), { connections: 4 });
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  const answers = await Promise.allSettled(
    numbers.map((n) => database.reader.query(n % 7 === 3 ? "SELECT 1 / ($1::int * 0)" : ECHO, [n])),
  );
  const found = answers.map((each) =>
    each.status === "fulfilled" ? each.value[0]?.["n"] : "error",
  );
  expect(found).toEqual(numbers.map((n) => (n % 7 === 3 ? "error" : n)));
  const pids = answers.flatMap((each) =>
    each.status === "fulfilled" ? [each.value[0]?.["pid"]] : [],
  );
  expect(new Set(pids).size).toBe(1);
  await database.close();
});

test("a slow statement does not delay later ones", async () => {
  const database = await open(await urlOf(await temporaryFolder()), { connections: 2 });
  const slow = database.reader.query("SELECT pg_sleep(2)");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const first = await Promise.race([
    slow.then(() => "slow"),
    database.reader.query(ECHO, [1]).then(() => "quick"),
  ]);
  expect(first).toBe("quick");
  await slow;
  await database.close();
});

test("a table that changes under statements that share a connection fails none of them", async () => {
  const folder = await temporaryFolder();
  const database = await open(await urlOf(folder));
  const read = () => database.reader.query("SELECT * FROM service_keys");
  await read();
  await execute(folder, "ALTER TABLE service_keys ADD COLUMN further TEXT");
  const answers = await Promise.all([1, 2, 3, 4].map(read));
  expect(answers).toEqual([[], [], [], []]);
  await database.close();
});
