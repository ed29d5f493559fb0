import { describe, expect, test } from "vitest";
import { runConformance } from "../../src/index.ts";
import { isSelected } from "../../src/report/clause.ts";
import { clauses } from "../../src/streams/clauses/clauses.ts";
import { startProxy } from "../faulty-proxy.ts";
import { memoryEngine } from "../log-engines.ts";
import { startService } from "../start-service.ts";
import type { Fault } from "./fault.ts";

/** Whether every fault is judged by every clause; else only some faults are, to save time. */
const isThorough = process.env["FAULTS"] === "all";

/** Of how many faults one is judged by every clause in any case. */
const SAMPLE = 6;

/** The clauses that judge the frames of other clauses' connections. */
const watching = new Set(
  clauses.flatMap(({ id, when, observes }) =>
    when === "watch" && (observes === undefined || /\.(message|x-endings)\./.test(id)) ? [id] : [],
  ),
);

/**
 * Runs clauses, by default all of them, against a server with a fault and returns those that did
 * not pass.
 */
export async function failuresOf(
  fault: Omit<Fault, "name" | "breaks">,
  only: readonly string[] = [],
) {
  // All four channels run the same code; using one of them saves time.
  const { settings, snapshotIntervalMs, channels = ["orders"] } = fault;
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
      only,
      channels,
      limits: { ...service.limits, max_pending_bytes: 200_000 },
      timeoutMs: 2000,
    });
    return results.filter(({ outcome }) => outcome !== "pass");
  } finally {
    await proxy.stop();
    await service.stop();
  }
}

/**
 * Tests that each fault makes those clauses fail that it lists, and that a sample of them, or with
 * `FAULTS=all` each of them, makes no other clause fail.
 */
export function judgeFaults(faults: readonly Fault[]): void {
  const judged = faults.map((fault, index) => {
    const needsAll = isThorough || index % SAMPLE === 0;
    const isAlone = !needsAll && !fault.breaks.some((id) => watching.has(id));
    return { ...fault, only: isAlone ? fault.breaks : [] };
  });
  describe.concurrent("faults", () => {
    test.for(judged)("$name", { timeout: 300_000 }, async (fault, { expect: expectHere }) => {
      const failures = await failuresOf(fault, fault.only);
      const failed = failures.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
      const allowed = [...fault.breaks, ...(fault.mayBreak ?? [])];
      const seen = failures.map(({ id, outcome, seen: what }) => `${id} ${outcome}: ${what}`);
      expectHere(failed, seen.join("\n")).toEqual(expect.arrayContaining([...fault.breaks]));
      const other = seen.filter((text) => !isSelected(text.split(" ")[0] ?? "", allowed));
      expectHere(other).toEqual([]);
    });
  });
}
