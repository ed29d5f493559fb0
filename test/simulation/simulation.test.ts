// Clients receive exactly the committed frames, filtered, in order, once, and books are equal, over many
// seeds.

import { describe, expect, it } from "vitest";
import { playReplacedWorld, type ReplacedOutcome } from "./replaced-world.ts";
import { playStandingWorld, type StandingOutcome } from "./standing-world.ts";
import { type Outcome, playWorld } from "./world.ts";

const worlds = 500;
const replacedWorlds = 1_000;
const standingWorlds = 400;

describe("server and clients together", () => {
  it(`lose, duplicate and reorder nothing in ${worlds} worlds`, { timeout: 600_000 }, async () => {
    const outcomes: Outcome[] = [];
    for (let seed = 1; seed <= worlds; seed += 1) outcomes.push(await playWorld(seed));
    // Worlds without such events would prove nothing.
    for (const name of ["crashes", "deploys", "clientRestarts", "bookChanges"] as const) {
      expect(outcomes.reduce((sum, outcome) => sum + outcome[name], 0)).toBeGreaterThan(worlds / 4);
    }
    expect(outcomes.reduce((sum, { delivered }) => sum + delivered, 0)).toBeGreaterThan(
      worlds * 100,
    );
  });

  it("repeat a world exactly for the same seed", async () => {
    expect(await playWorld(7)).toEqual(await playWorld(7));
  });
});

describe("a log that is lost, restored, or replaced", () => {
  it(`T2 is never joined to another without an event, in ${replacedWorlds} worlds`, {
    timeout: 600_000,
  }, async () => {
    const outcomes: ReplacedOutcome[] = [];
    for (let seed = 1; seed <= replacedWorlds; seed += 1) {
      outcomes.push(await playReplacedWorld(seed));
    }
    // Worlds without such events would prove nothing.
    for (const name of ["lost", "older", "replaced", "underGateway"] as const) {
      expect(outcomes.reduce((sum, outcome) => sum + outcome[name], 0)).toBeGreaterThan(
        replacedWorlds / 4,
      );
    }
    for (const name of ["applied", "bookChanges"] as const) {
      expect(outcomes.reduce((sum, outcome) => sum + outcome[name], 0)).toBeGreaterThan(
        replacedWorlds * 40,
      );
    }
    const reasonNames = [
      "other_log",
      "differs",
      "behind",
      "missing",
      "too_old",
      "expired",
      "unmarked",
    ];
    for (const name of reasonNames) {
      const count = outcomes.reduce((sum, outcome) => sum + (outcome.reasonCounts[name] ?? 0), 0);
      expect(count, name).toBeGreaterThan(replacedWorlds / 20);
    }
  });

  it("T2 repeats a world exactly for the same seed", async () => {
    expect(await playReplacedWorld(7)).toEqual(await playReplacedWorld(7));
  });
});

describe("a gateway with an outdated view of the log", () => {
  it(`S28 keeps no client waiting, and sends no old number, in ${standingWorlds} worlds`, {
    timeout: 600_000,
  }, async () => {
    const outcomes: StandingOutcome[] = [];
    for (let seed = 1; seed <= standingWorlds; seed += 1) {
      outcomes.push(await playStandingWorld(seed));
    }
    // Worlds without such events would prove nothing.
    for (const name of ["long", "sentAway"] as const) {
      expect(outcomes.reduce((sum, outcome) => sum + outcome[name], 0)).toBeGreaterThan(
        standingWorlds / 2,
      );
    }
    for (const name of ["heartbeats", "delivered"] as const) {
      expect(outcomes.reduce((sum, outcome) => sum + outcome[name], 0)).toBeGreaterThan(
        standingWorlds * 40,
      );
    }
  });

  it("S28 repeats a world exactly for the same seed", async () => {
    expect(await playStandingWorld(7)).toEqual(await playStandingWorld(7));
  });
});
