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
    fix: "Write the field in the shape that the message names, or remove it.",
    explanation: `A field of the document has another JSON type than its specification gives it.

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
    fix: "Write the extension as its page in docs/extensions says.",
    explanation: `One of the extensions that generated code acts on (\`x-envelope\`, \`x-subscription\`,
\`x-sequence\`, \`x-snapshot\`, \`x-book\`, \`x-heartbeat\`, \`x-credentials\`, \`x-endings\`,
\`x-flow-control\`, \`x-pagination\`) lacks a field, has one of another type, has one that it does not know, such
as a misspelt one, or is written in a form that is no longer read. Nothing is generated from half a rule.

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
    fix: "Correct the name, or choose one that cannot be mistaken for it.",
    explanation: `The name of an extension is nearly that of one that generated code acts on. Spelt as it
is, it has no effect.

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
    explanation: `An extension that generated code acts on stands in an object where nothing reads it.

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
    fix: "Use the parameter in `where`, if frames have it.",
    explanation: `A parameter of a topic is in its request, but not in its \`where\`: frames of two topics that
differ in nothing else cannot be told apart. A client gives each of them a connection of its own.

\`\`\`yaml
topics:
  book:
    parameters: { symbol: { type: string }, depth: { type: integer } }
    subscribe: { op: subscribe, channel: "book.{symbol}.{depth}" }
    messages: [bookUpdate]
    where: { /symbol: "{symbol}" }
\`\`\`

If the frames repeat the channel, \`where\` can use it. Fixed:

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
    explanation: `An extension points to a part of a message that its payload does not declare. If no message
has it, the rule has no effect: a counter never counts, and a book never changes.

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
    fix: "Remove it, or see in docs/extensions/README.md on which kind of channel it has an effect.",
    explanation: `An extension of a channel says something that neither the generated client nor the server
does on a channel of this kind. A channel is of one of four kinds: without topics, numbered to be resumed,
with keys, or with topics. The table in docs/extensions/README.md lists every field, and who acts on it where.

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
