// The conformance suite that every engine must pass.

import type {
  LogBounds,
  LogReader,
  LogRecord,
  SequencedLog,
  StreamKey,
} from "@specwright/streams/log";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { tailRounds } from "./tail-rounds.ts";

/** Requirements of a test for its log. */
export interface EngineOptions {
  readonly maxFrames?: number;
  readonly maxAgeMs?: number;
  readonly newLogId?: () => string;
}

/** A place for one log, empty at first. */
export interface EnginePlace {
  /** Opens the log there. Before it is opened again, it must be closed. */
  open(options?: EngineOptions): Promise<SequencedLog>;
  /** Opens it for reading beside the writer, as another process would, if the engine can. */
  openReader?(): Promise<LogReader>;
  /** Deletes everything that the log holds while readers have it open; the writer was closed. */
  clear(): Promise<void>;
  /** Advances the time that retention sees. */
  pass(ms: number): Promise<void>;
  /** Removes the place. */
  remove(): Promise<void>;
}

/** An engine to test. */
export interface Engine {
  place(): Promise<EnginePlace>;
  /** Whether records survive closing and opening the log. */
  readonly durable: boolean;
  /** The number of cases for each property. */
  readonly runs: number;
}

export const orders: StreamKey = { brokerId: "b1", channelId: "orders" };

export function record(seq: bigint, more: Partial<LogRecord> = {}): LogRecord {
  const frame = new TextEncoder().encode(`{"type":"order_update","seq":${seq}}`);
  const tsNs = 1_700_000_000_000_000_000n + seq;
  return { seq, tsNs, type: "order_update", frame, keys: {}, ...more };
}

export function records(from: bigint, count: number): readonly LogRecord[] {
  return Array.from({ length: count }, (_, at) => record(from + BigInt(at)));
}

export function recordNumbers(list: readonly LogRecord[]): readonly bigint[] {
  return list.map(({ seq }) => seq);
}

/** Copies a record's members, which may be getters, with the frame as text. */
export function plainRecord({ seq, tsNs, type, id, keys, frame }: LogRecord): object {
  return { seq, tsNs, type, id, keys: { ...keys }, frame: new TextDecoder().decode(frame) };
}

/** Reads everything from `from` on, in as many calls as needed. */
export async function readAll(log: LogReader, from: bigint): Promise<readonly LogRecord[]> {
  const all: LogRecord[] = [];
  for (let next = from; ; next = (all.at(-1)?.seq ?? 0n) + 1n) {
    const got = await log.read(orders, next, 100);
    if (got.length === 0) return all;
    all.push(...got);
  }
}

