// Without a stimulus, the kit only judges the frames that it observes, and reports the other
// clauses as not run.

import { expect, test } from "vitest";
import { runConformance } from "../src/index.ts";
import { addressFrame } from "../src/streams/line/address-frame.ts";
import { bookDiff, bookSnapshot, sampleOf, trade } from "../src/streams/stimulus/samples.ts";
import { sequencedNames } from "../src/streams/stimulus/stimulus.ts";
import { memoryEngine } from "./log-engines.ts";
import { limits, startService } from "./start-service.ts";

/** Publishes on every channel until it is stopped, like a busy exchange. */
function keepPublishing({ stimulus, account }: Awaited<ReturnType<typeof startService>>) {
  const { brokerId } = account;
  let at = 0;
  const timer = setInterval(() => {
    at += 1;
    const subject = { market: `M${at % 3}`, account: `A${at % 2}`, event: `E${at % 3}` };
    for (const channel of sequencedNames) {
      void stimulus.publish(
        addressFrame({ channel, brokerId, message: sampleOf(channel, subject) }),
      );
    }
    const message = at % 4 === 0 ? trade("M") : bookDiff("M");
    void stimulus.publish({ channel: "market-data", message });
  }, 40);
  return () => clearInterval(timer);
}

test("a busy server is judged by watching it", async () => {
  const service = await startService({
    engine: memoryEngine,
    settings: { maxConnectionsPerKey: 1000, heartbeatMs: 100 },
  });
  await service.stimulus.publish({ channel: "market-data", message: bookSnapshot("M") });
  const stop = keepPublishing(service);
  try {
    const { url, account } = service;
    const { results, counts } = await runConformance({
      url,
      account,
      limits,
      markets: ["M"],
      timeoutMs: 4000,
    });
    expect(results.filter(({ outcome }) => outcome === "fail")).toEqual([]);
    const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]));
    const made = [
      "sequenced.x-sequence.1.step",
      "sequenced.x-sequence.resume.replay",
      "sequenced.message.orderUpdate",
      "market-data.x-sequence.1.step",
    ];
    for (const id of [...made, "4.1.1", "4.5.4", "5.10", "S10.1"]) {
      expect(`${id} ${outcomes.get(id)}`).toBe(`${id} pass`);
    }
    for (const id of ["4.5.11", "6.1", "S2.1", "S6.4", "S12.1", "S19.1"]) {
      expect(`${id} ${outcomes.get(id)}`).toBe(`${id} not run`);
    }
    expect(counts.pass).toBeGreaterThan(80);
  } finally {
    stop();
    await service.stop();
  }
});

test("T8 a channel without frames leaves clauses not run, and fails none", async () => {
  const service = await startService({
    engine: memoryEngine,
    settings: { maxConnectionsPerKey: 1000, heartbeatMs: 100 },
  });
  try {
    const { url, account } = service;
    const { results } = await runConformance({ url, account, limits, timeoutMs: 4000 });
    expect(results.filter(({ outcome }) => outcome === "fail")).toEqual([]);
    const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]));
    const rule = "sequenced.x-sequence";
    const made = [`${rule}.1.step`, `${rule}.resume.replay`, `${rule}.resume.tooOld`];
    for (const id of [...made, "6.31", "6.32", "6.33", "S27.1"]) {
      expect(`${id} ${outcomes.get(id)}`).toBe(`${id} not run`);
    }
    expect(outcomes.get("sequenced.message.heartbeat")).toBe("pass");
  } finally {
    await service.stop();
  }
});
