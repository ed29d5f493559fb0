import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openKeyStore } from "@specwright/streams-service";
import { expect, test } from "vitest";

const main = new URL("../src/main.ts", import.meta.url).pathname;

test("a start that fails issues no key, and says why before it stops", async () => {
  const folder = await mkdtemp(join(tmpdir(), "streams-failed-start-"));
  const taken = createServer().listen(0, "127.0.0.1");
  try {
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const env = { PATH: process.env["PATH"], STREAMS_DATA: folder, STREAMS_PORT: String(port) };
    const [out, err] = await new Promise<readonly [string, string]>((resolve) => {
      const args = ["--conditions=@specwright/source", main, "serve"];
      execFile(process.execPath, args, { env }, (_, out, err) => resolve([out, err]));
    });
    expect(out).toBe("");
    const lines = err.split("\n").filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: "port_in_use",
        error: `port ${port} of 127.0.0.1 is in use: stop the other process, or set another port in STREAMS_PORT or STREAMS_OPERATIONS_PORT`,
      },
      { event: "stopped" },
    ]);
    const keys = openKeyStore(join(folder, "keys.sqlite"));
    expect(await keys.list()).toEqual([]);
    await keys.close();
  } finally {
    taken.close();
    await rm(folder, { recursive: true, force: true });
  }
});

const table = "told";
const create = `CREATE TABLE ${table} (place INTEGER PRIMARY KEY, name TEXT, key TEXT, ${table} TEXT)`;

test.each([
  ["references.sqlite", "another file", "", "bad_data"],
  ["references.sqlite", "another table", `CREATE TABLE ${table} (a)`, "bad_data"],
  [
    "references.sqlite",
    "values that are not JSON",
    `${create}; INSERT INTO ${table} VALUES (1, 'n', 'k', '{')`,
    "bad_data",
  ],
  ["keys.sqlite", "another table", "CREATE TABLE access_keys (access_key)", "bad_access_keys"],
])("a process ends with 1 if %s has %s", async (name, _what, sql, event) => {
  const folder = await mkdtemp(join(tmpdir(), "streams-failed-start-"));
  try {
    const file = join(folder, name);
    if (sql === "") await writeFile(file, "another file ".repeat(100));
    else {
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
    }
    const env = { PATH: process.env["PATH"], STREAMS_DATA: folder };
    const [code, err] = await new Promise<readonly [unknown, string]>((resolve) => {
      const args = ["--conditions=@specwright/source", main, "serve"];
      const options = { env, timeout: 20_000, killSignal: "SIGKILL" } as const;
      execFile(process.execPath, args, options, (error, _out, err) => resolve([error?.code, err]));
    });
    const lines = err.split("\n").filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event, error: expect.stringContaining(file) },
      { event: "stopped" },
    ]);
    expect(code).toBe(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
