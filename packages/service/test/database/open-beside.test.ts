// A command that opens the file of a service that is just being started for the first time.

import { join } from "node:path";
import { systemClock } from "@specwright/runtime";
import { openDatabase } from "@specwright/service/database";
import { expect, test } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";
import { migrations } from "./test-migrations.ts";

test("a second process opens a file once its own process has applied the migrations", async () => {
  const file = join(await temporaryFolder(), "m.db");
  const setup = {
    ...{ clock: systemClock, migrations, applicationName: "test" },
    database: { engine: "sqlite", file },
  } as const;
  const order: string[] = [];
  const beside = openDatabase({ ...setup, isBeside: true }).then((database) => {
    order.push("beside");
    return database;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const own = await openDatabase(setup);
  order.push("own");
  const database = await beside;
  expect(order).toEqual(["own", "beside"]);
  expect(await database.reader.query("SELECT number FROM migrations")).toEqual([{ number: 1 }]);
  await database.close();
  await own.close();
});
