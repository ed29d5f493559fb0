// A sample of the scenarios that `npm run spector` plays; skipped if TypeSpec's packages are not installed.

import { describe, expect, it } from "vitest";
import { isInstalled } from "./installation.ts";
import { runScenarios } from "./run-scenarios.ts";

/** Specs, and how many of their scenarios pass. */
const wanted: Readonly<Record<string, number>> = {
  "authentication/api-key": 2,
  "authentication/union": 2,
  "encode/bytes": 22,
  "encode/datetime": 19,
  "parameters/collection-format": 5,
  "payload/content-negotiation": 2,
  "payload/multipart": 16,
  routes: 31,
  "special-words": 104,
  "streaming/jsonl": 2,
  "streaming/sse": 10,
  "type/file": 8,
  "versioning/removed": 4,
};

const isHere = await isInstalled();

describe.skipIf(!isHere)(
  `the scenarios of TypeSpec${isHere ? "" : " (npm run spector has not installed them)"}`,
  () => {
    it("pass, except for the exceptions", async () => {
      const outcomes = await runScenarios(Object.keys(wanted));
      const surprises = outcomes.filter(({ surprise }) => surprise !== undefined);
      expect(surprises.map(({ name, surprise }) => `${name}: ${surprise}`)).toEqual([]);
      const passed = Object.keys(wanted).map((spec) => [
        spec,
        outcomes.filter((each) => each.spec === spec && each.fault === undefined).length,
      ]);
      expect(Object.fromEntries(passed)).toEqual(wanted);
    });
  },
);
