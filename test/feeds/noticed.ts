// The faults that the conformance kit has to notice, of the venues that it is tried on.

import type { JudgedVenue, Misbehaving } from "./conformance-run.ts";

/** A fault that the kit has to notice. */
export interface Noticed extends Misbehaving {
  /** The only clauses that may fail; at least one does. */
  readonly clauses: readonly string[];
  /** Other topics than those of the venue. */
  readonly topics?: readonly string[];
}

/** A venue with all of its misbehaviours. */
export interface MisbehavingVenue extends JudgedVenue {
  readonly noticed: Readonly<Record<string, Noticed>>;
  /** The faults for which no clause fails, each with the reason. */
  readonly unnoticed: Readonly<Record<string, string>>;
}

/** Returns a misbehaviour that begins with the connection. */
export const habit = (name: string, clauses: readonly string[]): Noticed => ({
  habits: [name],
  clauses,
});
/** Returns what happens once. */
export const incident = (name: string, clauses: readonly string[]): Noticed => ({
  incident: name,
  clauses,
});