export function engineSuite(engine: Engine): void {
  async function withPlace(run: (place: EnginePlace) => Promise<void>): Promise<void> {
    const place = await engine.place();
    try {
      await run(place);
    } finally {
      await place.remove();
    }
  }

  function withLog(
    run: (log: SequencedLog, place: EnginePlace) => Promise<void>,
    options: EngineOptions = {},
  ): () => Promise<void> {
    return () =>
      withPlace(async (place) => {
        const log = await place.open(options);
        await run(log, place);
        await log.close();
      });
  }

  const eventually: (check: () => Promise<void> | void) => Promise<void> = (check) =>
    vi.waitFor(check, { timeout: 30_000, interval: 5 });

  describe("appending", () => {
    it(
      "is empty at first",
      withLog(async (log) => {
        expect(await log.bounds(orders)).toEqual({ first: 1n, last: 0n });
        expect(await log.read(orders, 1n, 10)).toEqual([]);
        expect(await log.seqOf(orders, "x")).toBeUndefined();
      }),
    );

    it(
      "returns appended records, to the byte",
      withLog(async (log) => {
        const frame = new Uint8Array([0, 255, 10, 13]);
        const given = [
          record(1n, { keys: { market: ["M1", "M2"], account_id: ["Ä"], none: [] }, id: "é 1" }),
          record(2n, { frame, tsNs: -1n, type: "" }),
        ];
        expect(await log.append(orders, given)).toEqual({ first: 1n, last: 2n });
        expect(await log.append(orders, [record(3n)])).toEqual({ first: 3n, last: 3n });
        const got = await log.read(orders, 1n, 2);
        expect(got.map(plainRecord)).toEqual(given.map(plainRecord));
        expect([...(got[1]?.frame ?? [])]).toEqual([...frame]);
        expect(await log.bounds(orders)).toEqual({ first: 1n, last: 3n });
      }),
    );

    it(
      "33 one sequence for each address, as for each owner and channel",
      withLog(async (log) => {
        const rooms = [
          orders,
          { ...orders, address: "/rooms/a" },
          { ...orders, address: "/rooms/b" },
        ];
        for (const [at, room] of rooms.entries()) {
          expect(await log.bounds(room)).toEqual({ first: 1n, last: 0n });
          await log.append(room, [record(1n, { id: "same", type: `${at}` })]);
        }
        const heard: string[] = [];
        const ends = rooms.map((room) =>
          log.tail(room, (batch) => heard.push(...batch.map(({ type }) => type))),
        );
        for (const [at, room] of rooms.entries()) {
          expect((await log.read(room, 1n, 10)).map(({ type }) => type)).toEqual([`${at}`]);
          await log.append(room, [record(2n, { type: `more ${at}` })]);
        }
        await eventually(() => expect(heard.sort()).toEqual(["more 0", "more 1", "more 2"]));
        for (const end of ends) end();
      }),
    );

    it(
      "takes nothing from an empty append",
      withLog(async (log) => {
        expect(await log.append(orders, [])).toEqual({ first: 1n, last: 0n });
      }),
    );

    it.each([
      ["a hole", [record(3n)], "sequence_conflict"],
      ["a number again", [record(1n)], "sequence_conflict"],
      ["a hole inside", [record(2n), record(4n)], "sequence_conflict"],
      ["an id again", [record(2n), record(3n, { id: "a" })], "duplicate_id"],
      ["an id twice", [record(2n, { id: "b" }), record(3n, { id: "b" })], "duplicate_id"],
      ["an empty id", [record(2n), record(3n, { id: "" })], "record_invalid"],
      ["a long id", [record(2n, { id: "ä".repeat(129) })], "record_invalid"],
      ["a long type", [record(2n, { type: "t".repeat(256) })], "record_invalid"],
      ["a time beyond int64", [record(2n, { tsNs: 2n ** 63n })], "record_invalid"],
      ["a long key", [record(2n, { keys: { m: ["v".repeat(65_536)] } })], "record_invalid"],
    ])("refuses %s, and takes none of it", async (_, given, code) => {
      await withLog(async (log) => {
        await log.append(orders, [record(1n, { id: "a" })]);
        await expect(log.append(orders, given)).rejects.toMatchObject({ code });
        expect(await log.bounds(orders)).toEqual({ first: 1n, last: 1n });
        expect(await log.append(orders, [record(2n)])).toEqual({ first: 2n, last: 2n });
      })();
    });

    it(
      "lets one of two writers win",
      withLog(async (log) => {
        const results = await Promise.allSettled([
          log.append(orders, records(1n, 2)),
          log.append(orders, records(1n, 3)),
        ]);
        expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        const won = results[0]?.status === "fulfilled" ? 2n : 3n;
        expect(await log.bounds(orders)).toEqual({ first: 1n, last: won });
      }),
    );

    it(
      "accepts appends that do not wait for each other, in order",
      withLog(async (log) => {
        const sizes = [1, 3, 1, 40, 7, 1, 1, 90];
        const given: Promise<LogBounds>[] = [];
        let next = 1n;
        for (const size of sizes) {
          given.push(log.append(orders, records(next, size)));
          next += BigInt(size);
        }
        const bounds = await Promise.all(given);
        expect(bounds.map(({ first, last }) => Number(last - first) + 1)).toEqual(sizes);
        expect((await readAll(log, 1n)).map(plainRecord)).toEqual(
          records(1n, 144).map(plainRecord),
        );
      }),
    );

    it(
      "holds frames of any size",
      withLog(async (log) => {
        const sizes = [0, 1, 4000, 70_000, 500_000, 10];
        const given = sizes.map((size, at) =>
          record(BigInt(at + 1), { frame: new Uint8Array(size).fill(at + 65) }),
        );
        await log.append(orders, given);
        expect((await readAll(log, 1n)).map(plainRecord)).toEqual(given.map(plainRecord));
      }),
    );

    it(
      "keeps streams apart",
      withLog(async (log) => {
        const others: readonly StreamKey[] = [
          { brokerId: "b2", channelId: "orders" },
          { brokerId: "b1", channelId: "accounting" },
          { brokerId: "B1", channelId: "orders" },
          { brokerId: "b.1 *>/\\", channelId: "o:ä" },
          { brokerId: 'b1","orders', channelId: "" },
          { brokerId: "x".repeat(300), channelId: "y".repeat(300) },
        ];
        await log.append(orders, [...records(1n, 2), record(3n, { id: "i" })]);
        for (const other of others) {
          expect(await log.append(other, [record(1n)])).toEqual({ first: 1n, last: 1n });
          expect(await log.seqOf(other, "i")).toBeUndefined();
        }
        expect(await log.bounds(orders)).toEqual({ first: 1n, last: 3n });
      }),
    );

    it(
      "holds many streams",
      withLog(async (log) => {
        const streams = Array.from({ length: 60 }, (_, at) => ({ ...orders, brokerId: `b${at}` }));
        await Promise.all(streams.map((stream, at) => log.append(stream, records(1n, at + 1))));
        const bounds = await Promise.all(streams.map((stream) => log.bounds(stream)));
        expect(bounds.map(({ last }) => Number(last))).toEqual(streams.map((_, at) => at + 1));
      }),
    );
  });

  describe("reading", () => {
    it.each([
      [1n, 10, [1n, 2n, 3n, 4n, 5n]],
      [0n, 2, [1n, 2n]],
      [3n, 2, [3n, 4n]],
      [5n, 9, [5n]],
      [6n, 9, []],
      [2n ** 62n, 9, []],
      [1n, 0, []],
    ] as const)("from %s at most %s", async (from, limit, want) => {
      await withLog(async (log) => {
        await log.append(orders, records(1n, 5));
        expect(recordNumbers(await log.read(orders, from, limit))).toEqual(want);
      })();
    });

    it("any window like a plain array", async () => {
      const window = fc.tuple(fc.nat(70), fc.integer({ min: 1, max: 70 }));
      const batches = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(batches, fc.array(window, { maxLength: 5 }), (sizes, windows) =>
          withLog(async (log) => {
            const model: LogRecord[] = [];
            for (const size of sizes) {
              const batch = records(BigInt(model.length + 1), size);
              await log.append(orders, batch);
              model.push(...batch);
            }
            for (const [from, limit] of windows) {
              const want = model.slice(Math.max(0, from - 1)).slice(0, limit);
              expect(recordNumbers(await log.read(orders, BigInt(from), limit))).toEqual(
                recordNumbers(want),
              );
            }
          })(),
        ),
        { numRuns: engine.runs },
      );
    });
  });

  describe("ids", () => {
    it(
      "gives the number of a record by its id",
      withLog(async (log) => {
        const long = "x".repeat(256);
        await log.append(orders, [record(1n, { id: "a" }), record(2n), record(3n, { id: "ü/\n" })]);
        await log.append(orders, [record(4n, { id: long })]);
        expect(await log.seqOf(orders, "a")).toBe(1n);
        expect(await log.seqOf(orders, "ü/\n")).toBe(3n);
        expect(await log.seqOf(orders, long)).toBe(4n);
        expect(await log.seqOf(orders, "b")).toBeUndefined();
        expect(await log.seqOf({ ...orders, brokerId: "b2" }, "a")).toBeUndefined();
      }),
    );

    it(
      "refuses an id that an append under way has taken",
      withLog(async (log) => {
        // The second is sent before the first is answered.
        const results = await Promise.allSettled([
          log.append(orders, [record(1n, { id: "a" })]),
          log.append(orders, [record(2n, { id: "b" }), record(3n, { id: "a" })]),
          log.append(orders, [record(2n, { id: "c" })]),
        ]);
        expect(results).toMatchObject([
          { status: "fulfilled" },
          { status: "rejected", reason: { code: "duplicate_id" } },
          { status: "fulfilled" },
        ]);
        expect(await log.bounds(orders)).toEqual({ first: 1n, last: 2n });
        expect(await log.seqOf(orders, "a")).toBe(1n);
        expect(await log.seqOf(orders, "b")).toBeUndefined();
        expect(await log.seqOf(orders, "c")).toBe(2n);
      }),
    );

    it(
      "forgets an id with its record, which may then come again",
      withLog(
        async (log) => {
          const named = (seq: bigint, id: string): LogRecord => record(seq, { id });
          await log.append(orders, [named(1n, "a"), named(2n, "b"), named(3n, "c")]);
          await log.append(orders, [named(4n, "d")]);
          expect(await log.seqOf(orders, "a")).toBeUndefined();
          expect(await log.seqOf(orders, "b")).toBe(2n);
          await log.append(orders, [named(5n, "a")]);
          expect(await log.seqOf(orders, "a")).toBe(5n);
          await log.append(orders, [named(6n, "e"), named(7n, "f")]);
          expect(await log.seqOf(orders, "a")).toBe(5n);
          await expect(log.append(orders, [named(8n, "a")])).rejects.toMatchObject({
            code: "duplicate_id",
          });
        },
        { maxFrames: 3 },
      ),
    );
  });

  describe("retention", () => {
    it(
      "keeps at most maxFrames",
      withLog(
        async (log) => {
          await log.append(orders, records(1n, 5));
          expect(await log.bounds(orders)).toEqual({ first: 3n, last: 5n });
          expect(recordNumbers(await log.read(orders, 1n, 9))).toEqual([3n, 4n, 5n]);
          for (let seq = 6n; seq < 200n; seq += 1n) await log.append(orders, records(seq, 1));
          expect(await log.bounds(orders)).toEqual({ first: 197n, last: 199n });
          expect(recordNumbers(await log.read(orders, 198n, 9))).toEqual([198n, 199n]);
        },
        { maxFrames: 3 },
      ),
    );

    it(
      "keeps nothing longer than maxAgeMs, and continues counting",
      withLog(
        async (log, place) => {
          await log.append(orders, records(1n, 2));
          await place.pass(1200);
          await log.append(orders, [record(3n, { id: "three" })]);
          await place.pass(1200);
          await eventually(async () => {
            expect((await log.bounds(orders)).first).toBeGreaterThanOrEqual(3n);
          });
          await place.pass(1200);
          await eventually(async () => {
            expect(await log.bounds(orders)).toEqual({ first: 4n, last: 3n });
          });
          expect(await log.read(orders, 1n, 9)).toEqual([]);
          expect(await log.seqOf(orders, "three")).toBeUndefined();
          expect(await log.append(orders, records(4n, 1))).toEqual({ first: 4n, last: 4n });
        },
        { maxAgeMs: 2000 },
      ),
    );

    it("keeps reads consistent while appends continue", () =>
      withLog(
        async (log) => {
          let done = false;
          async function write(): Promise<void> {
            for (let seq = 1n; seq < 1500n; seq += 25n) await log.append(orders, records(seq, 25));
            done = true;
          }
          const writing = write();
          writing.catch(() => {
            done = true;
          });
          let looks = 0;
          while (!done) {
            const before = await log.bounds(orders);
            const got = await log.read(orders, 1n, 7);
            const after = await log.bounds(orders);
            const first = got[0]?.seq ?? after.first;
            expect(first).toBeGreaterThanOrEqual(before.first);
            expect(first).toBeLessThanOrEqual(after.first);
            expect(recordNumbers(got)).toEqual(got.map((_, at) => first + BigInt(at)));
            looks += 1;
            await new Promise((resolve) => setImmediate(resolve));
          }
          expect(looks).toBeGreaterThan(0);
          await writing;
        },
        { maxFrames: 90 },
      )());
  });

  describe("tailing", () => {
    it(
      "passes on later records, once they can be read",
      withLog(async (log) => {
        await log.append(orders, [record(1n)]);
        const got: bigint[] = [];
        const readable: Promise<boolean>[] = [];
        const end = log.tail(orders, (list) => {
          got.push(...recordNumbers(list));
          const last = list.at(-1)?.seq ?? 0n;
          readable.push(log.bounds(orders).then((bounds) => bounds.last >= last));
        });
        await log.append({ ...orders, brokerId: "b2" }, [record(1n)]);
        await log.append(orders, records(2n, 2));
        await log.append(orders, [record(4n)]);
        await eventually(() => expect(got).toEqual([2n, 3n, 4n]));
        expect(await Promise.all(readable)).not.toContain(false);
        end();
        await log.append(orders, [record(5n)]);
        expect((await log.read(orders, 5n, 1)).length).toBe(1);
        expect(got).toEqual([2n, 3n, 4n]);
      }),
    );

    it(
      "gives whole records",
      withLog(async (log) => {
        const got: object[] = [];
        log.tail(orders, (list) => got.push(...list.map(plainRecord)));
        const given = [record(1n, { id: "a", keys: { market: ["M"] } }), record(2n)];
        await log.append(orders, given);
        await eventually(() => expect(got).toEqual(given.map(plainRecord)));
      }),
    );

    it(
      "notifies several tails, each until it ends",
      withLog(async (log) => {
        const got: string[] = [];
        const note =
          (name: string) =>
          (list: readonly LogRecord[]): void => {
            got.push(...list.map(({ seq }) => `${name}${seq}`));
          };
        const first = log.tail(orders, note("a"));
        log.tail(orders, note("b"));
        await log.append(orders, records(1n, 2));
        await eventually(() => expect(got.length).toBe(4));
        first();
        await log.append(orders, records(3n, 1));
        await eventually(() => expect([...got].sort()).toEqual(["a1", "a2", "b1", "b2", "b3"]));
      }),
    );

    it("has no gaps and no duplicates under any interleaving", async () => {
      await fc.assert(
        fc.asyncProperty(tailRounds, (rounds) =>
          withLog(async (log) => {
            await rounds.play(log, orders, eventually);
          })(),
        ),
        { numRuns: engine.runs },
      );
    });
  });

  describe("identity", () => {
    it(
      "T1 is 32 lowercase hex digits, the same for as long as the log lives",
      withLog(async (log) => {
        const identity = await log.identity(orders);
        expect(identity).toMatch(/^[0-9a-f]{32}$/);
        await log.append(orders, records(1n, 3));
        expect(await log.identity(orders)).toBe(identity);
      }),
    );

    it("T1 is created by the given function", async () => {
      const newLogId = (): string => "0123456789abcdef0123456789abcdef";
      await withLog(async (log) => expect(await log.identity(orders)).toBe(newLogId()), {
        newLogId,
      })();
    });

    it.skipIf(!engine.durable)("T1 is kept with the log", () =>
      withPlace(async (place) => {
        const log = await place.open();
        const identity = await log.identity(orders);
        await log.append(orders, records(1n, 3));
        await log.close();
        const again = await place.open();
        expect(await again.identity(orders)).toBe(identity);
        await again.append(orders, records(4n, 1));
        expect(await again.identity(orders)).toBe(identity);
        await again.close();
      }),
    );

    it("T1 changes when the log is deleted and begins again", () =>
      withPlace(async (place) => {
        const log = await place.open();
        const identity = await log.identity(orders);
        await log.append(orders, records(1n, 3));
        await log.close();
        await place.clear();
        const again = await place.open();
        expect(await again.bounds(orders)).toEqual({ first: 1n, last: 0n });
        await again.append(orders, records(1n, 1));
        expect(await again.identity(orders)).not.toBe(identity);
        await again.close();
      }));

    it("T1 notifies idle readers that the log was replaced", () =>
      withPlace(async (place) => {
        const log = await place.open();
        await log.append(orders, records(1n, 3));
        const reader = await place.openReader?.();
        if (reader === undefined) return log.close();
        const heard: (bigint | string)[] = [];
        reader.tail(
          orders,
          (list) => heard.push(...recordNumbers(list)),
          (other) => heard.push(other),
        );
        await reader.bounds(orders);
        await log.append(orders, records(4n, 1));
        await eventually(() => expect(heard).toEqual([4n]));
        await log.close();
        await place.clear();
        const again = await place.open();
        // More records than the reader has seen, so that the next one looks like a continuation.
        await again.append(orders, records(1n, 9));
        await again.append(orders, records(10n, 1));
        const other = await again.identity(orders);
        await eventually(() => expect(heard).toEqual([4n, other]));
        await reader.close();
        await again.close();
      }));

    it.each([1, 9])("T1 notifies readers that the log was replaced by one of %i records", (count) =>
      withPlace(async (place) => {
        const log = await place.open();
        await log.append(orders, records(1n, 3));
        const reader = await place.openReader?.();
        if (reader === undefined) return log.close();
        const identity = await reader.identity(orders);
        const heard: (bigint | string)[] = [];
        reader.tail(
          orders,
          (list) => heard.push(...recordNumbers(list)),
          (other) => heard.push(other),
        );
        await reader.bounds(orders);
        await log.append(orders, records(4n, 1));
        await eventually(() => expect(heard).toEqual([4n]));
        await log.close();
        await place.clear();
        const again = await place.open();
        await again.append(orders, records(1n, count));
        const other = await again.identity(orders);
        expect(other).not.toBe(identity);
        // Before any method shows data of the new log, the tail must have been notified.
        while ((await reader.bounds(orders)).last !== BigInt(count)) expect(heard).toEqual([4n]);
        await eventually(() => expect(heard).toEqual([4n, other]));
        expect(await reader.identity(orders)).toBe(other);
        expect(recordNumbers(await readAll(reader, 1n))).toEqual(recordNumbers(records(1n, count)));
        const next = BigInt(count) + 1n;
        reader.tail(orders, (list) => heard.push(...recordNumbers(list)));
        await reader.bounds(orders);
        await again.append(orders, records(next, 2));
        await eventually(() => expect(heard).toEqual([4n, other, next, next + 1n]));
        await reader.close();
        await again.close();
      }),
    );
  });

  describe("closing", () => {
    it(
      "refuses work afterwards",
      withLog(async (log) => {
        await log.close();
        const refused = { code: "log_closed" };
        await expect(log.append(orders, [record(1n)])).rejects.toMatchObject(refused);
        await expect(log.read(orders, 1n, 1)).rejects.toMatchObject(refused);
        await expect(log.bounds(orders)).rejects.toMatchObject(refused);
        await expect(log.seqOf(orders, "a")).rejects.toMatchObject(refused);
      }),
    );

    it("settles every pending append", () =>
      withPlace(async (place) => {
        const log = await place.open();
        const given = Array.from({ length: 20 }, (_, at) =>
          log.append(orders, [record(BigInt(at + 1))]),
        );
        const closing = log.close();
        const settled = await Promise.allSettled(given);
        await closing;
        for (const outcome of settled) {
          if (outcome.status === "rejected") {
            expect(["log_closed", "log_unavailable"]).toContain(outcome.reason.code);
          }
        }
        if (!engine.durable) return;
        const kept = settled.filter(({ status }) => status === "fulfilled").length;
        const again = await place.open();
        const all = await readAll(again, 1n);
        expect(all.length).toBeGreaterThanOrEqual(kept);
        expect(recordNumbers(all)).toEqual(recordNumbers(records(1n, all.length)));
        await again.close();
      }));

    it.skipIf(!engine.durable)("keeps everything for the next opening", () =>
      withPlace(async (place) => {
        const log = await place.open();
        await log.append(orders, [...records(1n, 50), record(51n, { id: "a" })]);
        await log.close();
        const again = await place.open();
        expect(await again.bounds(orders)).toEqual({ first: 1n, last: 51n });
        expect(await again.seqOf(orders, "a")).toBe(51n);
        await expect(again.append(orders, [record(52n, { id: "a" })])).rejects.toMatchObject({
          code: "duplicate_id",
        });
        await again.append(orders, [record(52n)]);
        expect(recordNumbers(await readAll(again, 1n))).toEqual(recordNumbers(records(1n, 52)));
        await again.close();
      }),
    );

    it.skipIf(!engine.durable)("knows the last number when all records have expired", () =>
      withPlace(async (place) => {
        const log = await place.open({ maxAgeMs: 1000 });
        await log.append(orders, records(1n, 9));
        await place.pass(1500);
        await eventually(async () => {
          expect(await log.bounds(orders)).toEqual({ first: 10n, last: 9n });
        });
        await log.close();
        const again = await place.open({ maxAgeMs: 1000 });
        expect(await again.bounds(orders)).toEqual({ first: 10n, last: 9n });
        await expect(again.append(orders, [record(1n)])).rejects.toMatchObject({
          code: "sequence_conflict",
        });
        expect(await again.append(orders, [record(10n)])).toEqual({ first: 10n, last: 10n });
        await again.close();
      }),
    );
  });
}
