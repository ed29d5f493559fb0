import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems of OpenAPI documents. */
export type OpenApiCode = "PARAMETER_IGNORED" | "PARAMETER_NOT_CARRIED" | "PAGINATION_MISMATCH";

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

Fixed:

\`\`\`yaml
security:
  - session: []
\`\`\`
`,
  },
  PARAMETER_NOT_CARRIED: {
    severity: "warning",
    fix: "Give the parameter `content` of a form, JSON or text, and no parameters in the query beside it.",
    explanation: `OpenAPI 3.2 lets one parameter describe the whole query string (\`in: querystring\`). It needs
\`content\`, with a media type that can be a text in a URL, and an operation has one of it, or parameters
with \`in: query\`, but not both. Any other is left out of types, clients and servers.

\`\`\`yaml
parameters:
  - { name: filter, in: querystring, schema: { type: object } }
\`\`\`

Fixed:

\`\`\`yaml
parameters:
  - name: filter
    in: querystring
    content:
      application/x-www-form-urlencoded:
        schema: { type: object, properties: { color: { type: string } } }
\`\`\`
`,
  },
  PAGINATION_MISMATCH: {
    severity: "error",
    fix: "Name a query parameter of the operation, and point to a member of its successful answer.",
    explanation: `\`x-pagination\` names a parameter that the operation does not have, points to a member that the
schema of its successful answer does not declare, or one of them has a type that cannot be what the
extension says: items are an array, numbers of pages and items are integers, and a cursor has the
type of the parameter that takes it. A client would stop after the first page, or never.

\`\`\`yaml
get:
  x-pagination:
    items: /data
    cursor: { parameter: cursor, next: /next }
  parameters:
    - { name: cursor, in: query, schema: { type: string } }
  responses:
    "200":
      description: A page.
      content:
        application/json:
          schema:
            type: object
            properties:
              data: { type: array, items: { type: string } }
              next_cursor: { type: [string, "null"] }
\`\`\`

Fixed:

\`\`\`yaml
  x-pagination:
    items: /data
    cursor: { parameter: cursor, next: /next_cursor }
\`\`\`
`,
  },
});
