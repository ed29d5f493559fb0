import { fullJitterBackoff, sleep, systemClock } from "@specwright/runtime";
import { fakeClock } from "@specwright/runtime/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("fakeClock", () => {
  it("runs timers in order of time, then of arrival", async () => {
    const clock = fakeClock(1000);
    const seen: string[] = [];
    clock.setTimer(20, () => seen.push(`c@${clock.now()}`));
    clock.setTimer(10, () => {
      seen.push(`a@${clock.now()}`);
      clock.setTimer(5, () => seen.push(`b@${clock.now()}`));
    });
    const cancel = clock.setTimer(10, () => seen.push("never"));
    clock.setTimer(20, () => seen.push(`d@${clock.now()}`));
    cancel();
    await clock.advance(19);
    expect(seen).toEqual(["a@1010", "b@1015"]);
    await clock.advance(1);
    expect(seen).toEqual(["a@1010", "b@1015", "c@1020", "d@1020"]);
    expect(clock.now()).toBe(1020);
    expect(clock.pending()).toBe(0);
  });
});

describe("sleep", () => {
  it("waits by the clock", async () => {
    const clock = fakeClock();
    let woke = false;
    const done = sleep(clock, 100).then(() => {
      woke = true;
    });
    await clock.advance(99);
    expect(woke).toBe(false);
    await clock.advance(1);
    await done;
    expect(woke).toBe(true);
  });

  it("ends with the signal and leaves no timer", async () => {
    const clock = fakeClock();
    const controller = new AbortController();
    const reason = new Error("enough");
    const asleep = expect(sleep(clock, 100, controller.signal)).rejects.toBe(reason);
    controller.abort(reason);
    await asleep;
    expect(clock.pending()).toBe(0);
    await expect(sleep(clock, 100, controller.signal)).rejects.toBe(reason);
  });

  it("works on the system clock", async () => {
    const before = systemClock.now();
    await sleep(systemClock, 5);
    expect(systemClock.now() - before).toBeGreaterThanOrEqual(3);
    systemClock.setTimer(1, () => expect.unreachable())();
    await sleep(systemClock, 5);
  });

  it("waits even if the wait is too long for the platform", async () => {
    let fired = false;
    const cancels = [2 ** 31, Number.POSITIVE_INFINITY].map((delayMs) =>
      systemClock.setTimer(delayMs, () => {
        fired = true;
      }),
    );
    await sleep(systemClock, 20);
    for (const cancel of cancels) cancel();
    expect(fired).toBe(false);
  });
});

describe("fullJitterBackoff", () => {
  it("doubles its ceiling up to the maximum, and starts over", () => {
    const backoff = fullJitterBackoff({ random: () => 1 });
    const ceilings = Array.from({ length: 9 }, () => backoff.next());
    expect(ceilings).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
    backoff.reset();
    expect(backoff.next()).toBe(250);
  });

  it("stays between zero and the ceiling", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (roll) => {
        const backoff = fullJitterBackoff({ minMs: 10, maxMs: 50, random: () => roll });
        for (const ceiling of [10, 20, 40, 50, 50]) {
          const delay = backoff.next();
          expect(delay).toBeGreaterThanOrEqual(0);
          expect(delay).toBeLessThan(ceiling);
        }
      }),
    );
  });
});
