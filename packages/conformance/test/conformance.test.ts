import { expect, test } from "vitest";
import { runConformance } from "../src/index.ts";
import { logEngines } from "./log-engines.ts";
import { startService } from "./start-service.ts";

test.each(logEngines)("our service passes every clause on the $name log", async (engine) => {
  const service = await startService({ engine });
  try {
    const before = process.cpuUsage();
    const { results, counts } = await runConformance({ ...service, timeoutMs: 5000 });
    expect(results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
    expect(counts["not run"]).toBe(0);
    // By the clock it takes about 3 s on two free cores; a busy machine must not fail the test.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(20);
    if (process.env["PRINT_CLAUSES"])
      console.table(
        results.map(({ id, outcome, seen, durationMs: ms }) => ({ id, outcome, seen, ms })),
      );
  } finally {
    await service.stop();
  }
});
