import { describe, expect, it } from "vitest";
import { playVenue, type Venue, type WorldCounts } from "../play-world.ts";

const worlds = 2_000;

/** Tests that a client keeps the books of a venue correct under all faults. */
export function testWorlds(venue: Venue, found: readonly ("gaps" | "checksums")[]): void {
  describe(`a client of ${venue}`, () => {
    it(`has no wrong book in ${worlds} worlds`, { timeout: 900_000 }, async () => {
      const sum: Record<keyof WorldCounts, number> = {
        frames: 0,
        faults: 0,
        gaps: 0,
        checksums: 0,
        recoveries: 0,
      };
      for (let seed = 1; seed <= worlds; seed += 1) {
        const counts = await playVenue(venue, seed);
        for (const name of Object.keys(sum) as (keyof WorldCounts)[]) sum[name] += counts[name];
      }
      // Worlds without such events would prove nothing.
      expect(sum.frames).toBeGreaterThan(worlds * 10);
      expect(sum.faults).toBeGreaterThan(worlds * 2);
      for (const name of found) expect(sum[name], name).toBeGreaterThan(worlds / 8);
      expect(sum.recoveries).toBeGreaterThanOrEqual(Math.max(sum.gaps, sum.checksums) / 2);
    });

    it("plays the same world again", async () => {
      expect(await playVenue(venue, 7)).toEqual(await playVenue(venue, 7));
    });
  });
}
