// Transactions of one turn of the event loop, which share a commit on SQLite: how they affect each
// other, and the stored state after a kill.

import { fork } from "node:child_process";
import { once } from "node:events";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "@specwright/runtime";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteDatabase } from "../../src/database/open-sqlite-database.ts";
import { readBytes } from "../../src/database/read-row.ts";
import type { SqlClient, SqlDatabase } from "../../src/database/sql-client.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { migrations } from "./test-migrations.ts";

const insert = "INSERT INTO service_keys (name, value) VALUES ($1, $2)";
const names = "SELECT name FROM service_keys ORDER BY name";

async function openDatabase(): Promise<SqlDatabase & { readonly file: string }> {
  const file = join(await temporaryFolder(), "test.db");
  const database = await openSqliteDatabase({ file, migrations, clock: systemClock });
  onTestFinished(() => database.close());
  return { ...database, file };
}

/** Lists the keys of a file as another process would find them. */
function keysIn(file: string): readonly unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(names)
      .all()
      .map((row) => row["name"]);
  } finally {
    database.close();
  }
}

const write =
  (name: string) =>
  async (client: SqlClient): Promise<string> => {
    await client.query(insert, [name, "x"]);
    return name;
  };

test("commits a turn once, and answers in order once the commit is durable", async () => {
  const { transaction, file, reader } = await openDatabase();
  const answered: string[] = [];
  const writes = ["a", "b", "c"].map(async (name) => {
    const value = await transaction(write(name));
    // Everything that was acknowledged is in the file, visible to other processes.
    answered.push(`${value} of ${keysIn(file)}`);
    const rows = await reader.query(names);
    expect(rows.map((row) => row["name"])).toEqual(["a", "b", "c"]);
  });
  await Promise.all(writes);
  expect(answered).toEqual(["a of a,b,c", "b of a,b,c", "c of a,b,c"]);
});

test("shows nothing of a group before its commit", async () => {
  const { transaction, file, reader } = await openDatabase();
  let seen: unknown;
  const writes = [
    transaction(write("a")),
    transaction(async (client) => {
      // It sees the writes of the others in this turn, as a later transaction would.
      expect((await client.query(names)).map((row) => row["name"])).toEqual(["a"]);
      seen = [keysIn(file), await reader.query(names)];
    }),
  ];
  await Promise.all(writes);
  expect(seen).toEqual([[], []]);
});

test("undoes only the failing one of three", async () => {
  const { transaction, file } = await openDatabase();
  const settled = await Promise.allSettled([
    transaction(write("a")),
    transaction(async (client) => {
      await write("b")(client);
      await client.query("DELETE FROM service_keys WHERE name = 'a'");
      throw new Error("on purpose");
    }),
    transaction(async (client) => {
      await write("c")(client);
      return (await client.query(names)).map((row) => row["name"]);
    }),
  ]);
  expect(settled).toMatchObject([
    { status: "fulfilled", value: "a" },
    { status: "rejected", reason: { message: "on purpose" } },
    { status: "fulfilled", value: ["a", "c"] },
  ]);
  expect(keysIn(file)).toEqual(["a", "c"]);
});

test("undoes only the one that violates a constraint", async () => {
  const { transaction, file } = await openDatabase();
  const settled = await Promise.allSettled([
    transaction(write("a")),
    transaction(async (client) => {
      await write("b")(client);
      await write("a")(client);
    }),
    transaction(write("c")),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(settled[1]).toMatchObject({ reason: { name: "SqlError", code: "unique" } });
  expect(keysIn(file)).toEqual(["a", "c"]);
});

test("reports a failure once its cause is durable", async () => {
  const { transaction, file } = await openDatabase();
  const first = transaction(write("a"));
  const taken = await transaction(write("a")).catch(() => keysIn(file));
  expect(taken).toEqual(["a"]);
  await first;
});

test("refuses all of a group whose commit fails, and continues", async () => {
  const { transaction, file } = await openDatabase();
  const settled = await Promise.allSettled([
    transaction(write("a")),
    transaction(async (client) => {
      await write("b")(client);
      // A foreign key that is checked at the commit, and violated by then.
      await client.query("PRAGMA defer_foreign_keys = ON");
      await client.query("INSERT INTO sessions (key_name) VALUES ('z')");
    }),
    transaction(async (client) => {
      await client.query(insert, ["a", "again"]);
    }),
  ]);
  const refused = { status: "rejected", reason: { code: "foreign_key" } };
  expect(settled).toMatchObject([refused, refused, refused]);
  expect(keysIn(file)).toEqual([]);
  await transaction(write("d"));
  expect(keysIn(file)).toEqual(["d"]);
});

test("refuses all of a group that SQLite rolls back, and continues", async () => {
  const { transaction, file } = await openDatabase();
  const settled = await Promise.allSettled([
    transaction(write("a")),
    // As on a full disk.
    transaction((client) => client.query("ROLLBACK")),
    transaction(write("c")),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(keysIn(file)).toEqual([]);
  await transaction(write("d"));
  expect(keysIn(file)).toEqual(["d"]);
});

test("waits for started work when it closes", async () => {
  const database = await openDatabase();
  const writes = ["a", "b"].map((name) => database.transaction(write(name)));
  await database.close();
  expect(await Promise.all(writes)).toEqual(["a", "b"]);
  expect(keysIn(database.file)).toEqual(["a", "b"]);
});

test("leaves nothing of a group whose process is killed before the commit", async () => {
  const file = join(await temporaryFolder(), "test.db");
  const child = fork(new URL("./group-of-writes.ts", import.meta.url), [file, "die"], {
    execArgv: ["--conditions=@specwright/source"],
  });
  const messages: unknown[] = [];
  child.on("message", (message) => messages.push(message));
  expect((await once(child, "exit"))[1]).toBe("SIGKILL");
  // The previous turn was committed; the one that was killed was never acknowledged.
  expect(messages).toEqual(["first"]);
  expect(keysIn(file)).toEqual(["first"]);
});

test("has a write in the file when the caller is notified of it", async () => {
  const folder = await temporaryFolder();
  const file = join(folder, "test.db");
  const child = fork(new URL("./group-of-writes.ts", import.meta.url), [file, "continue"], {
    execArgv: ["--conditions=@specwright/source"],
  });
  const messages: unknown[] = [];
  child.on("message", (message) => {
    messages.push(message);
    if (messages.length === 500) child.kill("SIGKILL");
  });
  await once(child, "exit");
  await copyFile(file, join(folder, "copy.db"));
  await copyFile(`${file}-wal`, join(folder, "copy.db-wal"));
  const found = new Set(keysIn(join(folder, "copy.db")));
  expect(messages.length).toBeGreaterThanOrEqual(500);
  expect(messages.filter((name) => !found.has(name))).toEqual([]);
});

test("gives back bytes as they were written", async () => {
  const { transaction, reader } = await openDatabase();
  const content = Uint8Array.of(0, 1, 255);
  await transaction((client) => client.query("INSERT INTO blobs (content) VALUES ($1)", [content]));
  const rows = await reader.query("SELECT content FROM blobs");
  expect(rows.map((row) => [...readBytes(row, "content")])).toEqual([[0, 1, 255]]);
});
