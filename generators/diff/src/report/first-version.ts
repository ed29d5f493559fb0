import type { ComparedDocuments } from "./report.ts";

/** The text about a version without a predecessor. */
export const firstVersion = "This is the first version: there is nothing to compare it with.";

/** Reports whether documents are a version without a predecessor, not an added document. */
export function isFirstVersion({ base, changes }: ComparedDocuments): boolean {
  return base === undefined && changes.length === 0;
}

/** Returns the text of a report without changes. */
export function withoutChanges(documents: ComparedDocuments, otherwise = "No changes."): string {
  return isFirstVersion(documents) ? firstVersion : otherwise;
}
