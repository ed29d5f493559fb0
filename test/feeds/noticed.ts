// The faults that the conformance kit must notice on the venues of its tests.

import type { JudgedVenue, Misbehaving } from "./conformance-run.ts";

// Clauses that many faults break.
export const step: readonly string[] = ["x-sequence.1.step"];
export const updates: readonly string[] = ["x-book.book.updates"];
export const checksum: readonly string[] = ["x-book.book.checksum"];
export const beat: readonly string[] = ["x-heartbeat.1"];
export const source: readonly string[] = ["x-snapshot.book.source"];
export const unsubscribe: readonly string[] = [
  "x-subscription.book.unsubscribe",
  "x-subscription.trade.unsubscribe",
];

/** The reason why no clause fails for a fault. */
export const KEEPS = "It keeps the rules: the kit reconnects, and every clause passes.";

/** A fault that the kit must notice. */
export interface Noticed extends Misbehaving {
  /** The only clauses that may fail; at least one does. */
  readonly clauses: readonly string[];
  /** The topics, if they differ from the venue's. */
  readonly topics?: readonly string[];
}

/** A venue with all of its misbehaviours. */
export interface MisbehavingVenue extends JudgedVenue {
  readonly noticed: Readonly<Record<string, Noticed>>;
  /** The faults for which no clause fails, each with the reason. */
  readonly unnoticed: Readonly<Record<string, string>>;
}

/** Returns a misbehaviour that lasts from the start of the connection. */
export const habit = (name: string, clauses: readonly string[]): Noticed => ({
  habits: [name],
  clauses,
});
/** Returns a misbehaviour that happens once. */
export const incident = (name: string, clauses: readonly string[]): Noticed => ({
  incident: name,
  clauses,
});
