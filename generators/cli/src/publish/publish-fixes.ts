import type { Diagnostic } from "@specwright/spec-loader";

/** Fixes for faults by code, where the usual fix does not apply to `publish`. */
const fixes: Readonly<Record<string, string>> = {
  REF_REMOTE:
    "Save the file beside the document and refer to it by its relative path: it is published with " +
    "the document, and a publisher fetches nothing from the network.",
};

/** Returns faults of a document with fixes that a publisher's user can apply. */
export function publishFixes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, fix: fixes[each.code] ?? each.fix }));
}
