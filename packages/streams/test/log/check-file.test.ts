import { copyFileSync, statSync, truncateSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLmdbLog, createLmdbLogReader } from "@specwright/streams/log/lmdb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRoot } from "../../src/log/lmdb/lmdb.ts";
import { orders, plainRecord, readAll } from "./engine-suite.ts";
import { numberedRecord } from "./numbered-record.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const COUNT = 60;
const written = Array.from({ length: COUNT }, (_, at) => numberedRecord(BigInt(at + 1)));
let folder: string;
let data: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  data = join(folder, "data.mdb");
});
afterEach(() => rm(folder, { recursive: true }));

async function writeLog(): Promise<void> {
  const log = await createLmdbLog({ folder });
  for (const record of written) await log.append(orders, [record]);
  await log.close();
}

async function expectAllRecords(): Promise<void> {
  const log = await createLmdbLog({ folder });
  expect((await readAll(log, 1n)).map(plainRecord)).toEqual(written.map(plainRecord));
  await log.close();
}

test("a file that was cut off is refused at every size, unless it has all used pages", async () => {
  await writeLog();
  const { size } = statSync(data);
  const whole = `${folder}/whole.mdb`;
  copyFileSync(data, whole);
  let refused = 0;
  for (let length = 0; length < size; length += 1000) {
    copyFileSync(whole, data);
    truncateSync(data, length);
    const reading = createLmdbLogReader({ folder });
    const error = await reading.then(
      async (reader) => void (await reader.close()),
      (reason: unknown) => reason,
    );
    if (error === undefined) {
      await expectAllRecords();
      continue;
    }
    refused += 1;
    const message = `${data} was cut off: ${length === 0 ? "it is empty" : `it has ${length} of `}`;
    for (const refusal of [error, await createLmdbLog({ folder }).catch((e: unknown) => e)]) {
      expect(refusal).toMatchObject({ code: "log_corrupt" });
      expect(String(refusal)).toContain(message);
      expect(String(refusal)).toContain("Restore the folder from a backup");
    }
    expect(statSync(data).size).toBe(length);
  }
  expect(refused).toBeGreaterThan(size / 1000 / 2);
});

test.each([
  ["pages of values", 3000],
  ["overflow pages", 14_000],
])(
  "a log opens whose last pages, %s, were freed before they were written",
  async (_name, bytes) => {
    await writeLog();
    const encoding = { encoding: "binary", keyEncoding: "binary" } as const;
    const raw = openRoot({ path: folder, ...encoding, overlappingSync: false, noSubdir: false });
    const records = raw.openDB({ name: "records", ...encoding });
    const keys = Array.from({ length: 10 }, (_, at) => Buffer.from(`none ${at}`));
    raw.transactionSync(() => {
      for (const key of keys) records.putSync(key, Buffer.alloc(bytes));
      for (const key of keys) records.removeSync(key);
    });
    await raw.close();
    const file = await readFile(data);
    const lastPages = [144, 4096 + 144].map((at) => Number(file.readBigUInt64LE(at)));
    expect(file.length).toBeLessThan(4096 * Math.max(...lastPages));
    await expectAllRecords();
  },
);

test("a log opens in an empty folder, and over the empty file of a killed start", async () => {
  await (await createLmdbLog({ folder: join(folder, "new") })).close();
  // LMDB creates its lock file first; 8 bytes of it count commits.
  const lock = await readFile(join(folder, "new", "lock.mdb"));
  const killed = join(folder, "killed");
  await mkdir(killed);
  await writeFile(join(killed, "data.mdb"), "");
  lock.writeBigUInt64LE(0n, 8);
  await writeFile(join(killed, "lock.mdb"), lock);
  await (await createLmdbLog({ folder: killed })).close();
});
