import type { Diagnostic } from "@specwright/spec-loader";

/** The advice about faults by their codes, where that of other commands does not fit. */
const fixes: Readonly<Record<string, string>> = {
  REF_REMOTE:
    "Save the file beside the document and refer to it by its relative path: it is published with " +
    "the document, and a publisher fetches nothing from the network.",
};

/** Returns faults of a document with advice that somebody who publishes it can follow. */
export function publishFixes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, fix: fixes[each.code] ?? each.fix }));
}
