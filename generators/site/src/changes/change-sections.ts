// Arranges changes for pages: by class, then by subject, without duplicates.

import { type Affected, type Change, type ChangeClass, changeClasses } from "@specwright/diff";

/** A change, and all changes with the same fingerprint. They are the same edit in several places. */
export interface ListedChange {
  readonly change: Change;
  /** All changes with this fingerprint, including `change`. */
  readonly places: readonly Change[];
}

/** The changes of one class with the same subject. */
export interface SubjectGroup {
  readonly kind: Change["subject"]["kind"];
  readonly name: string;
  readonly changes: readonly ListedChange[];
  /** All affected parts, without duplicates. */
  readonly affects: readonly Affected[];
}

/** The changes of one class. */
export interface ClassSection {
  readonly class: ChangeClass;
  /** The number of changes of this class on all pages together. */
  readonly count: number;
  readonly groups: readonly SubjectGroup[];
}

/** The largest number of changes on a page. */
export const maxListed = 300;

/** Combines changes that have the same fingerprint. */
export function listedChanges(changes: readonly Change[]): readonly ListedChange[] {
  const byFingerprint = Map.groupBy(changes, ({ fingerprint }) => fingerprint);
  return [...byFingerprint.values()].flatMap((places) => {
    const [change] = places;
    return change === undefined ? [] : [{ change, places }];
  });
}

/**
 * Splits changes into pages with at most `maxListed` changes, the worst first. Without changes, returns one
 * empty page.
 */
export function changeSectionPages(
  changes: readonly Change[],
): readonly (readonly ClassSection[])[] {
  const listed = listedChanges(changes);
  const sorted = changeClasses.flatMap((each) =>
    listed.filter(({ change }) => change.class === each),
  );
  const counts = new Map(
    changeClasses.map((each) => [each, changes.filter((change) => change.class === each).length]),
  );
  const pages: (readonly ClassSection[])[] = [];
  for (let start = 0; start === 0 || start < sorted.length; start += maxListed) {
    const shown = sorted.slice(start, start + maxListed);
    pages.push(
      changeClasses.flatMap((each) => {
        const own = shown.filter(({ change }) => change.class === each);
        if (own.length === 0) return [];
        return [{ class: each, count: counts.get(each) ?? 0, groups: groupBySubject(own) }];
      }),
    );
  }
  return pages;
}

function groupBySubject(changes: readonly ListedChange[]): readonly SubjectGroup[] {
  const groups = Map.groupBy(
    changes,
    ({ change: { subject } }) => `${subject.kind} ${subject.name}`,
  );
  return [...groups.values()].flatMap((own) => {
    const subject = own[0]?.change.subject;
    if (subject === undefined) return [];
    const { kind, name } = subject;
    return [{ kind, name, changes: own, affects: affectedPartsOf(own) }];
  });
}

/** Returns the parts that changes affect, without duplicates. */
export function affectedPartsOf(changes: readonly ListedChange[]): readonly Affected[] {
  const byText = new Map<string, Affected>();
  for (const { places } of changes) {
    for (const { affects } of places) {
      for (const each of affects) {
        const key = JSON.stringify([each.operation, each.part]);
        if (!byText.has(key)) byText.set(key, each);
      }
    }
  }
  return [...byText.values()];
}

/** Returns the heading of a group: `GET /orders`, `Schema Order`. */
export function groupTitle({ kind, name }: Pick<SubjectGroup, "kind" | "name">): {
  /** The kind of the subject; empty if the name already shows the kind. */
  readonly word: string;
  readonly name: string;
} {
  switch (kind) {
    case "document":
      return { word: "The whole interface", name: "" };
    case "operation":
      return { word: "", name };
    case "component":
      return { word: "Shared part", name };
    case "security-scheme":
      return { word: "Security scheme", name };
    case "server":
    case "tag":
    case "schema":
    case "path":
    case "webhook":
    case "channel":
    case "message":
      return { word: kind.charAt(0).toUpperCase() + kind.slice(1), name };
    default:
      return kind satisfies never;
  }
}
