import { type Bump, bumpOf, type ChangeCounts, countChanges, largestBump } from "@specwright/diff";
import type { Release } from "@specwright/diff/changelog";

/** The totals of the changes of a version. */
export interface ChangeTotals {
  readonly counts: ChangeCounts;
  /** The bump that the changes need. */
  readonly bump: Bump;
}

/** Returns the totals of the changes of a release. */
export function changeTotals({ changes }: Pick<Release, "changes">): ChangeTotals {
  const bump = largestBump(changes.map((change) => bumpOf(change, "wire")));
  return { counts: countChanges(changes), bump };
}
