import { type Bump, bumps, largestBump } from "@specwright/diff";
import {
  changesetText,
  type GeneratedChangeset,
  generatedName,
  isEdited,
  isGenerated,
  readChangeset,
  type WrittenChangeset,
} from "./changeset-text.ts";

/** The changeset of a document. `changeset` is absent if the document did not change. */
export interface NeededChangeset {
  /** The name of the document that file names contain. */
  readonly slug: string;
  readonly changeset?: GeneratedChangeset;
}

/** A file to write or remove, and the reason. */
export interface ChangesetStep {
  readonly fileName: string;
  /** The new content. Absent if the file must be removed. */
  readonly text?: string;
  readonly reason: "missing" | "changed" | "bumps too little" | "stale";
  /**
   * The changesets of earlier changes that a person edited. Their texts move below the marker of this
   * changeset.
   */
  readonly movedFrom?: readonly string[];
}

export interface PlanOptions {
  /** The changesets in the base commit. They describe earlier changes, so they stay. */
  readonly earlier: ReadonlySet<string>;
  /** Whether `needed` lists all documents. If so, changesets of other documents are stale. */
  readonly isComplete: boolean;
}

/**
 * Determines which files to write and remove, so that the folder contains exactly the needed changesets.
 */
export function planChangesets(
  needed: readonly NeededChangeset[],
  present: ReadonlyMap<string, string>,
  { earlier, isComplete }: PlanOptions,
): readonly ChangesetStep[] {
  const ours = new Map<string, WrittenChangeset>();
  const slugs = new Set(needed.map(({ slug }) => slug));
  for (const [name, text] of present) {
    // If someone has deleted the marker, the file name still shows that the changeset was generated.
    const isOurs = isGenerated(text) || slugs.has(documentSlugIn(name) ?? "");
    if (isOurs && !earlier.has(name)) ours.set(name, readChangeset(text));
  }
  const steps = needed.flatMap(({ slug, changeset }) => {
    const own = [...ours].filter(([name]) => documentSlugIn(name) === slug);
    return changeset === undefined ? [] : plannedSteps(changeset, own, present);
  });
  const kept = new Set(needed.flatMap(({ changeset }) => changeset?.fileName ?? []));
  const stale = [...ours.keys()].filter(
    (name) => !kept.has(name) && (isComplete || slugs.has(documentSlugIn(name) ?? "")),
  );
  return [...steps, ...stale.map((fileName): ChangesetStep => ({ fileName, reason: "stale" }))];
}

function plannedSteps(
  changeset: GeneratedChangeset,
  own: readonly (readonly [string, WrittenChangeset])[],
  present: ReadonlyMap<string, string>,
): readonly ChangesetStep[] {
  const { fileName } = changeset;
  const same = own.find(([name]) => name === fileName)?.[1];
  // A person edited these texts for other changes. They may be wrong for the present changes.
  const edited = own.filter(([name, each]) => name !== fileName && isEdited(name, each));
  const text = changesetText(changeset, mergedBumps(changeset, own), {
    text: same === undefined || same.text === "" ? changeset.text : same.text,
    prose: mergedProse(own, edited),
  });
  const before = present.get(fileName);
  if (before === text) return [];
  const movedFrom = edited.map(([name]) => name);
  const moved = movedFrom.length > 0 ? { movedFrom } : {};
  if (before === undefined) return [{ fileName, text, reason: "missing", ...moved }];
  // The base commit contains a file with this name, which describes the same changes.
  if (same === undefined) return [];
  const isLow = [...changeset.bumps].some(
    ([name, bump]) => bumpRank(same.bumps.get(name)) < bumpRank(bump),
  );
  return [{ fileName, text, reason: isLow ? "bumps too little" : "changed", ...moved }];
}

/**
 * Returns the needed bumps, changed by the edits of a person. A person may add bumps of other packages. A
 * person may also increase a needed bump, but only as long as the changes are the same.
 */
function mergedBumps(
  { fileName, bumps: needed }: GeneratedChangeset,
  own: readonly (readonly [string, WrittenChangeset])[],
): ReadonlyMap<string, Bump> {
  const merged = new Map(needed);
  for (const [name, written] of own) {
    for (const [packageName, bump] of written.bumps) {
      const wanted = needed.get(packageName);
      if (wanted === undefined || name === fileName) {
        merged.set(packageName, largestBump([bump, merged.get(packageName) ?? "none"]));
      }
    }
  }
  return merged;
}

function mergedProse(
  own: readonly (readonly [string, WrittenChangeset])[],
  edited: readonly (readonly [string, WrittenChangeset])[],
): string {
  const all = [...edited.map(([, { text }]) => text), ...own.map(([, { prose }]) => prose)];
  const texts = all.filter((text) => text !== "");
  return [...new Set(texts)].join("\n\n");
}

function bumpRank(bump: Bump | undefined): number {
  return bump === undefined ? -1 : bumps.indexOf(bump);
}

function documentSlugIn(fileName: string): string | undefined {
  return generatedName.exec(fileName)?.[1];
}
