import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of the problems of the client emitter. */
export type ClientCode = "CLIENT_NAME_TAKEN";

/** The problems of the client emitter. */
export const clientDiagnostics: DiagnosticTable<ClientCode> = defineDiagnostics({
  CLIENT_NAME_TAKEN: {
    severity: "error",
    fix: "Rename the tag, or let `memberNames` return another name.",
    explanation: `A client with \`groupBy: "tag"\` would have two members of one name: two tags are the same as
identifiers, a tag has the name of an operation without tags, or \`memberNames\` gives two operations
of one tag the same name.

\`\`\`yaml
/orders:
  get: { operationId: orders }
/orders/{id}:
  get: { operationId: getOrder, tags: [orders] }
\`\`\`

Fixed:

\`\`\`yaml
/orders:
  get: { operationId: listOrders, tags: [orders] }
/orders/{id}:
  get: { operationId: getOrder, tags: [orders] }
\`\`\`
`,
  },
});
