import { availableParallelism, loadavg } from "node:os";
import { expect, test } from "vitest";
import { largeImage } from "../../apps/marketplace/test/images.ts";
import { denyMarketplace } from "./deny-marketplace.ts";

/** Below these, in milliseconds, a ratio tells of the machine more than of the service. */
const [LEAST_MEDIAN, LEAST_P95] = [4, 10];

/** Where others are at work, what they leave of the machine is what is measured. */
const isBusy = (loadavg()[0] ?? 0) > 1.5 * availableParallelism();
if (isBusy) console.log("the machine is busy: the denial test is skipped");

test.skipIf(isBusy)(
  "T13 who uses every route at its limit slows nobody else down much",
  {
    timeout: 180_000,
    // Others may be at work on the machine, too.
    retry: 2,
  },
  async () => {
    const report = await denyMarketplace({ rounds: 2, roundMs: 4_000, image: await largeImage() });
    console.log(JSON.stringify(report));
    const { quiet, attacked, answers } = report;
    expect(attacked.median).toBeLessThanOrEqual(3 * Math.max(quiet.median, LEAST_MEDIAN));
    expect(attacked.p95).toBeLessThanOrEqual(10 * Math.max(quiet.p95, LEAST_P95));
    // It was an attack: refused by each of the limits.
    for (const status of [201, 400, 401, 413, 429]) expect(answers[status]).toBeGreaterThan(0);
  },
);
