import { availableParallelism, loadavg } from "node:os";
import { expect, test } from "vitest";
import { largeImage } from "../../apps/marketplace/test/images.ts";
import { denyMarketplace } from "./deny-marketplace.ts";

/** Below these values, in milliseconds, a ratio reflects the machine rather than the service. */
const [LEAST_MEDIAN, LEAST_P95] = [4, 10];

/** If other programs are busy, the measurement shows the rest of the machine's capacity. */
const isBusy = (loadavg()[0] ?? 0) > 1.5 * availableParallelism();
if (isBusy) console.log("the machine is busy: the denial test is skipped");

test.skipIf(isBusy)(
  "T13 an attacker that uses every route at its limit hardly slows others down",
  {
    timeout: 180_000,
    // Other programs may use the machine.
    retry: 2,
  },
  async () => {
    const report = await denyMarketplace({ rounds: 2, roundMs: 4_000, image: await largeImage() });
    console.log(JSON.stringify(report));
    const { quiet, attacked, answers } = report;
    expect(attacked.median).toBeLessThanOrEqual(3 * Math.max(quiet.median, LEAST_MEDIAN));
    expect(attacked.p95).toBeLessThanOrEqual(10 * Math.max(quiet.p95, LEAST_P95));
    // The attack was effective: each of the limits refused some requests.
    for (const status of [201, 400, 401, 413, 429]) expect(answers[status]).toBeGreaterThan(0);
  },
);
