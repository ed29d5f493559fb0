// What every engine must pass. `create` gives a fresh, empty log.

import type { LogRecord, SequencedLog, StreamKey } from "@specwright/sequenced-log";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

export const orders: StreamKey = { brokerId: "b1", channelId: "orders" };

export function record(seq: bigint, keys: LogRecord["keys"] = {}): LogRecord {
  const frame = new TextEncoder().encode(`{"type":"order_update","seq":${seq}}`);
  return { seq, tsNs: 1_700_000_000_000_000_000n + seq, type: "order_update", frame, keys };
}

export function records(from: bigint, count: number): readonly LogRecord[] {
  return Array.from({ length: count }, (_, at) => record(from + BigInt(at)));
}

function numbers(list: readonly LogRecord[]): readonly bigint[] {
  return list.map(({ seq }) => seq);
}

export function testSequencedLog(create: () => SequencedLog | Promise<SequencedLog>): void {
  describe("any sequenced log", () => {
    it("is empty at first", async () => {
      const log = await create();
      expect(await log.bounds(orders)).toEqual({ first: 1n, last: 0n });
      expect(await log.read(orders, 1n, 10)).toEqual([]);
      await log.close();
    });

    it("gives back what was appended, to the byte", async () => {
      const log = await create();
      const given = [record(1n, { market: ["M1", "M2"], account_id: ["A"] }), record(2n)];
      expect(await log.append(orders, given)).toEqual({ first: 1n, last: 2n });
      expect(await log.append(orders, [record(3n)])).toEqual({ first: 3n, last: 3n });
      const got = await log.read(orders, 1n, 2);
      expect(got.map((r) => ({ ...r, frame: new TextDecoder().decode(r.frame) }))).toEqual(
        given.map((r) => ({ ...r, frame: new TextDecoder().decode(r.frame) })),
      );
      expect(await log.bounds(orders)).toEqual({ first: 1n, last: 3n });
      await log.close();
    });

    it.each([
      [1n, 10, [1n, 2n, 3n, 4n, 5n]],
      [0n, 2, [1n, 2n]],
      [3n, 2, [3n, 4n]],
      [5n, 9, [5n]],
      [6n, 9, []],
      [2n ** 62n, 9, []],
      [1n, 0, []],
    ] as const)("reads from %s at most %s", async (from, limit, want) => {
      const log = await create();
      await log.append(orders, records(1n, 5));
      expect(numbers(await log.read(orders, from, limit))).toEqual(want);
      await log.close();
    });

    it("takes nothing from an empty append", async () => {
      const log = await create();
      expect(await log.append(orders, [])).toEqual({ first: 1n, last: 0n });
      await log.close();
    });

    it.each([
      ["a hole", [record(3n)]],
      ["a number again", [record(1n)]],
      ["a hole inside", [record(2n), record(4n)]],
    ])("refuses %s, and takes none of it", async (_, given) => {
      const log = await create();
      await log.append(orders, [record(1n)]);
      await expect(log.append(orders, given)).rejects.toMatchObject({ code: "sequence_conflict" });
      expect(await log.bounds(orders)).toEqual({ first: 1n, last: 1n });
      await log.close();
    });

    it("lets one of two writers win", async () => {
      const log = await create();
      const results = await Promise.allSettled([
        log.append(orders, records(1n, 2)),
        log.append(orders, records(1n, 3)),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await log.close();
    });

    it("keeps streams apart", async () => {
      const log = await create();
      const others: readonly StreamKey[] = [
        { brokerId: "b2", channelId: "orders" },
        { brokerId: "b1", channelId: "accounting" },
        { brokerId: 'b1","orders', channelId: "" },
      ];
      await log.append(orders, records(1n, 3));
      for (const other of others) {
        expect(await log.append(other, [record(1n)])).toEqual({ first: 1n, last: 1n });
      }
      expect(await log.bounds(orders)).toEqual({ first: 1n, last: 3n });
      await log.close();
    });

    it("tails what is appended later, once it can be read", async () => {
      const log = await create();
      await log.append(orders, [record(1n)]);
      const got: bigint[] = [];
      const readable: Promise<boolean>[] = [];
      const end = log.tail(orders, (list) => {
        got.push(...numbers(list));
        const last = list.at(-1)?.seq ?? 0n;
        readable.push(log.bounds(orders).then((bounds) => bounds.last >= last));
      });
      await log.append({ ...orders, brokerId: "b2" }, [record(1n)]);
      await log.append(orders, records(2n, 2));
      await log.append(orders, [record(4n)]);
      expect(got).toEqual([2n, 3n, 4n]);
      expect(await Promise.all(readable)).not.toContain(false);
      end();
      await log.append(orders, [record(5n)]);
      expect(got).toEqual([2n, 3n, 4n]);
      await log.close();
    });

    it("tells several tails, each until it ends", async () => {
      const log = await create();
      const got: string[] = [];
      const first = log.tail(orders, (list) => got.push(`a${list.length}`));
      log.tail(orders, (list) => got.push(`b${list.length}`));
      await log.append(orders, records(1n, 2));
      first();
      await log.append(orders, records(3n, 1));
      expect(got.sort()).toEqual(["a2", "b1", "b2"]);
      await log.close();
    });

    it("refuses work once closed", async () => {
      const log = await create();
      await log.close();
      await expect(log.append(orders, [record(1n)])).rejects.toMatchObject({ code: "log_closed" });
    });

    it("reads any window as a plain array would", async () => {
      const window = fc.tuple(fc.nat(70), fc.nat(70));
      const batches = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(batches, fc.array(window, { maxLength: 5 }), async (sizes, windows) => {
          const log = await create();
          const model: LogRecord[] = [];
          for (const size of sizes) {
            const batch = records(BigInt(model.length + 1), size);
            await log.append(orders, batch);
            model.push(...batch);
          }
          for (const [from, limit] of windows) {
            const want = model.slice(Math.max(0, from - 1)).slice(0, limit);
            expect(numbers(await log.read(orders, BigInt(from), limit))).toEqual(numbers(want));
          }
          await log.close();
        }),
        { numRuns: 25 },
      );
    });
  });
}
