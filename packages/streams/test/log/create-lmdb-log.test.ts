import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fakeClock } from "@specwright/runtime/testing";
import { createLmdbLog, createLmdbLogReader } from "@specwright/streams/log/lmdb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openRoot, type RootDatabase } from "../../src/log/lmdb/lmdb.ts";
import { startChild } from "./child-process.ts";
import {
  engineSuite,
  orders,
  plainRecord,
  readAll,
  record,
  recordNumbers,
  records,
} from "./engine-suite.ts";
import { numberedRecord } from "./numbered-record.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("createLmdbLog", () => {
  engineSuite({
    durable: true,
    runs: 25,
    async place() {
      const folder = await temporaryFolder();
      const clock = fakeClock(1_700_000_000_000);
      return {
        open: (options) => createLmdbLog({ ...options, folder, clock }),
        openReader: () => createLmdbLogReader({ folder, pollMs: 1 }),
        clear: () => rm(folder, { recursive: true }),
        pass: (ms) => clock.advance(ms),
        remove: () => rm(folder, { recursive: true }),
      };
    },
  });
});

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true }));

const encoding = { encoding: "binary", keyEncoding: "binary" } as const;

function openRaw(): RootDatabase {
  return openRoot({ path: folder, ...encoding, overlappingSync: false, noSubdir: false });
}

