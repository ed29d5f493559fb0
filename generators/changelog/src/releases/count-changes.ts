import { type Change, type ChangeClass, changeClasses } from "@specwright/diff";

/** The changes of one class. */
export interface ChangeGroup {
  readonly class: ChangeClass;
  readonly changes: readonly Change[];
}

/** Groups changes by class, the worst class first; classes without changes are left out. */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  return changeClasses
    .map((each) => ({ class: each, changes: changes.filter((change) => change.class === each) }))
    .filter((group) => group.changes.length > 0);
}

/**
 * Says how many changes of each class there are: `2 breaking changes, 1 deprecation`. Empty if
 * there are none.
 */
export function countInWords(changes: readonly Change[]): string {
  return groupChanges(changes)
    .map((group) => {
      const [one, many] = nouns[group.class];
      return `${group.changes.length} ${group.changes.length === 1 ? one : many}`;
    })
    .join(", ");
}

/** The headings of the classes. */
export const classTitles: Readonly<Record<ChangeClass, string>> = {
  breaking: "Breaking",
  "potentially-breaking": "Potentially breaking",
  deprecation: "Deprecated",
  "non-breaking": "Compatible",
  docs: "Documentation",
};

const nouns: Readonly<Record<ChangeClass, readonly [one: string, many: string]>> = {
  breaking: ["breaking change", "breaking changes"],
  "potentially-breaking": ["potentially breaking change", "potentially breaking changes"],
  deprecation: ["deprecation", "deprecations"],
  "non-breaking": ["compatible change", "compatible changes"],
  docs: ["change of documentation", "changes of documentation"],
};
