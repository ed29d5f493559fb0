// The diagnostics of this emitter, with the pages that `specwright explain` prints.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of this emitter. */
export type ZodDiagnosticCode = "KEYWORD_NOT_ENFORCED" | "PATTERN_UNREADABLE";

/** The rules behind the codes. */
export const zodDiagnostics: DiagnosticTable<ZodDiagnosticCode> = defineDiagnostics({
  KEYWORD_NOT_ENFORCED: {
    severity: "info",
    fix: "Read schemas.report.json for the places, and check these values by hand where it matters.",
    explanation: `# KEYWORD_NOT_ENFORCED

A keyword of the contract restricts values, and the emitted schemas do not check it. Every place is
listed in \`schemas.report.json\` beside \`schemas.ts\`, with the reason.

| keyword | why |
|---|---|
| \`format\` | the format is not one that this emitter knows |
| \`contentEncoding\`, \`contentMediaType\`, \`contentSchema\` | annotations in JSON Schema 2020-12; the string is kept as it came |
| \`xml\` | only JSON is checked |
| \`readOnly\`, \`writeOnly\` in AsyncAPI | messages have no direction of their own |
| \`discriminator\` | it stands where no \`oneOf\` or \`anyOf\` is chosen by it |
| \`enum\` | it stands in an \`anyOf\` with every string (or says \`x-open-enum: true\`), so values to come are let through |
| \`$ref\`, \`$dynamicRef\`, \`allOf\`, \`anyOf\`, \`oneOf\` | the schema contains itself without a property or an item in between |
| \`pattern\`, \`patternProperties\` | the expression is not ECMAScript |

\`\`\`yaml
# reported: an unknown format
amount: { type: string, format: money }
# enforced
amount: { type: string, pattern: '^[0-9]+\\.[0-9]{2}$' }
\`\`\`
`,
  },
  PATTERN_UNREADABLE: {
    severity: "warning",
    fix: "Write the pattern as an ECMAScript regular expression.",
    explanation: `# PATTERN_UNREADABLE

JSON Schema patterns are ECMA-262 regular expressions. This one is not, neither with nor without the
\`u\` flag, so it is not enforced. Constructs of other engines are the usual cause.

\`\`\`yaml
pattern: '(?i)^abc$'      # inline flags of PCRE
pattern: '^[aA][bB][cC]$' # the same in ECMAScript
\`\`\`
`,
  },
});
