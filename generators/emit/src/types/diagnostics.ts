// The diagnostics of this emitter.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";
import { compilerPackage } from "./openapi-typescript/compiler.ts";

/** The diagnostics of `typesEmitter`. */
export const typesDiagnostics: DiagnosticTable<"TYPE_CIRCULAR" | "PATHS_FAILED" | "PATHS_REFUSED"> =
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
      fix: `Install one with \`npm install --save-dev ${compilerPackage}\`, and run the command again.`,
      explanation: `# No compiler for the \`paths\` module

The \`paths\` types for openapi-fetch and its family are printed by openapi-typescript. It calls a TypeScript
compiler with a JavaScript API, which TypeScript 7 does not have, and the project has neither TypeScript 5 or 6
nor ts-morph, which contains one. No file was written.
`,
    },
    PATHS_REFUSED: {
      severity: "warning",
      fix: "Correct the document, or generate without the `paths` option.",
      explanation: `# No \`paths\` module

The \`paths\` types for openapi-fetch and its family are printed by openapi-typescript, which did
not accept the document. Its message says why. All other files were written.
`,
    },
  });
