// Invalid upgrades and control frames: 20,000 in each run, from a fixed seed or from FC_SEED. `npm run fuzz
// -- upgrades` runs until its time is up.

import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzUpgrades } from "./upgrades/fuzz-upgrades.ts";

test("20000 upgrades and control frames do no harm", { timeout: 600_000 }, async () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
  const report = await fuzzUpgrades({ seed, cases: 20_000 });
  console.log(JSON.stringify(report));
  expect(report.failures.join("\n\n")).toBe("");
  // A fuzz whose upgrades are always or never refused covers only one side.
  for (const answer of ["101", "400", "401", "404", "405", "426", "431"]) {
    expect(report.answers[answer], answer).toBeGreaterThan(10);
  }
});