describe("a folder", () => {
  it("keeps exactly the acknowledged records when its writer is killed", async () => {
    let before = 0n;
    for (let round = 1; round <= 12; round += 1) {
      const child = startChild("write", folder, String(round));
      await child.heard("kept", 1 + ((round * 37) % 60));
      await child.kill();
      const last = (word: string): bigint =>
        child.said.findLast(([other]) => other === word)?.[1] ?? before;
      const log = await createLmdbLog({ folder, maxFrames: 5000 });
      const bounds = await log.bounds(orders);
      expect(bounds.last).toBeGreaterThanOrEqual(last("kept"));
      expect(bounds.last).toBeLessThanOrEqual(last("sent"));
      const all = await readAll(log, 1n);
      const want = Array.from({ length: all.length }, (_, at) =>
        plainRecord(numberedRecord(bounds.first + BigInt(at))),
      );
      expect(BigInt(all.length)).toBe(bounds.last - bounds.first + 1n);
      expect(all.map(plainRecord)).toEqual(want);
      for (const { id, seq } of all) {
        if (id !== undefined) expect(await log.seqOf(orders, id)).toBe(seq);
      }
      before = bounds.last;
      await log.close();
    }
    expect(before).toBeGreaterThan(100n);
  });

  it("lets one process write and names it to others", async () => {
    const child = startChild("hold", folder);
    await child.heard("open");
    const refused = createLmdbLog({ folder });
    await expect(refused).rejects.toMatchObject({ name: "LogError", code: "log_locked" });
    await expect(refused).rejects.toThrow(String(child.pid));
    await child.kill();
    const log = await createLmdbLog({ folder });
    await log.append(orders, records(1n, 1));
    await expect(createLmdbLog({ folder })).rejects.toThrow(`process ${process.pid} writes`);
    expect(await log.append(orders, records(2n, 1))).toEqual({ first: 2n, last: 2n });
    await log.close();
  });

  it("T6 can be taken over at once from a killed process, even before it is reaped", async () => {
    for (let round = 0; round < 5; round += 1) {
      const child = startChild("hold", folder);
      await child.heard("open");
      process.kill(child.pid, "SIGKILL");
      // In this turn the process does not know yet that its child ended, and has not reaped it.
      const opening = createLmdbLog({ folder });
      expect(existsSync(`/proc/${child.pid}`)).toBe(existsSync("/proc"));
      await (await opening).close();
      await child.kill();
    }
  });

  it("T1 accepts no record once its folder was removed or replaced", async () => {
    const log = await createLmdbLog({ folder });
    await log.append(orders, records(1n, 2));
    const aside = `${folder}-aside`;
    await rename(folder, aside);
    const refused = log.append(orders, records(3n, 1));
    await expect(refused).rejects.toMatchObject({ code: "log_unavailable" });
    await expect(refused).rejects.toThrow("removed or replaced");
    const other = await createLmdbLog({ folder });
    expect(await other.identity(orders)).not.toBe(await log.identity(orders));
    await expect(log.append(orders, records(3n, 1))).rejects.toThrow("removed or replaced");
    await other.append(orders, records(1n, 1));
    await other.close();
    await log.close().catch(() => {});
    await rm(aside, { recursive: true });
  });

  it("T1 notifies readers when an earlier state of the log was restored", async () => {
    const log = await createLmdbLog({ folder });
    await log.append(orders, records(1n, 2));
    await log.close();
    const [copy, aside] = [`${folder}-copy`, `${folder}-aside`];
    await cp(folder, copy, { recursive: true });
    const again = await createLmdbLog({ folder });
    await again.append(orders, records(3n, 2));
    const reader = await createLmdbLogReader({ folder, pollMs: 1 });
    const heard: string[] = [];
    reader.tail(
      orders,
      () => {},
      (identity) => heard.push(identity),
    );
    await again.close();
    await rename(folder, aside);
    await rename(copy, folder);
    await expect.poll(() => heard).toEqual([await reader.identity(orders)]);
    expect(await reader.bounds(orders)).toEqual({ first: 1n, last: 2n });
    await reader.close();
    await rm(aside, { recursive: true });
  });

  it("fences off a writer that another took over from", async () => {
    const log = await createLmdbLog({ folder });
    await log.append(orders, records(1n, 2));
    const raw = openRaw();
    const meta = raw.openDB({ name: "meta", ...encoding, useVersions: true });
    const version = meta.getEntry(Buffer.from("O"))?.version ?? 0;
    meta.putSync(Buffer.from("O"), Buffer.from('{"pid":4242}'), version + 1);
    const refused = log.append(orders, records(3n, 1));
    await expect(refused).rejects.toMatchObject({ code: "log_locked" });
    await expect(refused).rejects.toThrow("4242");
    await expect(log.append(orders, records(3n, 1))).rejects.toMatchObject({ code: "log_locked" });
    expect(await log.bounds(orders)).toEqual({ first: 1n, last: 2n });
    await raw.close();
    await log.close();
  });

  it("is refused if it holds something else", async () => {
    await writeFile(join(folder, "data.mdb"), Buffer.alloc(20_000, "something else"));
    await expect(createLmdbLog({ folder })).rejects.toMatchObject({ code: "log_corrupt" });
    await expect(createLmdbLogReader({ folder })).rejects.toMatchObject({ code: "log_corrupt" });
  });

  it("is refused if it holds another store, which stays unchanged", async () => {
    const raw = openRaw();
    raw.putSync(Buffer.from("a"), Buffer.from("b"));
    await raw.close();
    await expect(createLmdbLog({ folder })).rejects.toMatchObject({ code: "log_corrupt" });
    const again = openRaw();
    expect([...again.getKeys()].map(String)).toEqual(["a"]);
    await again.close();
  });

  it("is refused if it has a later format", async () => {
    await (await createLmdbLog({ folder })).close();
    const raw = openRaw();
    const meta = raw.openDB({ name: "meta", ...encoding, useVersions: true });
    meta.putSync(Buffer.from("F"), Buffer.from('{"format":2}'), 1);
    await raw.close();
    await expect(createLmdbLog({ folder })).rejects.toMatchObject({ code: "log_corrupt" });
    await expect(createLmdbLog({ folder })).rejects.toThrow("this version reads format 1");
  });

  it("merges records that are appended one by one, whatever is deleted meanwhile", async () => {
    const clock = fakeClock(1_700_000_000_000);
    const log = await createLmdbLog({ folder, maxFrames: 40, maxAgeMs: 10_000, clock });
    const raw = openRaw();
    const count = (): number => raw.openDB({ name: "records", ...encoding }).getKeysCount();
    for (let seq = 1n; seq <= 300n; seq += 1n) {
      await log.append(orders, [numberedRecord(seq)]);
      await clock.advance(seq % 100n === 0n ? 20_000 : 130);
      const first = seq % 100n === 0n ? seq + 1n : seq - (seq % 100n) + 1n;
      const kept = await readAll(log, 1n);
      expect(kept.at(-1)?.seq ?? seq).toBe(seq);
      expect(kept[0]?.seq ?? first).toBeGreaterThanOrEqual(first);
      const want = kept.map(({ seq: number }) => plainRecord(numberedRecord(number)));
      expect(kept.map(plainRecord)).toEqual(want);
      if (seq === 50n) expect(count()).toBeLessThan(35);
    }
    await expect
      .poll(async () => {
        await clock.advance(1000);
        return count();
      })
      .toBe(0);
    await raw.close();
    await log.close();
  });

  it("deletes expired records in slices, with their ids", async () => {
    const clock = fakeClock(1_700_000_000_000);
    const log = await createLmdbLog({ folder, maxFrames: 103, maxAgeMs: 60_000, clock });
    const frame = new Uint8Array(3000);
    for (let seq = 1n; seq <= 1500n; seq += 30n) {
      const batch = Array.from({ length: 30 }, (_, at) =>
        record(seq + BigInt(at), { frame, id: `i${seq + BigInt(at)}` }),
      );
      await log.append(orders, batch);
    }
    const raw = openRaw();
    const count = (name: string): number => raw.openDB({ name, ...encoding }).getKeysCount();
    expect(count("records")).toBeGreaterThan(200);
    await clock.advance(500);
    await expect.poll(() => count("records")).toBeLessThan(25);
    expect(count("ids")).toBeLessThan(115);
    expect(recordNumbers(await readAll(log, 1n))).toEqual(recordNumbers(records(1398n, 103)));
    await clock.advance(120_000);
    await expect.poll(() => count("records") + count("ids")).toBe(0);
    expect(await log.bounds(orders)).toEqual({ first: 1501n, last: 1500n });
    await raw.close();
    await log.close();
  });
});

