// Each fault makes exactly its clauses fail, and each clause has a fault that makes it fail.

import { describe, expect, test } from "vitest";
import { clauses, runConformance } from "../../src/index.ts";
import { startProxy } from "../faulty-proxy.ts";
import { memoryEngine } from "../log-engines.ts";
import { startService } from "../start-service.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";

async function failuresOf(fault: Omit<Fault, "name" | "breaks">) {
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
      // All four channels run the same code; one of them keeps the table short.
      channels: ["orders"],
      timeoutMs: 2500,
    });
    return results.filter(({ outcome }) => outcome !== "pass");
  } finally {
    await proxy.stop();
    await service.stop();
  }
}

describe.concurrent("faults", () => {
  test("a faithful proxy passes all", async () => {
    expect(await failuresOf({})).toEqual([]);
  });

  test.for(faults)("$name", async (fault, { expect: expectHere }) => {
    const failures = await failuresOf(fault);
    const failed = failures.filter(({ outcome }) => outcome === "fail").map(({ id }) => id);
    const allowed = [...fault.breaks, ...(fault.mayBreak ?? [])];
    const seen = failures.map(({ id, outcome, seen: what }) => `${id} ${outcome}: ${what}`);
    expectHere(failed, seen.join("\n")).toEqual(expect.arrayContaining([...fault.breaks]));
    expectHere(seen.filter((text) => !allowed.includes(text.split(" ")[0] ?? ""))).toEqual([]);
  });
});

test("every clause has a fault", () => {
  const broken = new Set(faults.flatMap(({ breaks }) => breaks));
  expect(clauses.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test("every fault has a name of its own", () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
