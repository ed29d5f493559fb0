import { describe, expect, it } from "vitest";
import type { BenchRow } from "../src/bench.ts";
import { formatTable } from "../src/format-table.ts";
import { measureCommand } from "../src/measure-command.ts";
import { compareInPairs, compareWithPeer, median } from "../src/rows.ts";

describe("median", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[7], 7],
    [[], null],
  ])("of %j is %s", (given, want) => {
    expect(median(given)).toBe(want);
  });
});

describe("compareWithPeer", () => {
  const row = { bench: "b", case: "c", peer: "p", metric: "cpu s" };
  const cases: readonly (readonly [
    string,
    number | null,
    number | null,
    number | null,
    Pick<BenchRow, "ratio" | "holds">,
  ])[] = [
    ["within the target", 1, 2, 0.5, { ratio: 0.5, holds: true }],
    ["beyond the target", 3, 2, 1, { ratio: 1.5, holds: false }],
    ["without a target", 3, 2, null, { ratio: 1.5, holds: null }],
    ["the peer failed", 3, null, 1, { ratio: null, holds: null }],
    ["we failed", null, 2, 1, { ratio: null, holds: false }],
  ];
  it.each(cases)("%s", (_, value, peerValue, target, want) => {
    expect(compareWithPeer({ ...row, value, peerValue, target })).toMatchObject(want);
  });

  it("is formatted in columns", () => {
    const table = formatTable([compareWithPeer({ ...row, value: 1, peerValue: 4, target: 1 })]);
    expect(table.split("\n")).toEqual([
      "case  metric  ours  peer  peer's  ratio  target  holds",
      "c     cpu s   1.00  p     4.00    0.25x  <= 1x   yes",
    ]);
  });
});

describe("compareInPairs", () => {
  const row = { bench: "b", case: "c", peer: "p", metric: "cpu us" };

  it("takes the median of the ratios", () => {
    const values = [1, 20, 3];
    const found = compareInPairs({ ...row, values, peerValues: [2, 10, 30], target: 0.5 });
    expect(found).toMatchObject({ value: 3, peerValue: 10, ratio: 0.5, holds: true });
    expect(found.quartiles).toEqual([0.5, 2]);
  });

  it("returns no ratio if the peer failed", () => {
    const found = compareInPairs({ ...row, values: [1, 2], peerValues: [], target: 1 });
    expect(found).toMatchObject({ value: 1.5, peerValue: null, ratio: null, holds: null });
  });
});

describe("measureCommand", () => {
  it("returns the CPU time and peak memory of a program", async () => {
    const busy =
      "const end = process.cpuUsage().user + 2e5; while (process.cpuUsage().user < end);";
    const measured = await measureCommand(["--eval", busy], { cwd: "." });
    if (!measured.ok) throw new Error(measured.reason);
    expect(measured.usage.cpuSeconds).toBeGreaterThan(0.2);
    expect(measured.usage.peakMegabytes).toBeGreaterThan(10);
  });

  it("reports how a program failed", async () => {
    const measured = await measureCommand(["--eval", "console.error('no'); process.exit(3)"], {
      cwd: ".",
    });
    expect(measured).toEqual({ ok: false, reason: "exit code 3: no" });
  });
});
