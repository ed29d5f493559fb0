import { expect, test } from "vitest";
import { type Candidate, geometricMean, pairedRatios } from "../src/paired-ratio.ts";

function spin(name: string, turns: number): Candidate {
  return {
    name,
    operations: 10,
    run() {
      let state = 1;
      for (let turn = 0; turn < turns; turn++) state = (state * 1103515245 + 12345) & 0x7fffffff;
      return state;
    },
  };
}

test("returns the ratio of CPU times", () => {
  const options = { rounds: 5, sliceMs: 5, warmUpMs: 20 };
  const [same, triple] = pairedRatios(
    spin("one", 20_000),
    [spin("same", 20_000), spin("triple", 60_000)],
    options,
  );
  expect(same?.ratio).toBeGreaterThan(0.5);
  expect(same?.ratio).toBeLessThan(2);
  expect(triple?.ratio).toBeGreaterThan(1.5);
  expect(triple?.ratio).toBeLessThan(6);
  expect(triple?.name).toBe("triple");
  expect(triple?.cpuNs).toBeGreaterThan(triple?.baselineCpuNs ?? Number.NaN);
  expect(triple?.quartiles[0]).toBeLessThanOrEqual(triple?.quartiles[1] ?? Number.NaN);
});

test("computes geometric means of ratios", () => {
  expect(geometricMean([0.5, 2])).toBeCloseTo(1);
  expect(geometricMean([0.1, 0.1, 0.1])).toBeCloseTo(0.1);
});
