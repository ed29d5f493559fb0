import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The codes of problems that any kind of document may have. */
export type DocumentCode =
  | "FIELD_SHAPE"
  | "EXTENSION_SHAPE"
  | "EXTENSION_MESSAGE"
  | "EXTENSION_NAME"
  | "EXTENSION_PLACE"
  | "EXTENSION_POINTER"
  | "EXTENSION_UNUSED"
  | "TOPIC_WHERE";

/** Declares the problems that any kind of document may have. */
export const documentDiagnostics: DiagnosticTable<DocumentCode> = defineDiagnostics({
  FIELD_SHAPE: {
    severity: "error",
    fix: "Write the field as the error says, or remove it.",
    explanation: `A field of the document does not have the JSON type that the specification requires.

\`\`\`yaml
info:
  title: [Orders]
\`\`\`

The field is left out of the contract. Fixed:

\`\`\`yaml
info:
  title: Orders
\`\`\`
`,
  },
  EXTENSION_SHAPE: {
    severity: "error",
    fix: "Correct the extension; its page in docs/extensions describes its fields.",
    explanation: `An extension that generated code uses is not valid. A field is missing, has the wrong type,
is unknown (perhaps misspelt), or the extension is written in an old form that is no longer supported. The whole
extension is ignored. The extensions are \`x-envelope\`, \`x-subscription\`, \`x-sequence\`, \`x-snapshot\`, \`x-book\`,
\`x-heartbeat\`, \`x-credentials\`, \`x-endings\`, \`x-flow-control\` and \`x-pagination\`.

\`\`\`yaml
x-flow-control:
  maxPendingFrames: many
\`\`\`

Fixed:

\`\`\`yaml
x-flow-control:
  maxPendingFrames: 8192
  maxPendingBytes: 8388608
  closeCode: 4013
\`\`\`
`,
  },
  EXTENSION_MESSAGE: {
    severity: "error",
    fix: "Name a message by its key in the channel's `messages`.",
    explanation: `A rule of a channel names a message that the channel does not have.

\`\`\`yaml
channels:
  orders:
    messages:
      orderUpdate: { $ref: "#/components/messages/orderUpdate" }
    x-sequence:
      counts: [order_update]
\`\`\`

Fixed:

\`\`\`yaml
    x-sequence:
      counts: [orderUpdate]
\`\`\`
`,
  },
  EXTENSION_NAME: {
    severity: "warning",
    fix: "Correct the name, or choose a less similar name.",
    explanation: `The name of an extension is similar, but not equal, to the name of an extension that generated
code uses. The extension has no effect.

\`\`\`yaml
x-sequense:
  version: 1
  counters: []
\`\`\`

Fixed:

\`\`\`yaml
x-sequence:
  version: 1
  counters: []
\`\`\`
`,
  },
  EXTENSION_PLACE: {
    severity: "warning",
    fix: "Move the extension to the object that it belongs to.",
    explanation: `An extension that generated code uses is in an object where it has no effect.

\`\`\`yaml
paths:
  /photos:
    post:
      x-max-bytes: 5000000
      requestBody: { content: { image/png: {} } }
\`\`\`

Fixed:

\`\`\`yaml
paths:
  /photos:
    post:
      requestBody: { x-max-bytes: 5000000, content: { image/png: {} } }
\`\`\`
`,
  },
  TOPIC_WHERE: {
    severity: "info",
    fix: "Use the parameter in `where`, if frames contain its value.",
    explanation: `The request of a topic uses a parameter, but its \`where\` does not. If two topics differ only
in this parameter, a client cannot tell their frames apart, and opens a connection for each of them.

\`\`\`yaml
topics:
  book:
    parameters: { symbol: { type: string }, depth: { type: integer } }
    subscribe: { op: subscribe, channel: "book.{symbol}.{depth}" }
    messages: [bookUpdate]
    where: { /symbol: "{symbol}" }
\`\`\`

If the frames contain the channel, \`where\` can use it. Fixed:

\`\`\`yaml
topics:
  book:
    parameters: { symbol: { type: string }, depth: { type: integer } }
    subscribe: { op: subscribe, channel: "book.{symbol}.{depth}" }
    messages: [bookUpdate]
    where: { /channel: "book.{symbol}.{depth}" }
\`\`\`
`,
  },
  EXTENSION_POINTER: {
    severity: "warning",
    fix: "Correct the pointer, or declare the member in the payload of the message.",
    explanation: `An extension points to a member that the payload of a message does not declare. If no message
has the member, the rule has no effect: a counter never counts, and a book never changes.

\`\`\`yaml
x-sequence:
  version: 1
  counters:
    - { messages: [depthUpdate], scope: topic, from: /data/U, at: /data/uu, step: range, gap: snapshot }
\`\`\`

The payload of \`depthUpdate\` has \`U\` and \`u\` in \`data\`. Fixed:

\`\`\`yaml
x-sequence:
  version: 1
  counters:
    - { messages: [depthUpdate], scope: topic, from: /data/U, at: /data/u, step: range, gap: snapshot }
\`\`\`
`,
  },
  EXTENSION_UNUSED: {
    severity: "warning",
    fix: "Remove the extension or field; docs/extensions/README.md lists the kinds of channels that support it.",
    explanation: `Neither the generated client nor the generated server supports this extension, or this field
of it, on this kind of channel. There are four kinds of channels: without topics, numbered (clients can resume
them), with keys, and with topics. The table in docs/extensions/README.md lists for each field which side
supports it on which kind of channel.

\`\`\`yaml
channels:
  news:
    x-book: { version: 1, topics: { book: { price: /0, quantity: /1, snapshots: {}, updates: {} } } }
\`\`\`

Fixed:

\`\`\`yaml
channels:
  market:
    x-subscription: { version: 1, topics: { book: { messages: [level], where: {} } } }
    x-book: { version: 1, topics: { book: { price: /0, quantity: /1, snapshots: {}, updates: {} } } }
\`\`\`
`,
  },
});
