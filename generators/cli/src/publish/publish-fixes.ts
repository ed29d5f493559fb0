import type { Diagnostic } from "@specwright/spec-loader";

/** Fixes for problems whose standard fix does not apply to `publish`. The keys are codes. */
const fixes: Readonly<Record<string, string>> = {
  REF_REMOTE:
    "Save the file beside the document and refer to it by its relative path: it is published with " +
    "the document, and a publisher fetches nothing from the network.",
};

/** Returns diagnostics with fixes that apply to `publish`. */
export function publishFixes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, fix: fixes[each.code] ?? each.fix }));
}
