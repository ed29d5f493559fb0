import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems of AsyncAPI documents. */
export type AsyncApiCode = "PAYLOAD_FORMAT_UNSUPPORTED" | "OPERATION_CHANNEL" | "OPERATION_MESSAGE";

/** Declares the problems of AsyncAPI documents. */
export const asyncApiDiagnostics: DiagnosticTable<AsyncApiCode> = defineDiagnostics({
  PAYLOAD_FORMAT_UNSUPPORTED: {
    severity: "info",
    fix: "Describe the payload by a JSON Schema to get types and validators for it.",
    explanation: `The payload of a message is described in a format other than JSON Schema, such as Avro, RAML
or Protobuf. The description is kept as written; the type of the payload is \`unknown\`.

\`\`\`yaml
payload:
  schemaFormat: application/vnd.apache.avro;version=1.9.0
  schema: { type: record, name: User, fields: [] }
\`\`\`

Fixed:

\`\`\`yaml
payload:
  type: object
\`\`\`
`,
  },
  OPERATION_CHANNEL: {
    severity: "error",
    fix: "Refer to an entry of `channels`.",
    explanation: `The channel of an operation, or of its reply, is not one of the document's channels.

\`\`\`yaml
operations:
  onOrder: { action: receive, channel: { address: /orders } }
\`\`\`

Fixed:

\`\`\`yaml
operations:
  onOrder: { action: receive, channel: { $ref: "#/channels/orders" } }
\`\`\`
`,
  },
  OPERATION_MESSAGE: {
    severity: "error",
    fix: "Add the message to the channel's `messages` and refer to it there.",
    explanation: `An operation lists a message that its channel does not have.

\`\`\`yaml
operations:
  onOrder:
    action: receive
    channel: { $ref: "#/channels/orders" }
    messages:
      - $ref: "#/channels/accounts/messages/account"
\`\`\`

Fixed:

\`\`\`yaml
    messages:
      - $ref: "#/channels/orders/messages/order"
\`\`\`
`,
  },
});
