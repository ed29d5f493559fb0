import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteConnection } from "../../src/database/sqlite-connection.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("reads the columns that a table has got since its query was prepared", async () => {
  const file = join(await temporaryFolder(), "m.db");
  const connection = openSqliteConnection(file);
  onTestFinished(() => connection.close());
  await connection.execute("CREATE TABLE kept (id INTEGER); INSERT INTO kept VALUES (1)");
  expect(connection.all("SELECT * FROM kept")).toEqual([{ id: 1 }]);
  await connection.execute("ALTER TABLE kept ADD COLUMN name TEXT DEFAULT 'x'");
  expect(connection.all("SELECT * FROM kept WHERE id = $1", [1])).toEqual([{ id: 1, name: "x" }]);
  expect(connection.all("SELECT * FROM kept")).toEqual([{ id: 1, name: "x" }]);
  expect(connection.all("DELETE FROM kept")).toEqual([]);
});
