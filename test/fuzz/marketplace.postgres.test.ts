// Like marketplace.test.ts with fewer requests, and with the data in PostgreSQL.

import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { documentedStatuses } from "./marketplace/documented-statuses.ts";
import { fuzzMarketplace } from "./marketplace/fuzz-marketplace.ts";

test("1500 requests get responses that follow the contract", { timeout: 600_000 }, async () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
  const postgresUrl = inject("postgresUrl");
  const { failures, answers, ...report } = await fuzzMarketplace({
    seed,
    cases: 1500,
    postgresUrl,
  });
  console.log(JSON.stringify({ seed, ...report }));
  expect(failures.join("\n\n")).toBe("");
  const { statuses } = report;
  for (const status of documentedStatuses()) expect(statuses[status], status).toBeGreaterThan(0);
});
