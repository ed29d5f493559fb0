import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { createRateLimit } from "../../../src/server/connection/rate-limit.ts";
import { RequestLimits } from "../../../src/server/connection/request-limits.ts";
import { TokenBucket } from "../../../src/server/connection/token-bucket.ts";

describe("a token bucket of 10 a second and 20 at once", () => {
  /** The steps, in order: tokens that are taken, or milliseconds that pass; then the wait. */
  const cases: readonly (readonly [string, readonly string[], number])[] = [
    ["lets a new one pass", [], 0],
    ["lets a burst pass", ["take 19"], 0],
    ["waits for a token after the burst", ["take 20"], 100],
    ["waits until a debt is paid", ["take 25"], 600],
    ["owes no more than a burst", ["take 1000"], 2_100],
    ["waits at least 50 ms", ["take 20", "pass 90"], 50],
    ["has a token again", ["take 20", "pass 100"], 0],
    ["saves up no more than a burst", ["pass 3600000", "take 20"], 100],
    ["adds tokens at its rate", ["take 20", "pass 1000", "take 10"], 100],
  ];

  it.each(cases)("%s", async (_, steps, waitMs) => {
    const clock = fakeClock();
    const bucket = new TokenBucket({ perSecond: 10, burst: 20 }, clock);
    for (const step of steps) {
      const [what, amount] = step.split(" ");
      if (what === "take") bucket.take(Number(amount));
      else await clock.advance(Number(amount));
    }
    expect(bucket.waitMs).toBeCloseTo(waitMs);
  });
});

describe("the limits of requests", () => {
  const settings = { maxRequestsPerSecond: 10, maxRequestsPerSecondPerKey: 20 };

  it("count the upgrades of a key, and outlast its connections", async () => {
    const clock = fakeClock();
    const limits = new RequestLimits({ settings, clock, isConnected: () => false });
    // 16 seconds of 20 requests, where an upgrade counts as 8.
    for (let upgrade = 0; upgrade < 40; upgrade += 1) expect(limits.takeUpgrade("a")).toBe(0);
    expect(limits.takeUpgrade("a")).toBeGreaterThan(0);
    expect(limits.takeUpgrade("b")).toBe(0);
    await clock.advance(100);
    expect(limits.takeUpgrade("a")).toBe(0);
  });

  it("are one for all connections of a key, and another for each connection", () => {
    const limits = new RequestLimits({ settings, clock: fakeClock(), isConnected: () => false });
    const [first, second, other] = ["a", "a", "b"].map((key) => limits.ofConnection(key));
    expect(first?.limits[0]).not.toBe(second?.limits[0]);
    expect(first?.limits[1]).toBe(second?.limits[1]);
    expect(first?.turns).toBe(second?.turns);
    expect(other?.limits[1]).not.toBe(first?.limits[1]);
    expect(other?.turns).not.toBe(first?.turns);
    expect(limits.ofConnection(undefined).limits).toHaveLength(1);
  });

  it("forget keys that are at rest when there are many, and no others", () => {
    const isConnected = (key: string): boolean => key === "open";
    const limits = new RequestLimits({ settings, clock: fakeClock(), isConnected });
    const bucketOf = (key: string) => limits.ofConnection(key).limits[1];
    const [open, busy, idle] = ["open", "busy", "idle"].map(bucketOf);
    busy?.take(1);
    for (let key = 0; key < 3_000; key += 1) limits.takeUpgrade(`key ${key}`);
    expect(bucketOf("open")).toBe(open);
    expect(bucketOf("busy")).toBe(busy);
    expect(bucketOf("idle")).not.toBe(idle);
  });
});

it("a rate limit forgets entries older than its window", async () => {
  const clock = fakeClock();
  const limit = createRateLimit(3, 1_000, clock);
  const given: readonly (readonly [passMs: number, amount: number, taken: boolean])[] = [
    [0, 2, true],
    [400, 1, true],
    [0, 1, false],
    [0, 0, true],
    [599, 1, false],
    [1, 2, true],
    [0, 1, false],
    [400, 1, true],
    [600, 2, true],
    [10_000, 4, false],
    [0, 3, true],
  ];
  for (const [passMs, amount, taken] of given) {
    await clock.advance(passMs);
    expect(limit.take(amount)).toBe(taken);
  }
});
