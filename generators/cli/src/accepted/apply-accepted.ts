import type { Acceptance, ComparedDocuments } from "@specwright/diff";
import type { AcceptedChange } from "./accepted-change.ts";

/** Comparisons in which the accepted changes are marked, and warnings about the file. */
export interface AppliedAcceptances {
  readonly comparisons: readonly ComparedDocuments[];
  /** Warnings about entries that have expired, or that do not match any change. */
  readonly warnings: readonly string[];
}

/**
 * Marks accepted changes in comparisons. `nameOf` returns the name by which the file refers to a document.
 * `today` is the current date, such as `2026-11-23`.
 */
export function applyAccepted(
  comparisons: readonly ComparedDocuments[],
  entries: readonly AcceptedChange[],
  options: { readonly nameOf: (documents: ComparedDocuments) => string; readonly today: string },
): AppliedAcceptances {
  const { nameOf, today } = options;
  const used = new Set<AcceptedChange>();
  const expired = new Set<AcceptedChange>();
  const applied = comparisons.map((documents) => {
    const accepted = new Map<string, Acceptance>();
    for (const { fingerprint } of documents.changes) {
      for (const entry of entries) {
        if (entry.fingerprint !== fingerprint || !isForDocument(entry, nameOf(documents))) continue;
        used.add(entry);
        if (entry.until !== undefined && entry.until < today) expired.add(entry);
        else accepted.set(fingerprint, acceptanceOf(entry));
      }
    }
    return accepted.size > 0 ? { ...documents, accepted } : documents;
  });
  const names = new Set(comparisons.map(nameOf));
  const compared = entries.filter(({ document }) => document === undefined || names.has(document));
  const unused = compared.filter((entry) => !used.has(entry));
  return {
    comparisons: applied,
    warnings: [
      ...[...expired].map(
        (each) => `${each.place} ${entryTitle(each)} was accepted only until ${each.until}.`,
      ),
      ...unused.map(
        (each) => `${each.place} ${entryTitle(each)} no longer matches a change; remove the entry.`,
      ),
    ],
  };
}

/** Reports whether an entry applies to a document. */
export function isForDocument({ document }: AcceptedChange, name: string): boolean {
  return document === undefined || document === name;
}

function acceptanceOf({ reason, until, bump }: AcceptedChange): Acceptance {
  return { reason, ...(until && { until }), ...(bump && { bump }) };
}

function entryTitle({ rule, change, fingerprint }: AcceptedChange): string {
  return [rule, change, `(${fingerprint})`].filter((each) => each !== undefined).join(" ");
}
