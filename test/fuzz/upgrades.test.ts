// Upgrades and control frames that are wrong: 50,000 a run, drawn from the same seed each time, or
// from FC_SEED; `npm run fuzz -- upgrades` sends as many as there is time for.

import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzUpgrades } from "./upgrades/fuzz-upgrades.ts";

test("50000 upgrades and control frames do no harm", { timeout: 600_000 }, async () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
  const report = await fuzzUpgrades({ seed, cases: 50_000 });
  console.log(JSON.stringify(report));
  expect(report.failures.join("\n\n")).toBe("");
  // A fuzz whose upgrades are all refused, or never, looks at one side only.
  for (const answer of ["101", "400", "401", "404", "405", "426", "431"]) {
    expect(report.answers[answer], answer).toBeGreaterThan(20);
  }
});
