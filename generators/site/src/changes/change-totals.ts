import { type Bump, bumpOf, type ChangeCounts, countChanges, largestBump } from "@specwright/diff";
import type { Release } from "@specwright/diff/changelog";

/** What the changes of a version come to. */
export interface ChangeTotals {
  readonly counts: ChangeCounts;
  /** How much the changes raise a version. */
  readonly bump: Bump;
}

/** Returns what the changes of a release come to, or of anything else that has changes. */
export function changeTotals({ changes }: Pick<Release, "changes">): ChangeTotals {
  const bump = largestBump(changes.map((change) => bumpOf(change, "wire")));
  return { counts: countChanges(changes), bump };
}
