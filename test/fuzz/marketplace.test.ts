// Sends the marketplace 8,000 requests generated from its OpenAPI document, always from the same seed, or
// from FC_SEED. `npm run fuzz -- marketplace` runs until its time is up.

import fc from "fast-check";
import { expect, test } from "vitest";
import { readContract } from "./marketplace/contract-operations.ts";
import { documentedStatuses } from "./marketplace/documented-statuses.ts";
import { fuzzMarketplace } from "./marketplace/fuzz-marketplace.ts";

test("8000 requests get responses that follow the contract", { timeout: 600_000 }, async () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
  const { failures, answers, ...report } = await fuzzMarketplace({ seed, cases: 8000 });
  console.log(JSON.stringify({ seed, ...report }));
  expect(failures.join("\n\n")).toBe("");
  const { statuses } = report;
  for (const status of documentedStatuses()) expect(statuses[status], status).toBeGreaterThan(9);
  // A fuzz that is always or never refused covers only one side.
  for (const { id, session, answers: documented } of readContract("marketplace/openapi.yaml")
    .operations) {
    const [success] = [...documented.keys()].toSorted((one, other) => one - other);
    for (const status of [success, 400, ...(session === "none" ? [] : [401])]) {
      expect(answers[`${id} ${status}`], `${id} ${status}`).toBeGreaterThan(3);
    }
  }
});
