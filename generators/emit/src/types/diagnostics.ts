// The diagnostics of this emitter.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The diagnostics of `typesEmitter`. */
export const typesDiagnostics: DiagnosticTable<"TYPE_CIRCULAR" | "PATHS_FAILED"> =
  defineDiagnostics({
    TYPE_CIRCULAR: {
      severity: "warning",
      fix: "Let the schema describe a value: reach itself through a property or an array item only.",
      explanation: `# A type that is only itself

The schema stands for itself, with no property or array item in between. No TypeScript type says
that; the reference back is left out of a union, and is \`unknown\` elsewhere.

\`\`\`yaml
Filter:
  oneOf:
    - type: string
    - $ref: "#/components/schemas/Filter"     # says nothing: remove it
\`\`\`

Through an array or a property recursion is fine:

\`\`\`yaml
Filter:
  oneOf:
    - type: string
    - { type: array, items: { $ref: "#/components/schemas/Filter" } }
\`\`\`
`,
    },
    PATHS_FAILED: {
      severity: "error",
      fix: "Correct the document, or generate without the `paths` option.",
      explanation: `# No \`paths\` module

The \`paths\` types for openapi-fetch and its family are printed by openapi-typescript, which did
not accept the document; its message says why. It calls a TypeScript compiler with a JavaScript
API, which TypeScript 7 does not have. If the project has neither TypeScript 5 or 6 nor ts-morph, which
contains one, the message says what to install. No file was written.
`,
    },
  });
