// The diagnostics of this emitter: one table, long because each code has its page beside it.

import { type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The diagnostics of `descriptorsEmitter`. */
export const descriptorDiagnostics: DiagnosticTable<
  | "PROTOCOL_WITHOUT_TRANSPORT"
  | "CHANNEL_WITHOUT_ADDRESS"
  | "CORRELATION_UNDECLARED"
  | "BODY_AS_BYTES"
  | "BODY_NOT_SENT"
  | "FORM_STYLE_BY_VERSION"
  | "PROPERTIES_COLLIDE"
  | "SERIALIZATION_IGNORED"
  | "SERIALIZATION_UNDEFINED"
  | "MESSAGES_ALIKE"
  | "MESSAGE_NOT_FILLED"
  | "MESSAGE_NOT_JSON"
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
validation: a frame has to match exactly one of them. A usual value of one of these two, with the
properties that it declares and no others, can be the other too: they are equal, or one requires
nothing that the other does not declare. Two messages that each require a property of their own are
not reported, although a frame with both properties would match both.

\`\`\`yaml
messages:
  opened: { payload: { type: object, properties: { door: { type: string } } } }
  closed: { payload: { type: object, properties: { door: { type: string } } } }
\`\`\`

Fixed:

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
  MESSAGE_NOT_FILLED: {
    severity: "warning",
    fix: "Make the member optional, give it a constant, or choose another message.",
    explanation: `# A message that the server cannot fill

A server sends some messages by itself: the heartbeat and the answer to a ping of \`x-heartbeat\`, the error of
\`x-envelope\`, and the end of a backlog of \`x-sequence\`. It fills in constants, and the members that these
extensions name, such as the time. It has no value for any other member, so that a message which requires one is
never sent.

\`\`\`yaml
beat: { payload: { type: object, required: [type, load], properties: { type: { const: beat }, load: { type: number } } } }
\`\`\`

Fixed, by leaving \`load\` optional:

\`\`\`yaml
beat: { payload: { type: object, required: [type], properties: { type: { const: beat }, load: { type: number } } } }
\`\`\`
`,
  },
  MESSAGE_NOT_JSON: {
    severity: "error",
    fix: "Describe the message as its frames are, or leave its channel out by `exclude` (see docs/filtering.md).",
    explanation: `# A message that is not JSON

Generated clients and servers write a message over WebSocket as JSON text, as a text if its content type is
\`text/*\` or XML and its payload is a string, and as a binary frame (\`Uint8Array\`) for any other content type, such
as Protobuf, MessagePack, CBOR or an image. An object with the content type of a text or of XML would be JSON, which
is not what the document says. Channels with numbers, keys or topics have no binary frames, and those with topics no
texts either. The content type is that of the message, or else \`defaultContentType\` of the document.

The schema of a binary message is not used, which is an info if it describes more than bytes: decode them with the
library of their format.

A payload that is described in another format than JSON Schema, such as Avro, is a warning if its content type is
JSON: its frames are JSON, of which nothing is known.

\`\`\`yaml
messages:
  price:
    contentType: application/xml
    payload: { type: object, properties: { value: { type: number } } }
\`\`\`

Fixed:

\`\`\`yaml
messages:
  price:
    contentType: application/json
    payload: { type: object, properties: { value: { type: number } } }
\`\`\`
`,
  },
  CORRELATION_UNDECLARED: {
    severity: "warning",
    fix: "Correct the location, or declare the member in the payload.",
    explanation: `# A correlation id at an undeclared place

\`correlationId\` says where request and reply have the id that they share. If the schema of the payload
declares other members and not this one, the location is probably misspelt: the client would fill in a
member that the server does not know, and no reply would be found.

\`\`\`yaml
messages:
  ask:
    correlationId: { location: $message.payload#/idd }
    payload: { type: object, required: [id], properties: { id: { type: string } } }
\`\`\`

Fixed:

\`\`\`yaml
messages:
  ask:
    correlationId: { location: $message.payload#/id }
    payload: { type: object, required: [id], properties: { id: { type: string } } }
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

Fixed:

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
    fix: "Look for the reply among the messages of its channel.",
    explanation: `# A reply that no method waits for

Methods of the client wait for replies over the connection of their request: of operations that the
server receives, with the reply on the same channel. A reply on another channel comes over another
connection; a request that the server sends is a message for the client, whose reply is a message for
the handler of the channel; and for other protocols than WebSocket there is no client.

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
  BODY_AS_BYTES: {
    severity: "info",
    fix: "Give the body as bytes, or describe its parts by a schema, XML by `xml`, and texts in UTF-8.",
    explanation: `# A body that the caller writes

A multipart body other than \`multipart/form-data\` has parts with positions if its schema is one of an array, or
if it has an \`itemSchema\`, and parts with names if its schema is one of an object. Without such a schema, the
caller gives bytes, and the whole type with its boundary as \`contentType\`; such an answer is bytes, too. So are
texts of a charset other than UTF-8, ASCII and Latin-1 when they are written.

XML is a value if its schema describes an object or a list, and its root has a name: that of the
component, or \`xml.name\`. If it is recursive, or has alternatives, it is bytes.

\`\`\`yaml
requestBody:
  content:
    multipart/related: {}      # bytes
\`\`\`

Fixed:

\`\`\`yaml
requestBody:
  content:
    multipart/related:
      schema:
        type: array
        prefixItems: [{ $ref: "#/components/schemas/Report" }, { type: string, format: binary }]
\`\`\`
`,
  },
  BODY_NOT_SENT: {
    severity: "warning",
    fix: "Use POST, or describe the body as parameters of the query; of a response, use the status 200.",
    explanation: `# A body where HTTP has none

Browsers and \`fetch\` refuse to send a body with GET and HEAD, and HTTP gives such a body no meaning (RFC
9110, section 9.3.1). A call with one fails before it is sent. A response with the status 204, 205 or 304
has no body, either (RFC 9110, section 6.4.1): that of the document is left out.

\`\`\`yaml
paths:
  /search:
    get:
      requestBody: { required: true, content: { application/json: {} } }
\`\`\`

Fixed:

\`\`\`yaml
paths:
  /search:
    post:
      requestBody: { required: true, content: { application/json: {} } }
\`\`\`
`,
  },
  FORM_STYLE_BY_VERSION: {
    severity: "info",
    fix: "Say how the object is written: a style or a contentType in encoding.",
    explanation: `# An object in a form of an older document

OpenAPI 3.0.0 to 3.0.3 and 3.1.0 write the objects of URL-encoded forms in the style \`form\`, a pair for each
property; 3.0.4 and 3.1.1 corrected that to JSON. The document's own version decides, but many servers
of older documents expect something else.

\`\`\`yaml
openapi: 3.0.3
# ...
  application/x-www-form-urlencoded:
    schema: { type: object, properties: { address: { type: object, properties: { city: {} } } } }
\`\`\`

Fixed:

\`\`\`yaml
  application/x-www-form-urlencoded:
    schema: { type: object, properties: { address: { type: object, properties: { city: {} } } } }
    encoding: { address: { contentType: application/json } }
\`\`\`
`,
  },
  PROPERTIES_COLLIDE: {
    severity: "warning",
    fix: "Rename one of the two, or give the object the style deepObject.",
    explanation: `# Properties with the name of a parameter

An exploded object has no name of its own on the wire: its properties are sent as if they were parameters.
A server cannot tell one from a parameter with the same name.

\`\`\`yaml
parameters:
  - { name: limit, in: query, schema: { type: integer } }
  - { name: filter, in: query, schema: { type: object, properties: { limit: {} } } }
\`\`\`
`,
  },
  SERIALIZATION_IGNORED: {
    severity: "warning",
    fix: "Remove the field, or move it to where it has an effect.",
    explanation: `# A field without an effect

The document says how a value is written where that has no effect: \`allowReserved\` outside of queries before
OpenAPI 3.2, \`encoding\` of a body that is no form or of a property that the form does not have, a style of a
multipart form in OpenAPI 3.0, \`contentType\` or \`headers\` beside a style, headers of a URL-encoded form, the
header \`Content-Disposition\` of a part that has a name, encodings by position where parts have names and the
other way round, and parts within a part.

\`\`\`yaml
application/json:
  encoding: { tags: { explode: false } }   # no form
\`\`\`
`,
  },
  SERIALIZATION_UNDEFINED: {
    severity: "warning",
    fix: "Use a style that OpenAPI defines for the value, or content with a media type.",
    explanation: `# A value that OpenAPI does not say how to write

The style does not suit the value or its place: a style of queries in a header, \`explode\` with a delimiter,
arrays and objects inside of a style that has only one level, names of parts in \`multipart/mixed\`. Both sides of the generated code agree on
what they send, but other clients and servers may not.

\`\`\`yaml
parameters:
  - name: ids
    in: query
    style: pipeDelimited
    explode: true
    schema: { type: array, items: { type: string } }
\`\`\`

Fixed:

\`\`\`yaml
parameters:
  - name: ids
    in: query
    style: pipeDelimited
    explode: false
    schema: { type: array, items: { type: string } }
\`\`\`
`,
  },
});
