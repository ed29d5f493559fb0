import type { ComparedDocuments } from "./report.ts";

/** The text about a version that has no predecessor. */
export const firstVersion = "This is the first version: there is nothing to compare it with.";

/**
 * Reports whether the comparison is about a first version. Otherwise a missing base means an added
 * document.
 */
export function isFirstVersion({ base, changes }: ComparedDocuments): boolean {
  return base === undefined && changes.length === 0;
}

/** Returns the text of a report without changes. `otherwise` applies to versions with a predecessor. */
export function withoutChanges(documents: ComparedDocuments, otherwise = "No changes."): string {
  return isFirstVersion(documents) ? firstVersion : otherwise;
}
