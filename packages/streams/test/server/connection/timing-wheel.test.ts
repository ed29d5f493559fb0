import { fakeClock } from "@specwright/runtime/testing";
import { describe, expect, it } from "vitest";
import {
  createTimingWheel,
  type TimingWheel,
} from "../../../src/server/connection/timing-wheel.ts";

/** Schedules a call; returns what takes it back. */
function schedule(wheel: TimingWheel, delayMs: number, run: () => void): () => void {
  const task = { run };
  const slot = wheel.schedule(delayMs, task);
  return () => wheel.cancel(slot, task);
}

describe("a timing wheel", () => {
  it.each([
    [1, 10],
    [10, 10],
    [11, 20],
    [70, 70],
    [1000, 70],
  ])("calls what waits %d ms after %d", async (delayMs, wantMs) => {
    const clock = fakeClock();
    const wheel = createTimingWheel({ clock, tickMs: 10, slots: 8 });
    const calls: number[] = [];
    schedule(wheel, delayMs, () => calls.push(clock.now()));
    await clock.advance(500);
    expect(calls).toEqual([wantMs]);
  });

  it("returns the time of the last tick, and of the first call after a rest", async () => {
    const clock = fakeClock();
    const wheel = createTimingWheel({ clock, tickMs: 10, slots: 8 });
    await clock.advance(95);
    schedule(wheel, 30, () => {});
    expect(wheel.elapsedMs).toBe(95);
    await clock.advance(19);
    expect(wheel.elapsedMs).toBe(105);
    await clock.advance(500);
    schedule(wheel, 10, () => {});
    expect(wheel.elapsedMs).toBe(614);
  });

  it("calls nothing that was taken back, by others of the same slot too", async () => {
    const clock = fakeClock();
    const wheel = createTimingWheel({ clock, tickMs: 10, slots: 8 });
    const calls: string[] = [];
    schedule(wheel, 10, () => {
      calls.push("first");
      cancelSecond();
    });
    const cancelSecond = schedule(wheel, 10, () => calls.push("second"));
    schedule(wheel, 20, () => calls.push("third"))();
    await clock.advance(500);
    expect(calls).toEqual(["first"]);
  });

  it("still calls the others when a called one is cancelled", async () => {
    const clock = fakeClock();
    const wheel = createTimingWheel({ clock, tickMs: 10, slots: 8 });
    const calls: string[] = [];
    const cancel = schedule(wheel, 10, () => calls.push("first"));
    schedule(wheel, 20, () => calls.push("second"));
    await clock.advance(10);
    cancel();
    await clock.advance(100);
    expect(calls).toEqual(["first", "second"]);
  });

  it("continues as long as a callee asks again, and stops when closed", async () => {
    const clock = fakeClock();
    const wheel = createTimingWheel({ clock, tickMs: 10, slots: 8 });
    let calls = 0;
    const again = (): void => {
      calls += 1;
      schedule(wheel, 20, again);
    };
    schedule(wheel, 20, again);
    await clock.advance(100);
    expect(calls).toBe(5);
    wheel.close();
    await clock.advance(100);
    expect(calls).toBe(5);
  });
});
