// What is said about a document whose format keeps it from being compared or published.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The code of a fault that a document has only beside others, or beside what its sender says. */
export type FormatDiagnosticCode = "FORMAT_CHANGED" | "FORMAT_NOT_CLAIMED" | "VERSION_WITHDRAWN";

/** The faults that a publisher finds in a document that has none of its own. */
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
  VERSION_WITHDRAWN: {
    severity: "error",
    fix: "Raise the version of the document, or send it with replaces_withdrawn.",
    explanation: `The document has the \`info.version\` of a version that was published and withdrawn, and another
content. Whoever has the withdrawn one could not tell them apart.

\`\`\`yaml
info: { title: Shop, version: 1.2.0 } # 1.2.0 was withdrawn
\`\`\`

Fixed:

\`\`\`yaml
info: { title: Shop, version: 1.2.1 }
\`\`\`

With the same content as before it is published. So is another content, if the request says
\`"replaces_withdrawn": true\`.
`,
  },
});
