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
    fix: "Give the parameter a `content` with a form, JSON or text, and remove the operation's `in: query` parameters.",
    explanation: `In OpenAPI 3.2, one parameter can describe the whole query string (\`in: querystring\`). It needs
\`content\` with a media type that can be written as text in a URL. An operation can have only one such parameter,
and no parameters with \`in: query\` beside it. Other parameters with \`in: querystring\` are left out of types, clients and servers.

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
    fix: "Name a query parameter of the operation, and point to a member of its successful response.",
    explanation: `\`x-pagination\` does not match the operation. It names a parameter that the operation does not
have, or points to a member that the schema of the successful response does not declare. Or the parameter or the
member has the wrong type: items must be an array, and numbers of pages and of items must be integers. A cursor must have the
type of its parameter. A client would stop after the first page, or never stop.

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
