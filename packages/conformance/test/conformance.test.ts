import { describe, expect, test } from "vitest";
import { runConformance } from "../src/index.ts";
import { logEngines } from "./log-engines.ts";
import { startService } from "./start-service.ts";

describe.for(logEngines)("our service on the $name log", (engine) => {
  test("T8 passes every clause", async (context) => {
    const { missing } = engine;
    if (missing !== undefined) {
      if (process.env["CI"] === "true") throw new Error(missing);
      context.skip(missing);
    }
    const service = await startService({ engine });
    try {
      const before = process.cpuUsage();
      const { results, counts } = await runConformance({ ...service, timeoutMs: 30_000 });
      expect(results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
      expect(counts["not run"]).toBe(0);
      // It takes about 3 s on two free cores. A busy machine must not fail the test, but busy
      // waiting must.
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(60);
    } finally {
      await service.stop();
    }
  });
});
