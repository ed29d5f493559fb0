import { fakeClock } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { createViewWatch } from "../../../src/server/sessions/view-watch.ts";

test("S28 logs an old view, and ends its connections at the limit, also new ones", async () => {
  const clock = fakeClock();
  const events: string[] = [];
  const watch = createViewWatch({
    limitMs: 10_000,
    clock,
    logger: ({ event }) => void events.push(event),
  });
  let confirmedMs = clock.elapsed();
  let ended = 0;
  const ageMs = (): number => clock.elapsed() - confirmedMs;
  const end = (): void => {
    ended += 1;
  };
  const forget = watch.add({ channel: "orders", ageMs, end });
  await clock.advance(5_000);
  expect(events).toEqual([]);
  await clock.advance(1_000);
  expect(events).toEqual(["view_old"]);
  expect(watch.ageMs()).toBe(6_000);
  expect(ended).toBe(0);
  await clock.advance(5_000);
  expect(events).toEqual(["view_old", "view_lost"]);
  const before = ended;
  expect(before).toBeGreaterThan(0);
  await clock.advance(1_000);
  expect(ended).toBeGreaterThan(before);
  confirmedMs = clock.elapsed();
  await clock.advance(1_000);
  expect(events).toEqual(["view_old", "view_lost", "view_current"]);
  forget();
  await clock.advance(60_000);
  expect(events.length).toBe(3);
  watch.close();
});
