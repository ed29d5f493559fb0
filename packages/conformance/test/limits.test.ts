// Limits that differ from the defaults and were not passed to the kit.

import { expect, test } from "vitest";
import { runConformance } from "../src/index.ts";
import { memoryEngine } from "./log-engines.ts";
import { startService } from "./start-service.ts";

test("T8 limits that were not passed to the kit are detected, or requested in the report", async () => {
  const service = await startService({
    engine: memoryEngine,
    settings: {
      maxFrameBytes: 9000,
      maxInvalidFramesPerMinute: 5,
      maxConnectionsPerKey: 8,
      maxSnapshotsPerMinute: 4000,
      clockSkewMs: 60_000,
    },
  });
  try {
    const { url, account, stimulus } = service;
    const { results } = await runConformance({
      ...{ url, account, stimulus },
      only: ["5.8", "5.9", "S10", "S12", "S25"],
      timeoutMs: 10_000,
    });
    const of = (id: string) => results.find((result) => result.id === id);
    expect(results.filter(({ outcome }) => outcome === "fail")).toEqual([]);
    expect(of("S12.3")).toMatchObject({
      outcome: "pass",
      seen: "closed with 1009 after a frame of 9001 bytes",
    });
    expect(of("S12.4")).toMatchObject({
      outcome: "pass",
      seen: "a frame of 9000 bytes was accepted",
    });
    expect(of("S10.7")).toMatchObject({ outcome: "pass", seen: "closed with 1008 after 5 frames" });
    expect(of("S12.1")).toMatchObject({ outcome: "pass", seen: "connection 9 got HTTP 429" });
    for (const [id, name] of [
      ["5.8", "clock_skew_tolerance=NUMBER"],
      ["S12.5", "max_markets_per_connection=NUMBER"],
      ["S12.6", "max_snapshots_per_minute=NUMBER"],
    ] as const) {
      expect(of(id)).toMatchObject({ outcome: "not run", seen: expect.stringContaining(name) });
    }
  } finally {
    await service.stop();
  }
});

test("T8 a limit that was passed to the kit is enforced", async () => {
  const service = await startService({ engine: memoryEngine, settings: { clockSkewMs: 60_000 } });
  try {
    const { url, account, stimulus } = service;
    const { counts } = await runConformance({
      ...{ url, account, stimulus },
      limits: { clock_skew_tolerance: 300 },
      only: ["5.8"],
    });
    expect(counts).toEqual({ pass: 0, fail: 1, "not run": 0 });
  } finally {
    await service.stop();
  }
});
