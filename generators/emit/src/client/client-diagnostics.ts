import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of the problems that the client emitter reports. */
export type ClientCode = "CLIENT_NAME_TAKEN";

/** The problems that the client emitter reports. */
export const clientDiagnostics: DiagnosticTable<ClientCode> = defineDiagnostics({
  CLIENT_NAME_TAKEN: {
    severity: "error",
    fix: "Rename the tag, or let `memberNames` return another name.",
    explanation: `A client with \`groupBy: "tag"\` would have two members of the same name. Two tags become the same
identifier, a tag and an operation without tags have the same name, or \`memberNames\` returns the same name
for two operations of a tag.

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
