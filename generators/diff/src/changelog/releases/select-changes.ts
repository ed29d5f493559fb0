import type { Change } from "../../changes/change.ts";
import type { Release } from "./release.ts";

/** Selects the changes of a feed or a page. */
export interface ChangeFilter {
  /**
   * `breaking` shows breaking and potentially breaking changes, `deprecations` shows deprecations.
   * Default: all changes.
   */
  readonly show?: "all" | "breaking" | "deprecations";
  /** The id of an interface. */
  readonly interface?: string;
  /** A tag: selects the changes that affect an operation with this tag. */
  readonly tag?: string;
}

/**
 * Applies a filter to a release. Returns the selected changes, or `undefined` to omit the whole release. A
 * release without selected changes is omitted if the filter selects a kind of change or a tag.
 */
export function selectChanges(
  release: Release,
  { show = "all", interface: id, tag }: ChangeFilter,
): readonly Change[] | undefined {
  if (id !== undefined && release.interface.id !== id) return undefined;
  if (show === "all" && tag === undefined) return release.changes;
  const selected = release.changes.filter(
    (change) =>
      isShown(change, show) && (tag === undefined || affectedTags(release, change).has(tag)),
  );
  return selected.length > 0 ? selected : undefined;
}

/** Returns the tags of the operations that a change affects. */
export function affectedTags({ operationTags = {} }: Release, change: Change): ReadonlySet<string> {
  const { affects, milderIn = [] } = change;
  const names = [...affects, ...milderIn].map(({ operation }) => operation);
  // The changes of an operation may not list this operation as affected.
  const all = change.subject.kind === "operation" ? [...names, change.subject.name] : names;
  return new Set(
    all.flatMap((name) => (Object.hasOwn(operationTags, name) ? (operationTags[name] ?? []) : [])),
  );
}

function isShown(change: Change, show: "all" | "breaking" | "deprecations"): boolean {
  switch (show) {
    case "all":
      return true;
    case "breaking":
      return change.class === "breaking" || change.class === "potentially-breaking";
    case "deprecations":
      return change.class === "deprecation";
    default:
      return show satisfies never;
  }
}
