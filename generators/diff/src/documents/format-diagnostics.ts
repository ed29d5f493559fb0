// What is said about a document whose format keeps it from being compared or published.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The code of a fault in the format of a document. */
export type FormatDiagnosticCode = "FORMAT_CHANGED" | "FORMAT_NOT_CLAIMED";

/** The faults that a publisher finds in the format of a document. */
export const formatDiagnostics: DiagnosticTable<FormatDiagnosticCode> = defineDiagnostics({
  FORMAT_NOT_CLAIMED: {
    severity: "error",
    fix: "Name the format that the document has, or none.",
    explanation: `A request to publish or to compare a document says that it is in one format, OpenAPI or
AsyncAPI, but the document is in the other one. Most often it is the wrong file.

\`\`\`json
{ "interface": "shop", "format": "asyncapi", "document": "openapi: 3.1.1 ..." }
\`\`\`

Fixed:

\`\`\`json
{ "interface": "shop", "format": "openapi", "document": "openapi: 3.1.1 ..." }
\`\`\`

\`format\` may also be left out: the document itself says what it is.
`,
  },
  FORMAT_CHANGED: {
    severity: "error",
    fix: "Publish the document to an interface or a branch of its own.",
    explanation: `An OpenAPI document cannot follow an AsyncAPI document, or the other way round. Versions of one
branch are compared with each other, and the two formats have nothing that could be compared: one
describes requests and their responses, the other one channels and messages.

\`\`\`sh
specwright publish shop-openapi.yaml --interface shop ...
specwright publish shop-asyncapi.yaml --interface shop ...
\`\`\`

Fixed:

\`\`\`sh
specwright publish shop-openapi.yaml --interface shop ...
specwright publish shop-asyncapi.yaml --interface shop-events ...
\`\`\`
`,
  },
});