describe("createLmdbLogReader", () => {
  it("needs a log", async () => {
    const missing = createLmdbLogReader({ folder: join(folder, "missing") });
    await expect(missing).rejects.toMatchObject({ code: "log_unavailable" });
    await expect(createLmdbLogReader({ folder })).rejects.toMatchObject({
      code: "log_unavailable",
    });
  });

  it("tails in another process without a gap while the writer changes", async () => {
    let log = await createLmdbLog({ folder });
    await log.append(orders, records(1n, 3));
    const child = startChild("tail", folder);
    await child.heard("open");
    let next = 4n;
    for (let batch = 1; batch <= 60; batch += 1) {
      await log.append(orders, records(next, batch));
      next += BigInt(batch);
      if (batch === 30) {
        await log.close();
        log = await createLmdbLog({ folder });
      }
    }
    await child.heard("got", Number(next - 4n));
    await child.kill();
    const got = child.said.filter(([word]) => word === "got").map(([, seq]) => seq);
    expect(got).toEqual(recordNumbers(records(4n, Number(next - 4n))));
    await log.close();
  });

  it("reads next to the writer in one process", async () => {
    const log = await createLmdbLog({ folder, maxFrames: 50 });
    const reader = await createLmdbLogReader({ folder, pollMs: 1 });
    const got: bigint[] = [];
    const end = reader.tail(orders, (list) => got.push(...recordNumbers(list)));
    expect(await reader.bounds(orders)).toEqual({ first: 1n, last: 0n });
    for (let seq = 1n; seq <= 80n; seq += 1n) {
      await log.append(orders, [record(seq, { id: `i${seq}` })]);
      expect((await reader.bounds(orders)).last).toBe(seq);
    }
    expect(await reader.bounds(orders)).toEqual({ first: 31n, last: 80n });
    expect(recordNumbers(await reader.read(orders, 1n, 3))).toEqual([31n, 32n, 33n]);
    expect(await reader.seqOf(orders, "i77")).toBe(77n);
    expect(await reader.seqOf(orders, "i7")).toBeUndefined();
    await expect.poll(() => got).toEqual(recordNumbers(records(1n, 80)));
    end();
    await reader.close();
    await expect(reader.bounds(orders)).rejects.toMatchObject({ code: "log_closed" });
    await log.append(orders, records(81n, 1));
    expect(got.length).toBe(80);
    await log.close();
  });
});

