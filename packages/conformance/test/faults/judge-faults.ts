import { describe, expect, test } from "vitest";
import { isSelected } from "../../src/clauses.ts";
import { runConformance } from "../../src/index.ts";
import { startProxy } from "../faulty-proxy.ts";
import { memoryEngine } from "../log-engines.ts";
import { startService } from "../start-service.ts";
import type { Fault } from "./fault.ts";

/** Runs every clause against a server with a fault and returns those that did not pass. */
export async function failuresOf(fault: Omit<Fault, "name" | "breaks">) {
  const { settings, snapshotIntervalMs } = fault;
  const service = await startService({
    engine: memoryEngine,
    ...(settings !== undefined && { settings }),
    ...(snapshotIntervalMs !== undefined && { snapshotIntervalMs }),
  });
  const proxy = await startProxy(service.url, fault.proxy?.(service) ?? {}, service.lookup);
  const stimulus = fault.stimulus?.(service) ?? service.stimulus;
  try {
    const { results } = await runConformance({
      ...service,
      url: proxy.url,
      stimulus,
      // All four channels run the same code; using one of them saves time.
      channels: ["orders"],
      limits: { ...service.limits, max_pending_bytes: 200_000 },
      timeoutMs: 2000,
    });
    return results.filter(({ outcome }) => outcome !== "pass");
  } finally {
    await proxy.stop();
    await service.stop();
  }
}

/** Tests that each fault makes exactly those clauses fail that it lists. */
export function judgeFaults(faults: readonly Fault[]): void {
  describe.concurrent("faults", () => {
    test.for(faults)("$name", { timeout: 300_000 }, async (fault, { expect: expectHere }) => {
      const failures = await failuresOf(fault);
      const failed = failures.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
      const allowed = [...fault.breaks, ...(fault.mayBreak ?? [])];
      const seen = failures.map(({ id, outcome, seen: what }) => `${id} ${outcome}: ${what}`);
      expectHere(failed, seen.join("\n")).toEqual(expect.arrayContaining([...fault.breaks]));
      const other = seen.filter((text) => !isSelected(text.split(" ")[0] ?? "", allowed));
      expectHere(other).toEqual([]);
    });
  });
}
