// A process that writes many keys in each turn and reports those that were written. On request, it
// ends within the second turn, after two of its writes have run.

import { systemClock } from "@specwright/runtime";
import { openSqliteDatabase } from "../../src/database/open-sqlite-database.ts";
import { migrations } from "./test-migrations.ts";

const [file = "", what = ""] = process.argv.slice(2);
const { transaction } = await openSqliteDatabase({ file, migrations, clock: systemClock });

async function write(name: string): Promise<void> {
  await transaction((client) =>
    client.query("INSERT INTO service_keys (name, value) VALUES ($1, 'x')", [name]),
  );
  await new Promise((resolve) => process.send?.(name, resolve));
}

await write("first");
if (what === "die") {
  const writes = [write("second"), write("third")];
  await transaction(async () => process.kill(process.pid, "SIGKILL"));
  await Promise.all(writes);
} else {
  for (let turn = 0; ; turn += 1) {
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(`${turn} ${at}`)));
  }
}