/** Mounts a small file system, which only root may do, and not in every container. */
function mountSmall(at: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=12m", "tmpfs", at], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("a full disk", () => {
  it("reports log_full, keeps nothing of the batch, and recovers when there is room", async (test) => {
    if (!mountSmall(folder)) test.skip("no file system can be mounted here");
    // lmdb-js also prints the error that it rejects with.
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      const filler = join(folder, "filler");
      await writeFile(filler, Buffer.alloc(8 * 1024 * 1024));
      const log = await createLmdbLog({ folder });
      let next = 1n;
      const batch = (): ReturnType<typeof record>[] =>
        Array.from({ length: 20 }, (_, at) =>
          record(next + BigInt(at), { frame: new Uint8Array(15_000), id: `i${next + BigInt(at)}` }),
        );
      let refused: unknown;
      while (refused === undefined && next < 2000n) {
        try {
          next = (await log.append(orders, batch())).last + 1n;
        } catch (error) {
          refused = error;
        }
      }
      expect(refused).toMatchObject({ name: "LogError", code: "log_full" });
      expect(await log.bounds(orders)).toEqual({ first: 1n, last: next - 1n });
      expect(await log.seqOf(orders, `i${next}`)).toBeUndefined();
      await expect(log.append(orders, batch())).rejects.toMatchObject({ code: "log_full" });
      // Refused before anything is written, because LMDB cannot cope with a full disk.
      expect(String(refused)).toMatch(/no space in .* bytes are free, \d+ are needed/);
      expect(printed).not.toHaveBeenCalled();
      await rm(filler);
      expect(await log.append(orders, batch())).toMatchObject({ first: next });
      expect(recordNumbers(await readAll(log, 1n))).toEqual(
        recordNumbers(records(1n, Number(next) + 19)),
      );
      await log.close();
    } finally {
      printed.mockRestore();
      execFileSync("umount", ["--lazy", folder]);
    }
  });

  it("deletes expired records, but cannot be opened or closed", async (test) => {
    if (!mountSmall(folder)) test.skip("no file system can be mounted here");
    const clock = fakeClock(1_700_000_000_000);
    try {
      const log = await createLmdbLog({ folder, maxAgeMs: 60_000, clock });
      const old = Array.from({ length: 300 }, (_, at) => record(BigInt(at + 1), { id: `i${at}` }));
      await log.append(orders, old);
      const filler = await open(join(folder, "filler"), "w");
      await expect(fill(filler)).rejects.toMatchObject({ code: "ENOSPC" });
      await filler.truncate((await filler.stat()).size - 3 * 1024 * 1024);
      const next = records(301n, 1);
      await expect(log.append(orders, next)).rejects.toMatchObject({ code: "log_full" });
      await clock.advance(120_000);
      expect(await log.bounds(orders)).toEqual({ first: 301n, last: 300n });
      const reader = await createLmdbLogReader({ folder, pollMs: 1 });
      await expect.poll(async () => (await reader.bounds(orders)).first).toBe(301n);
      await reader.close();
      await expect(fill(filler)).rejects.toMatchObject({ code: "ENOSPC" });
      await filler.close();
      await expect(log.close()).rejects.toMatchObject({ code: "log_full" });
      await expect(createLmdbLog({ folder })).rejects.toMatchObject({ code: "log_full" });
      await rm(join(folder, "filler"));
      const environment = openRaw();
      for (const name of ["records", "ids"]) {
        expect([...environment.openDB({ name, ...encoding }).getKeys()]).toEqual([]);
      }
      await environment.close();
    } finally {
      execFileSync("umount", ["--lazy", folder]);
    }
  });
});

/** Writes until the disk is full. */
async function fill(file: FileHandle): Promise<void> {
  for (;;) await file.write(Buffer.alloc(64 * 1024));
}
