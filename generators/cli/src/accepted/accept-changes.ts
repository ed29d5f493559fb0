import { type Change, type ComparedDocuments, plainSentence } from "@specwright/diff";
import type { AcceptedChange } from "./accepted-change.ts";
import { type AcceptedFile, addAccepted } from "./accepted-file.ts";

/** The reason and the last day of an acceptance, and how to name the documents in the file. */
export interface AcceptOptions {
  readonly reason: string;
  /** The last day on which the changes are accepted, as `2026-11-23`. */
  readonly until?: string;
  /** The day of the decision, as `2026-11-23`. */
  readonly today: string;
  readonly nameOf: (documents: ComparedDocuments) => string;
}

/**
 * Adds changes to the file of accepted changes. Replaces existing entries for the same changes. Returns all
 * entries, and the number of added entries.
 */
export async function acceptChanges(
  file: AcceptedFile,
  changes: readonly (readonly [ComparedDocuments, Change])[],
  { reason, until, today, nameOf }: AcceptOptions,
): Promise<{ readonly entries: readonly AcceptedChange[]; readonly count: number }> {
  const added = changes.map(([documents, { fingerprint, ruleId, message }]) => ({
    fingerprint,
    rule: ruleId,
    change: plainSentence(message),
    document: nameOf(documents),
    accepted: today,
    ...(until !== undefined && { until }),
    reason,
  }));
  if (added.length > 0) await addAccepted(file, added);
  const kept = file.entries.filter(({ fingerprint, document }) =>
    added.every((each) => each.fingerprint !== fingerprint || each.document !== document),
  );
  const placed = added.map((each) => ({ ...each, place: file.path }));
  return { entries: [...kept, ...placed], count: added.length };
}
