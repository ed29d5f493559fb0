import type { ComparedDocuments } from "./report.ts";

/** What is said of a version that none is before. */
export const firstVersion = "This is the first version: there is nothing to compare it with.";

/** Reports whether documents are a version that none is before, and not one that was added. */
export function isFirstVersion({ base, changes }: ComparedDocuments): boolean {
  return base === undefined && changes.length === 0;
}

/** Returns what a report says in place of changes. */
export function withoutChanges(documents: ComparedDocuments, otherwise = "No changes."): string {
  return isFirstVersion(documents) ? firstVersion : otherwise;
}
