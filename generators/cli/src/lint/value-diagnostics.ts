// Declares the diagnostics about examples and defaults.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems with examples and defaults. */
export type ValueCode = "EXAMPLE_INVALID" | "DEFAULT_INVALID";

/** Declares the diagnostics of values that do not match their schema. */
export const valueDiagnostics: DiagnosticTable<ValueCode> = defineDiagnostics({
  EXAMPLE_INVALID: {
    severity: "warning",
    fix: "Correct the example, or the schema if the example is what the API really sends.",
    explanation: `# An example that breaks its schema

An example is not a valid value of its schema. Readers copy examples. If a server is written like the
example, every client that was generated from the schema rejects its responses.

\`\`\`yaml
count:
  type: integer
  example: "7"     # a string
\`\`\`

\`\`\`yaml
count:
  type: integer
  example: 7
\`\`\`

In a request, an example need not have the properties that are \`readOnly\`, and in a response those that
are \`writeOnly\`.
`,
  },
  DEFAULT_INVALID: {
    severity: "warning",
    fix: "Correct the default, or widen the schema.",
    explanation: `# A default that breaks its schema

The value of \`default\` is not a valid value of its own schema. The receiver uses it if the value is
absent, but no sender may send it.

\`\`\`yaml
sort:
  enum: [name, price]
  default: title     # none of them
\`\`\`

\`\`\`yaml
sort:
  enum: [name, price]
  default: name
\`\`\`
`,
  },
});
