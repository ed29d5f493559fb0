// The diagnostics of this emitter, with the pages that `specwright explain` prints.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of this emitter. */
export type CodecDiagnosticCode = "CODEC_KEYWORD_NOT_ENFORCED" | "CODEC_PATTERN_UNREADABLE";

/** The explanation and the fix for each code. */
export const codecDiagnostics: DiagnosticTable<CodecDiagnosticCode> = defineDiagnostics({
  CODEC_KEYWORD_NOT_ENFORCED: {
    severity: "info",
    fix: "Find the places in codec.report.json, and check these values in your own code where it matters.",
    explanation: `# CODEC_KEYWORD_NOT_ENFORCED

The contract has a keyword that restricts values, but the generated codecs do not check it. The file
\`codec.report.json\` beside \`codec.ts\` lists every place, with the reason.

| keyword | why |
|---|---|
| \`format\` | this emitter does not know the format |
| \`contentEncoding\`, \`contentMediaType\`, \`contentSchema\` | these are annotations in JSON Schema 2020-12; the string is not decoded |
| \`xml\` | codecs read and write JSON |
| \`discriminator\` | it cannot select a schema here |
| \`enum\` | an \`anyOf\` allows every other string too (or \`x-open-enum: true\` does), so future values are accepted |
| \`$ref\`, \`$dynamicRef\` | the schema contains itself without a property or an item in between |
| \`pattern\`, \`patternProperties\` | the pattern is not an ECMAScript regular expression |

\`\`\`yaml
# reported: an unknown format
amount: { type: string, format: money }
# enforced
amount: { type: string, pattern: '^[0-9]+\\.[0-9]{2}$' }
\`\`\`
`,
  },
  CODEC_PATTERN_UNREADABLE: {
    severity: "warning",
    fix: "Write the pattern as an ECMAScript regular expression.",
    explanation: `# CODEC_PATTERN_UNREADABLE

JSON Schema patterns are ECMAScript (ECMA-262) regular expressions. This pattern is not valid, with or without
the \`u\` flag, so codecs do not check it. Usually it uses the syntax of another engine.

\`\`\`yaml
pattern: '(?i)^abc$'      # inline flags of PCRE
pattern: '^[aA][bB][cC]$' # the same in ECMAScript
\`\`\`
`,
  },
});
