// The diagnostics of this emitter.

import type { DiagnosticTable } from "@specwright/emit-kit";
import { defineDiagnostics } from "@specwright/emit-kit";

/** The diagnostics of `descriptorsEmitter`. */
export const descriptorDiagnostics: DiagnosticTable<
  | "PROTOCOL_WITHOUT_TRANSPORT"
  | "CHANNEL_WITHOUT_ADDRESS"
  | "PARAMETER_NOT_CARRIED"
  | "MESSAGES_ALIKE"
  | "SECURITY_NOT_CARRIED"
  | "REPLY_IN_ORDER"
  | "REPLY_NOT_CARRIED"
> = defineDiagnostics({
  PROTOCOL_WITHOUT_TRANSPORT: {
    severity: "info",
    fix: "Use the emitted types and codecs with a client library of that protocol.",
    explanation: `# A protocol without a transport

The channel is reachable only by protocols that Specwright has no client or server for, such as
Kafka, MQTT or AMQP. Its messages still get types and validators; no subscription, handler or
descriptor is written for the channel.

\`\`\`yaml
servers:
  broker: { host: broker.example:9092, protocol: kafka }
\`\`\`

A channel that is also available over \`ws\` or \`wss\` is emitted in full.
`,
  },
  CHANNEL_WITHOUT_ADDRESS: {
    severity: "info",
    fix: "Give the channel an address, or open it by hand with the emitted types.",
    explanation: `# A channel without an address

An address of \`null\` says that the address is known only at run time. A client cannot open such a
channel by itself, so only its types and validators are written.

\`\`\`yaml
channels:
  replies:
    address: null      # known at run time
\`\`\`
`,
  },
  MESSAGES_ALIKE: {
    severity: "warning",
    fix: "Give each message a required property with a constant of its own, such as `type`.",
    explanation: `# Messages that cannot be told apart

A frame does not name its message. Messages that one side sends on a channel are told apart by the
\`discriminator\` of their schemas, by a property that each fixes to other values, or else by
validation: a frame has to match exactly one of them. Nothing in the schemas of these two excludes
the other, because they are equal, or open to further properties.

\`\`\`yaml
messages:
  opened: { payload: { type: object, properties: { door: { type: string } } } }
  closed: { payload: { type: object, properties: { door: { type: string } } } }
\`\`\`

Mended:

\`\`\`yaml
messages:
  opened:
    payload:
      type: object
      required: [type]
      properties: { type: { const: opened }, door: { type: string } }
  closed:
    payload:
      type: object
      required: [type]
      properties: { type: { const: closed }, door: { type: string } }
\`\`\`
`,
  },
  REPLY_IN_ORDER: {
    severity: "info",
    fix: "Give the messages a `correlationId` whose location is in the payload.",
    explanation: `# Replies without a correlation id

A client that sends several requests tells their replies apart by an id that request and reply share.
Frames of a WebSocket have no headers, so the id has to be in the payload. Without one, the first reply is
taken for the first request, which is right only if the server answers in order.

\`\`\`yaml
messages:
  ask: { payload: { type: object } }
\`\`\`

Mended:

\`\`\`yaml
messages:
  ask:
    correlationId: { location: $message.payload#/id }
    payload: { type: object, required: [id], properties: { id: { type: string } } }
\`\`\`
`,
  },
  REPLY_NOT_CARRIED: {
    severity: "info",
    fix: "Open the channel of the reply, and look for it among its messages.",
    explanation: `# A reply on another channel

A channel is one connection. The reply of this operation comes on another channel, so no method of the
client can wait for it.

\`\`\`yaml
operations:
  ask:
    action: receive
    channel: { $ref: "#/channels/questions" }
    reply: { channel: { $ref: "#/channels/answers" } }
\`\`\`
`,
  },
  SECURITY_NOT_CARRIED: {
    severity: "warning",
    fix: "Give the client the headers of the credential, and the server an authenticator that reads the request.",
    explanation: `# A security scheme that an upgrade does not carry

Schemes such as \`X509\`, \`scramSha256\` or \`gssapi\` belong to other protocols, or to TLS. A WebSocket is
opened by an HTTP request, which has no place for them. The scheme is still required: a server does not
start without an authenticator for it, which is called with the request, and a client needs an entry in
\`credentials\` with the headers to send.

\`\`\`yaml
servers:
  main: { host: localhost, protocol: wss, security: [{ type: X509 }] }
\`\`\`
`,
  },
  PARAMETER_NOT_CARRIED: {
    severity: "warning",
    fix: "Describe the single query parameters instead of the whole query string.",
    explanation: `# A parameter that is not carried

OpenAPI 3.2 lets one parameter describe the whole query string (\`in: querystring\`). The generated
client and server carry \`path\`, \`query\`, \`header\` and \`cookie\` parameters only, so the parameter
has a type but is neither sent nor read.
`,
  },
});
