// Delivered = committed prefix, filtered, in order, once, and books equal: over many seeds.

import { describe, expect, it } from "vitest";
import { type Outcome, playWorld } from "./world.ts";

const worlds = 500;

describe("server and clients together", () => {
  it(`lose, double and reorder nothing in ${worlds} worlds`, { timeout: 600_000 }, async () => {
    const outcomes: Outcome[] = [];
    for (let seed = 1; seed <= worlds; seed += 1) outcomes.push(await playWorld(seed));
    // Worlds in which nothing happens would prove nothing.
    for (const name of ["crashes", "deploys", "clientRestarts", "bookChanges"] as const) {
      expect(outcomes.reduce((sum, outcome) => sum + outcome[name], 0)).toBeGreaterThan(worlds / 4);
    }
    expect(outcomes.reduce((sum, { delivered }) => sum + delivered, 0)).toBeGreaterThan(
      worlds * 100,
    );
  });

  it("play the same world again for the same seed", async () => {
    expect(await playWorld(7)).toEqual(await playWorld(7));
  });
});
