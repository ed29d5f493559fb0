// The diagnostics of this emitter.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";
import { compilerPackage } from "./openapi-typescript/compiler.ts";

/** The diagnostics of `typesEmitter`. */
export const typesDiagnostics: DiagnosticTable<"TYPE_CIRCULAR" | "PATHS_FAILED" | "PATHS_REFUSED"> =
  defineDiagnostics({
    TYPE_CIRCULAR: {
      severity: "warning",
      fix: "Make the recursion go through a property or an array item.",
      explanation: `# A schema that refers to itself directly

The schema refers to itself without a property or an array item in between. TypeScript has no such
type. In a union, the reference is left out; elsewhere its type is \`unknown\`.

\`\`\`yaml
Filter:
  oneOf:
    - type: string
    - $ref: "#/components/schemas/Filter"     # has no effect: remove it
\`\`\`

Recursion through an array item or a property works:

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
      fix: `Run \`npm install --save-dev ${compilerPackage}\`, and then the command again.`,
      explanation: `# No compiler for the \`paths\` module

openapi-typescript prints the \`paths\` types for openapi-fetch and related libraries. It needs the JavaScript
API of a TypeScript compiler. TypeScript 7 does not have this API. The project has neither TypeScript 5 or 6
nor ts-morph, which contains a compiler. No file was written.
`,
    },
    PATHS_REFUSED: {
      severity: "warning",
      fix: "Correct the document, or generate without the `paths` option.",
      explanation: `# No \`paths\` module

openapi-typescript prints the \`paths\` types for openapi-fetch and related libraries. It rejected
the document; the message contains the reason. All other files were written.
`,
    },
  });
