import { fakeClock } from "@specwright/runtime/testing";
import { createMemoryLog } from "@specwright/sequenced-log";
import { describe, expect, it } from "vitest";
import { orders, records, testSequencedLog } from "./test-sequenced-log.ts";

describe("createMemoryLog", () => {
  testSequencedLog(() => createMemoryLog());

  it("keeps no more than maxFrames", async () => {
    const log = createMemoryLog({ maxFrames: 3 });
    await log.append(orders, records(1n, 5));
    expect(await log.bounds(orders)).toEqual({ first: 3n, last: 5n });
    expect((await log.read(orders, 1n, 9)).map(({ seq }) => seq)).toEqual([3n, 4n, 5n]);
    for (let seq = 6n; seq < 500n; seq += 1n) await log.append(orders, records(seq, 1));
    expect(await log.bounds(orders)).toEqual({ first: 497n, last: 499n });
    expect((await log.read(orders, 498n, 9)).map(({ seq }) => seq)).toEqual([498n, 499n]);
  });

  it("keeps nothing longer than maxAgeMs, and goes on counting", async () => {
    const clock = fakeClock();
    const log = createMemoryLog({ maxAgeMs: 1000, clock });
    await log.append(orders, records(1n, 2));
    await clock.advance(600);
    await log.append(orders, records(3n, 1));
    await clock.advance(600);
    expect(await log.bounds(orders)).toEqual({ first: 3n, last: 3n });
    await clock.advance(600);
    expect(await log.bounds(orders)).toEqual({ first: 4n, last: 3n });
    expect(await log.read(orders, 1n, 9)).toEqual([]);
    expect(await log.append(orders, records(4n, 1))).toEqual({ first: 4n, last: 4n });
  });
});
