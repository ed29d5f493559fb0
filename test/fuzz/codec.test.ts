// Compares the codecs with the reference: 200,000 texts in each run, always the same ones. FC_SEED=random
// generates others; `npm run fuzz -- codec` runs until its time is up.

import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { fuzzSlice } from "./fuzz-slice.ts";
import { seededRandom } from "./generate/random.ts";
import { fuzzTarget } from "./run-fuzz.ts";
import { randomTargets, scratchFolder } from "./targets/random-targets.ts";
import { specTargets } from "./targets/spec-targets.ts";

const CASES_PER_DRAW = 500;
const SCHEMAS_PER_DOCUMENT = 10;
const CASES_PER_SCHEMA = 200;

const streams = await specTargets("streams/asyncapi.yaml", "streams-api");
const marketplace = await specTargets("marketplace/openapi.yaml", "marketplace-api");
const publisher = await specTargets("publisher/openapi.yaml", "publisher-api");
const folder = scratchFolder("test");

afterAll(() => folder[Symbol.dispose]());

describe("codecs decode, refuse and encode like the reference", { timeout: 300_000 }, () => {
  test.each([
    { of: "streams", targets: streams, cases: 30_000 },
    { of: "marketplace", targets: marketplace, cases: 10_000 },
    { of: "publisher", targets: publisher, cases: 10_000 },
  ])("$cases texts of $of", ({ targets, cases }) => {
    const holds = (seed: number): void => {
      const found = fuzzSlice(targets, seededRandom(seed), CASES_PER_DRAW);
      expect(found?.divergence).toBeUndefined();
    };
    // Failures are already reduced: by cutting the text, not by changing the seed.
    const options = { numRuns: cases / CASES_PER_DRAW, endOnFailure: true };
    fc.assert(fc.property(fc.integer(), holds), options);
  });

  test("10000 texts of random schemas", async () => {
    const holds = async (seed: number): Promise<void> => {
      const targets = await randomTargets(folder, seed, SCHEMAS_PER_DOCUMENT);
      expect(targets.length).toBeGreaterThanOrEqual(SCHEMAS_PER_DOCUMENT);
      for (const target of targets)
        expect(fuzzTarget(target, seed, CASES_PER_SCHEMA)).toBeUndefined();
    };
    const options = {
      numRuns: 10_000 / CASES_PER_SCHEMA / SCHEMAS_PER_DOCUMENT,
      endOnFailure: true,
    };
    await fc.assert(fc.asyncProperty(fc.nat(), holds), options);
  });

  test("every message of the streams has codecs of both tiers", () => {
    const whole = streams.filter(({ tiers }) => tiers.length === 2);
    expect(whole.length).toBeGreaterThanOrEqual(15);
  });
});
