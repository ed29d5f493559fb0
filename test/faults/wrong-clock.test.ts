import { expect, test } from "vitest";
import { setClocks } from "./wrong-clock.ts";

test("wrong and changed clocks lose, duplicate and reorder nothing", {
  timeout: 600_000,
}, async () => {
  const report = await setClocks();
  console.log(JSON.stringify(report));
  expect(report.delivered).toBe(3 * report.acknowledged);
  // Changing a clock ends no connection by itself.
  expect(report.disturbed).toBe(0);
  const minutes = report.corrections.map((list) => list.map((ms) => Math.round(ms / 60_000)));
  expect(minutes).toEqual([
    // Late at first, then early, then with a service that is late itself.
    [10, -80, -90],
    [-10, -60, -70],
    [-70, -80],
  ]);
});
