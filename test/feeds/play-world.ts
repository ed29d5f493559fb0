// One world of a venue. It fails if a book was wrong or did not recover.

import type { StreamEvent } from "@specwright/streams/client";
import { worldRules } from "./rules.ts";
import { runWorld } from "./world.ts";

/** The name of a venue. */
export type Venue = keyof typeof worldRules;

export interface WorldCounts {
  readonly frames: number;
  readonly faults: number;
  /** Gaps and wrong checksums that the client detected. */
  readonly gaps: number;
  readonly checksums: number;
  /** Requests that recover books. */
  readonly recoveries: number;
}

/**
 * Plays the world of a seed.
 * @throws Error if a complete book was wrong, or a book was not complete at the end.
 */
export async function playVenue(venue: Venue, seed: number): Promise<WorldCounts> {
  const rule = worldRules[venue];
  const { differences, unready, events, frames, requests, faults } = await runWorld(rule, seed);
  const violations = events.filter((event) => event.type === "violation");
  const wrong = [...differences, ...unready, ...violations.map((event) => JSON.stringify(event))];
  if (wrong.length > 0) {
    throw new Error(`${venue}, seed ${seed}, after ${faults.join("; ")}:\n${wrong.join("\n")}`);
  }
  const count = (type: StreamEvent["type"]): number =>
    events.filter((event) => event.type === type).length;
  return {
    frames,
    faults: faults.length,
    gaps: count("gap"),
    checksums: count("checksum"),
    recoveries: requests.filter((request) => rule.recovery.test(request)).length,
  };
}
