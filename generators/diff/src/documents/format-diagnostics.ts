// The errors of a document that is valid, but whose format or version makes it impossible to publish or
// compare.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of errors that depend on earlier versions or on the request, not on the document alone. */
export type FormatDiagnosticCode = "FORMAT_CHANGED" | "FORMAT_NOT_CLAIMED" | "VERSION_WITHDRAWN";

/** The errors that a publisher reports for a valid document. */
export const formatDiagnostics: DiagnosticTable<FormatDiagnosticCode> = defineDiagnostics({
  FORMAT_NOT_CLAIMED: {
    severity: "error",
    fix: "Set the format of the document, or omit it.",
    explanation: `The request says that the document is OpenAPI or AsyncAPI, but the document has the other
format. Often it is the wrong file.

\`\`\`json
{ "interface": "shop", "format": "asyncapi", "document": "openapi: 3.1.1 ..." }
\`\`\`

Fixed:

\`\`\`json
{ "interface": "shop", "format": "openapi", "document": "openapi: 3.1.1 ..." }
\`\`\`

\`format\` is optional: the document itself states its format.
`,
  },
  FORMAT_CHANGED: {
    severity: "error",
    fix: "Publish the document to another interface or branch.",
    explanation: `All versions of a branch must have the same format, because each version is compared with
the one before. OpenAPI and AsyncAPI documents cannot be compared.

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
    explanation: `The document has the same \`info.version\` as a withdrawn version, but other content. Users of
the withdrawn version could not distinguish the two.

\`\`\`yaml
info: { title: Shop, version: 1.2.0 } # 1.2.0 was withdrawn
\`\`\`

Fixed:

\`\`\`yaml
info: { title: Shop, version: 1.2.1 }
\`\`\`

The same content can be published again. Other content can be published with
\`"replaces_withdrawn": true\` in the request.
`,
  },
});
