import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems of OpenAPI documents. */
export type OpenApiCode = "PARAMETER_IGNORED";

/** Declares the problems of OpenAPI documents. */
export const openApiDiagnostics: DiagnosticTable<OpenApiCode> = defineDiagnostics({
  PARAMETER_IGNORED: {
    severity: "info",
    fix: "Describe Authorization by a security scheme, Accept and Content-Type by media types.",
    explanation: `OpenAPI says to ignore header parameters named Accept, Content-Type and Authorization: other
parts of the document describe these headers.

\`\`\`yaml
parameters:
  - { name: Authorization, in: header, schema: { type: string } }
\`\`\`

Mended:

\`\`\`yaml
security:
  - session: []
\`\`\`
`,
  },
});
