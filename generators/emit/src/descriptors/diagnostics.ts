// The diagnostics of this emitter: one long table, because each code has its page beside it.

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
    fix: "Use the generated types and codecs with a client library for that protocol.",
    explanation: `# A protocol without a transport

The channel uses only protocols that Specwright has no client or server for, such as Kafka, MQTT
or AMQP. Its messages still get types and validators, but the channel gets no subscription,
handler or descriptor.

\`\`\`yaml
servers:
  broker: { host: broker.example:9092, protocol: kafka }
\`\`\`

If the channel also has a server with \`ws\` or \`wss\`, everything is generated.
`,
  },
  CHANNEL_WITHOUT_ADDRESS: {
    severity: "info",
    fix: "Give the channel an address, or open it in your own code with the generated types.",
    explanation: `# A channel without an address

The address is \`null\`: it is known only at run time. A generated client cannot open such a channel,
so only its types and validators are generated.

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

A frame does not contain the name of its message. A receiver finds the message by the
\`discriminator\` of the schemas, or by a property that has different constants in each message.
Without these, it validates the frame, which must match exactly one message of the channel. A
typical frame of one message also matches the schema of the other message: the schemas are equal, or
one schema requires only properties that the other schema declares. If each schema requires a property
that the other schema lacks, the messages are not reported, although a frame with both properties would
match both schemas.

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

The generated server sends some messages by itself. These are heartbeats and replies to a ping (\`x-heartbeat\`), errors
(\`x-envelope\`), and the end of a backlog (\`x-sequence\`). It fills in constants, and the members that these
extensions name, such as the time. This message requires another member, for which the server has no value. The
message is never sent.

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
    fix: "Correct the content type or the payload, or leave the channel out by `exclude` (see docs/filtering.md).",
    explanation: `# A message that is not JSON

The content type of a message decides its frames over WebSocket. It is \`contentType\` of the message, or else
\`defaultContentType\` of the document.

| content type | frame |
|---|---|
| JSON | JSON text |
| \`text/*\` or XML, if the payload is a string | that text |
| any other, such as Protobuf, MessagePack, CBOR or an image | a binary frame (\`Uint8Array\`) |

The content type of this message does not suit its payload or its channel. For example, an object cannot be sent as \`text/*\` or
XML. Numbered channels and channels with keys or topics cannot have binary frames, and channels with topics cannot
have plain text either.

Some messages are only reported:

- Info: the schema of a binary message describes more than bytes. The schema is not used; decode the bytes with a
  library for their format.
- Warning: the content type is JSON, but the schema is not a JSON Schema, such as Avro. The frames are JSON of unknown
  shape.

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

\`correlationId\` names the member with the id that a request and its reply share. The schema of the payload
declares other members, but not this one, so the location is probably misspelt. The client would send a
member that the server does not know, and would never find the reply.

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
    fix: "Give both messages a `correlationId` with a location in the payload.",
    explanation: `# Replies without a correlation id

A request and its reply share an id, by which a client with several pending requests matches the replies.
WebSocket frames have no headers, so the id must be in the payload. Without an id, the client takes the
first reply for the oldest request. That is correct only if the server replies in order.

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
    fix: "Receive the reply as a message of its channel.",
    explanation: `# A reply that no method waits for

A method of the client waits for the reply only under two conditions. The server receives the request over
WebSocket, and the reply comes on the same channel. In other cases, request and reply are separate messages:

- A reply on another channel comes over another connection.
- The client receives a request of the server as a message, and the channel's handler receives the reply.
- There is no client for protocols other than WebSocket.

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
    fix: "Give the client the headers to send, and the server an authenticator that reads the request.",
    explanation: `# A security scheme that WebSocket does not support

Schemes such as \`X509\`, \`scramSha256\` or \`gssapi\` belong to other protocols, or to TLS. A WebSocket is
opened by an HTTP request, which has no place for their credentials. The scheme is still required. A server does not
start without an authenticator for it, which gets the request. A client needs an entry in \`credentials\` with the
headers to send.

\`\`\`yaml
servers:
  main: { host: localhost, protocol: wss, security: [{ type: X509 }] }
\`\`\`
`,
  },
  BODY_AS_BYTES: {
    severity: "info",
    fix: "Pass the body as bytes, or describe it: parts by a schema, XML by `xml`; write texts in UTF-8.",
    explanation: `# A body that is passed as bytes

Specwright cannot encode this body, so its type is bytes. There are three possible reasons.

- A multipart body other than \`multipart/form-data\` needs a schema for its parts. This is an array schema or an
  \`itemSchema\` for parts with positions, or an object schema for parts with names. Without it, the caller passes the
  bytes, and the media type with the boundary as \`contentType\`. Such a response is bytes, too.
- A text has a charset other than UTF-8, ASCII or Latin-1. Only these can be written.
- An XML body needs a schema for an object or a list, and a name for its root: the component's name, or \`xml.name\`.
  The schema must not be recursive or have alternatives.

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
    fix: "For a request, use POST or query parameters instead; for a response, use status 200.",
    explanation: `# A body that HTTP does not allow here

Browsers and \`fetch\` do not send a body with GET or HEAD. HTTP does not define what it would mean (RFC
9110, section 9.3.1). A call with such a body fails before it is sent. A response with status 204, 205 or 304
has no body either (RFC 9110, section 6.4.1); the body in the document is ignored.

It is a warning if the operation requires the body, because every call fails. Otherwise it is an info.

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
    fix: "Set a `style` or a `contentType` for the object in `encoding`.",
    explanation: `# An object in a form of an older document

OpenAPI 3.0.0 to 3.0.3 and 3.1.0 write objects in URL-encoded forms in the style \`form\`. That is one pair
for each property. Since 3.0.4 and 3.1.1, they are written as JSON. Specwright follows the version of the document, but
many servers with older documents expect another style.

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
    fix: "Rename the property or the parameter, or give the object `style: deepObject`.",
    explanation: `# A property with the name of a parameter

With \`explode\`, each property of an object is sent like a parameter, without the name of the object. If a
parameter has the same name as a property, a server cannot tell their values apart.

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

A field that describes the encoding of a value has no effect at this place. There are eight cases.

- \`allowReserved\` outside of queries, before OpenAPI 3.2.
- \`encoding\` for a body that is not a form, or for a property that the form does not have.
- A style in a multipart form, in OpenAPI 3.0.
- \`contentType\` or \`headers\` beside a style.
- Headers in a URL-encoded form.
- The header \`Content-Disposition\` for a part that has a name.
- Encodings by position for parts with names, or by name for parts with positions.
- Parts within a part.

\`\`\`yaml
application/json:
  encoding: { tags: { explode: false } }   # JSON is not a form
\`\`\`
`,
  },
  SERIALIZATION_UNDEFINED: {
    severity: "warning",
    fix: "Use a style that OpenAPI defines for the value, or content with a media type.",
    explanation: `# A value whose encoding OpenAPI does not define

The style does not suit the value or its place. There are four cases.

- A style for queries in a header.
- \`explode\` with a style that uses a delimiter.
- An array or object inside an array or object, if the style has only one level.
- Names of parts in \`multipart/mixed\`.

The generated client and server use the same encoding, but other clients and servers may use another encoding.

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
