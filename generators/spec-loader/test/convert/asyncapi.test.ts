import { expect, test } from "vitest";
import { parse } from "yaml";
import { convertText, ruleCases } from "./convert-texts.ts";

const head = 'asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\n';
const sent = "message: { payload: { type: string } }";

/** The text below `info`, which begins on line 3. */
const cases = ruleCases([
  [
    "others publish what the application receives, and subscribe to what it sends",
    `channels:
  user/signedup:
    description: D
    publish: { operationId: hear, summary: S, message: { name: In, payload: { type: string } } }
    subscribe: { message: { messageId: out, payload: { type: integer } }, x-a: 1 }`,
    `channels:
  user/signedup:
    address: user/signedup
    messages: { In: { name: In, payload: { type: string } }, out: { payload: { type: integer } } }
    description: D
operations:
  hear: { action: receive, channel: { $ref: "#/channels/user~1signedup" }, messages: [{ $ref: "#/channels/user~1signedup/messages/In" }], summary: S }
  subscribeUserSignedup: { action: send, channel: { $ref: "#/channels/user~1signedup" }, messages: [{ $ref: "#/channels/user~1signedup/messages/out" }], x-a: 1 }`,
  ],
  [
    "a message of both directions is one, and names that are taken differ",
    `channels:
  a:
    publish: { operationId: p, message: { oneOf: [{ $ref: "#/components/messages/M" }, { name: M, payload: { type: string } }, { payload: { type: integer } }] } }
    subscribe: { operationId: s, message: { $ref: "#/components/messages/M" } }
components: { messages: { M: { payload: {} } } }`,
    `channels:
  a: { address: a, messages: { M: { $ref: "#/components/messages/M" }, M2: { name: M, payload: { type: string } }, pMessage2: { payload: { type: integer } } } }
operations:
  p: { action: receive, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/M" }, { $ref: "#/channels/a/messages/M2" }, { $ref: "#/channels/a/messages/pMessage2" }] }
  s: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/M" }] }
components: { messages: { M: { payload: {} } } }`,
    ["CONVERT_RENAMED 5"],
  ],
  [
    "a shared choice of messages is written into its channels",
    `channels: { a: { publish: { operationId: p, message: { $ref: "#/components/messages/All" } } } }
components: { messages: { All: { oneOf: [{ $ref: "#/components/messages/M" }] }, M: { payload: {} } } }`,
    `channels: { a: { address: a, messages: { M: { $ref: "#/components/messages/M" } } } }
operations: { p: { action: receive, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/M" }] } }
components: { messages: { M: { payload: {} } } }`,
    ["CONVERT_DROPPED 4"],
  ],
  [
    "choices of choices are written into their channels too, even if they contain themselves",
    `channels: { a: { publish: { operationId: p, message: { $ref: "#/components/messages/All" } } } }
components: { messages: { All: { oneOf: [{ $ref: "#/components/messages/M" }, { $ref: "#/components/messages/In" }] }, In: { oneOf: [{ $ref: "#/components/messages/N" }, { $ref: "#/components/messages/All" }] }, M: { payload: {} }, N: { payload: {} } } }`,
    `channels: { a: { address: a, messages: { M: { $ref: "#/components/messages/M" }, N: { $ref: "#/components/messages/N" } } } }
operations: { p: { action: receive, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/M" }, { $ref: "#/channels/a/messages/N" }] } }
components: { messages: { M: { payload: {} }, N: { payload: {} } } }`,
    ["CONVERT_DROPPED 4", "CONVERT_DROPPED 4"],
  ],
  [
    "a channel with a reference keeps the members beside it",
    `channels:
  c: { $ref: "#/channels/d", description: C, subscribe: { operationId: s, ${sent} } }
  d: { publish: { operationId: p, ${sent} } }`,
    `channels:
  c: { address: c, messages: { pMessage: { payload: { type: string } }, sMessage: { payload: { type: string } } }, description: C }
  d: { address: d, messages: { pMessage: { payload: { type: string } } } }
operations:
  p: { action: receive, channel: { $ref: "#/channels/c" }, messages: [{ $ref: "#/channels/c/messages/pMessage" }] }
  s: { action: send, channel: { $ref: "#/channels/c" }, messages: [{ $ref: "#/channels/c/messages/sMessage" }] }
  p2: { action: receive, channel: { $ref: "#/channels/d" }, messages: [{ $ref: "#/channels/d/messages/pMessage" }] }`,
    ["CONVERT_RENAMED 5"],
  ],
  [
    "a trait may replace the security of an operation",
    `channels: { a: { publish: { operationId: p, security: [{ one: [] }], traits: [{ security: [{ two: [] }] }] } } }
components: { securitySchemes: { one: { type: plain }, two: { type: plain } } }`,
    `channels: { a: { address: a } }
operations: { p: { action: receive, channel: { $ref: "#/channels/a" }, security: [{ $ref: "#/components/securitySchemes/two" }], traits: [{ security: [{ $ref: "#/components/securitySchemes/two" }] }] } }
components: { securitySchemes: { one: { type: plain }, two: { type: plain } } }`,
  ],
  [
    "parts in an extension are converted",
    `channels: { a: { publish: { operationId: p, message: { $ref: "#/x-m/M" } } } }
x-m: { M: { messageId: q, payload: {} }, other: { messageId: q } }`,
    `channels: { a: { address: a, messages: { q: { $ref: "#/x-m/M" } } } }
operations: { p: { action: receive, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/q" }] } }
x-m: { M: { payload: {} }, other: { messageId: q } }`,
  ],
  [
    "an operation without messages has none of the other's",
    `channels: { a: { publish: { operationId: p }, subscribe: { operationId: s, ${sent} } } }`,
    `channels: { a: { address: a, messages: { sMessage: { payload: { type: string } } } } }
operations: { p: { action: receive, channel: { $ref: "#/channels/a" }, messages: [] }, s: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/sMessage" }] } }`,
  ],
  [
    "a parameter is a text",
    `channels:
  a/{b}/{c}/{d}:
    parameters:
      b: { description: D, location: $message.payload#/b, schema: { type: string, enum: [x], default: x, examples: [x] }, x-a: 1 }
      c: { schema: { $ref: "#/components/schemas/C" } }
      d: { $ref: "#/components/parameters/d" }
components:
  schemas: { C: { type: integer, description: E, const: 7, minimum: 1 } }
  parameters: { d: { schema: { type: string } } }`,
    `channels:
  a/{b}/{c}/{d}:
    address: a/{b}/{c}/{d}
    parameters:
      b: { description: D, location: $message.payload#/b, enum: [x], default: x, examples: [x], x-a: 1 }
      c: { description: E, enum: ["7"] }
      d: { $ref: "#/components/parameters/d" }
components:
  schemas: { C: { type: integer, description: E, const: 7, minimum: 1 } }
  parameters: { d: {} }`,
    ["CONVERT_LOST 7"],
  ],
  [
    "a URL is a host and a path",
    `servers:
  a: { url: "wss://a.example:{port}/v1/{b}", protocol: wss, variables: { port: { default: "1" }, b: { default: c } } }
  b: { url: "b.example", protocol: mqtt, bindings: { mqtt: { clientId: x } } }
  c: { url: "https://c.example", protocol: ws }
channels: { a: { servers: [a, b] } }`,
    `servers:
  a: { host: "a.example:{port}", pathname: "/v1/{b}", protocol: wss, variables: { port: { default: "1" }, b: { default: c } } }
  b: { host: b.example, protocol: mqtt, bindings: { mqtt: { clientId: x } } }
  c: { host: c.example, protocol: ws }
channels: { a: { address: a, servers: [{ $ref: "#/servers/a" }, { $ref: "#/servers/b" }] } }`,
    ["CONVERT_DROPPED 6"],
  ],
  [
    "security names become references, with scopes a scheme of its own",
    `servers: { a: { url: a.example, protocol: wss, security: [{ key: [] }, { auth: [read] }, {}, { key: [], auth: [] }] } }
channels: {}
components:
  securitySchemes:
    key: { type: userPassword }
    auth: { type: oauth2, flows: { implicit: { authorizationUrl: "https://a.example", scopes: { read: R } } } }`,
    `servers: { a: { host: a.example, protocol: wss, security: [{ $ref: "#/components/securitySchemes/key" }, { type: oauth2, flows: { implicit: { authorizationUrl: "https://a.example", availableScopes: { read: R } } }, scopes: [read] }, { $ref: "#/components/securitySchemes/key" }, { $ref: "#/components/securitySchemes/auth" }] } }
channels: {}
components:
  securitySchemes:
    key: { type: userPassword }
    auth: { type: oauth2, flows: { implicit: { authorizationUrl: "https://a.example", availableScopes: { read: R } } } }`,
    ["CONVERT_LOST 3", "CONVERT_LOST 3"],
  ],
  [
    "the format of a payload moves into it, unless AsyncAPI 3 assumes it",
    `channels: {}
components:
  messages:
    A: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", payload: { type: record, name: R, fields: [] } }
    B: { schemaFormat: "application/vnd.aai.asyncapi;version=2.6.0", payload: { type: string } }
    C: { schemaFormat: "application/schema+json;version=draft-07", payload: { type: integer } }
  schemas: { D: { $ref: "#/components/messages/C/payload" } }`,
    `channels: {}
components:
  messages:
    A: { payload: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: { type: record, name: R, fields: [] } } }
    B: { payload: { type: string } }
    C: { payload: { schemaFormat: "application/schema+json;version=draft-07", schema: { type: integer } } }
  schemas: { D: { $ref: "#/components/messages/C/payload/schema" } }`,
    ["SCHEMA_FORMAT_FOREIGN 6"],
  ],
  [
    "what a trait overrides is written into its target",
    `channels: { a: { publish: { operationId: own, summary: S, traits: [{ $ref: "#/components/operationTraits/t" }] } } }
components: { operationTraits: { t: { operationId: shared, summary: T, description: D } } }`,
    `channels: { a: { address: a } }
operations: { shared: { action: receive, channel: { $ref: "#/channels/a" }, summary: T, traits: [{ $ref: "#/components/operationTraits/t" }] } }
components: { operationTraits: { t: { summary: T, description: D } } }`,
    ["CONVERT_DROPPED 4"],
  ],
  [
    "tags and documentation of the document move into info",
    "tags: [{ name: t }]\nexternalDocs: { url: 'https://a.example' }\nchannels: {}\nx-a: 1",
    "info: { title: T, version: '1', tags: [{ name: t }], externalDocs: { url: 'https://a.example' } }\nchannels: {}\nx-a: 1",
  ],
  [
    "a channel that is referred to gets the address; others are shared without one",
    `channels: { addr: { $ref: "#/components/channels/used" } }
components:
  channels:
    used: { publish: { operationId: p, ${sent} } }
    unused: { subscribe: { operationId: s, ${sent} } }`,
    `channels: { addr: { address: addr, messages: { pMessage: { payload: { type: string } } } } }
operations: { p: { action: receive, channel: { $ref: "#/channels/addr" }, messages: [{ $ref: "#/channels/addr/messages/pMessage" }] } }
components:
  channels:
    unused: { address: null, messages: { sMessage: { payload: { type: string } } } }
  operations: { s: { action: send, channel: { $ref: "#/components/channels/unused" }, messages: [{ $ref: "#/components/channels/unused/messages/sMessage" }] } }`,
  ],
  [
    "references into channels follow",
    `channels: { "a/{b}": { parameters: { b: {} }, publish: { operationId: p, message: { oneOf: [{ name: M, payload: { type: string } }] } } } }
components: { schemas: { S: { $ref: "#/channels/a~1{b}/publish/message/oneOf/0/payload" } } }`,
    `channels: { "a/{b}": { address: "a/{b}", messages: { M: { name: M, payload: { type: string } } }, parameters: { b: {} } } }
operations: { p: { action: receive, channel: { $ref: "#/channels/a~1%7Bb%7D" }, messages: [{ $ref: "#/channels/a~1%7Bb%7D/messages/M" }] } }
components: { schemas: { S: { $ref: "#/channels/a~1%7Bb%7D/messages/M/payload" } } }`,
  ],
  [
    "a binding loses what AsyncAPI 3 does not know in it",
    `channels: { a: { bindings: { amqp: { is: queue, queue: { name: q }, bindingVersion: 0.1.0 } } } }`,
    `channels: { a: { address: a, bindings: { amqp: { is: queue, queue: { name: q } } } } }`,
    ["CONVERT_LOST 3"],
  ],
  [
    "a deprecated channel has an extension",
    "channels: { a: { deprecated: true } }",
    "channels: { a: { address: a, x-deprecated: true } }",
  ],
]);

test.each(cases)("$rule", async ({ given, want, said = [] }) => {
  const { document, said: found } = await convertText(`${head}${given}\n`);
  expect(found.filter((each) => !each.startsWith("ASYNCAPI_ADVICE"))).toEqual(said);
  expect(document).toEqual({
    asyncapi: "3.0.0",
    info: { title: "T", version: "1" },
    ...parse(want),
  });
});

test.each([
  [
    "a server without a field",
    "servers: { a: { url: 1, protocol: x } }\nchannels: {}",
    "FIELD_TYPE 3",
  ],
  ["references in a circle", "channels: { a: { $ref: '#/channels/a' } }", "REF_CYCLE 3"],
])("refuses %s", async (_name, given, want) => {
  const { document, said } = await convertText(`${head}${given}\n`);
  expect([document, said]).toEqual([undefined, expect.arrayContaining([want])]);
});
