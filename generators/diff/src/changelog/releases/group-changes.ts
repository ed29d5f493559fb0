import { type Change, type ChangeClass, changeClasses } from "../../changes/change.ts";

/** The changes of one class. */
export interface ChangeGroup {
  readonly class: ChangeClass;
  readonly changes: readonly Change[];
}

/** Groups changes by class, the worst class first, without empty classes. */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  return changeClasses
    .map((each) => ({ class: each, changes: changes.filter((change) => change.class === each) }))
    .filter((group) => group.changes.length > 0);
}
