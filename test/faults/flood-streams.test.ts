import { availableParallelism, loadavg } from "node:os";
import { expect, test } from "vitest";
import { floodKinds, floodStreams } from "./flood-streams.ts";

/** Below these values, in milliseconds, a ratio reflects the machine rather than the service. */
const [LEAST_MEDIAN, LEAST_P95] = [4, 10];

/** If other programs are busy, the measurement shows the rest of the machine's capacity. */
const isBusy = (loadavg()[0] ?? 0) > 1.5 * availableParallelism();
if (isBusy) console.log("the machine is busy: the flood test is skipped");

test.skipIf(isBusy)(
  "a key that floods the streaming service slows no other client down much",
  // Other programs may use the machine.
  { timeout: 120_000, retry: 2 },
  async () => {
    const report = await floodStreams({ clients: 50, rounds: 1, roundMs: 2_000 });
    console.log(JSON.stringify(report));
    for (const kind of floodKinds) {
      const { quiet, attacked, sent } = report.floods[kind];
      expect(attacked.median).toBeLessThanOrEqual(3 * Math.max(quiet.median, LEAST_MEDIAN));
      expect(attacked.p95).toBeLessThanOrEqual(10 * Math.max(quiet.p95, LEAST_P95));
      expect(sent).toBeGreaterThan(250);
    }
    // The flood was effective: the service refused all these upgrades, and did not log each of them.
    expect(report.floods["refused-upgrades"].answers["HTTP 401"]).toBeGreaterThan(250);
    expect(report.refusalLines).toBeLessThan(20);
  },
);
