import { fakeClock } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { startViewCheck } from "../../src/log/jetstream/view-check.ts";

/** Starts a check of a tail and a log; each may stand still. */
function start() {
  const clock = fakeClock();
  const state = { next: 1n, last: 0n, isKnown: true };
  const events: string[] = [];
  const check = startViewCheck({
    clock,
    everyMs: () => 1_000,
    next: () => state.next,
    lastOfLog: async () => {
      if (!state.isKnown) throw new Error("no leader");
      return state.last;
    },
    onUnknown: () => events.push("unknown"),
    onStalled: (last) => events.push(`stalled before ${last}`),
  });
  return { clock, state, events, check };
}

test("S28 a tail that has everything is at most as old as the time between checks", async () => {
  const { clock, events, check } = start();
  for (let second = 0; second < 20; second += 1) {
    await clock.advance(1_000);
    expect(check.ageMs()).toBeLessThanOrEqual(1_000);
  }
  expect(events).toEqual([]);
  check.stop();
});

test("S28 a log whose end is unknown makes the view older, though nothing may be missing", async () => {
  const { clock, state, events, check } = start();
  await clock.advance(2_000);
  state.isKnown = false;
  await clock.advance(5_000);
  expect(check.ageMs()).toBeGreaterThanOrEqual(5_000);
  expect(new Set(events)).toEqual(new Set(["unknown"]));
  state.isKnown = true;
  await clock.advance(1_000);
  expect(check.ageMs()).toBeLessThanOrEqual(1_000);
  check.stop();
});

test("S28 a tail that does not move while the log grows is reported at the second check", async () => {
  const { clock, state, events, check } = start();
  state.last = 5n;
  await clock.advance(1_000);
  expect(events).toEqual([]);
  await clock.advance(1_000);
  expect(events).toEqual(["stalled before 5"]);
  expect(check.ageMs()).toBe(2_000);
  // As old as the check that stated the number, once that number is reached.
  state.next = 6n;
  expect(check.ageMs()).toBe(1_000);
  check.stop();
});

test("S28 a tail that is behind but moves is not stalled, and grows no older than its backlog", async () => {
  const { clock, state, events, check } = start();
  for (let second = 0; second < 10; second += 1) {
    state.last += 10n;
    await clock.advance(1_000);
    state.next += 10n;
  }
  expect(events).toEqual([]);
  expect(check.ageMs()).toBeLessThanOrEqual(2_000);
  check.stop();
});
