import { contractDiagnostics } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import type { ContractCode } from "../src/diagnostics/contract-diagnostics.ts";
import { build, manyAnchors, pages, withSchemas } from "./contract-of.ts";

const asyncapi = (rest: string): string =>
  `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n${rest}`;
const channels = "channels: { a: { address: /a }, b: { messages: { m: {} } } }\n";

const provoked: Readonly<Record<ContractCode, readonly [given: string, pointer: string]>> = {
  DYNAMIC_ANCHOR_HIDDEN: [
    withSchemas(
      "3.1.0",
      `${pages}Pages: { $id: pages, $ref: page, $defs: { T: { $dynamicAnchor: T, $ref: items } } }`,
    ),
    "/components/schemas/ItemPage/$defs/T",
  ],
  DYNAMIC_REF_LIMIT: [manyAnchors(12), "/components/schemas/S1/anyOf/0"],
  FIELD_SHAPE: ["openapi: 3.1.0\ninfo: { title: [1] }", "/info/title"],
  EXTENSION_SHAPE: [
    asyncapi("channels: { a: { x-flow-control: {} } }"),
    "/channels/a/x-flow-control",
  ],
  EXTENSION_MESSAGE: [
    asyncapi(`channels:
  a:
    x-envelope: { version: 1, error: { message: s, code: /c } }`),
    "/channels/a/x-envelope/error/message",
  ],
  EXTENSION_NAME: [
    asyncapi("channels: { a: { x-flow-controls: {} } }"),
    "/channels/a/x-flow-controls",
  ],
  EXTENSION_PLACE: [
    "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { x-max-bytes: 1 } } }",
    "/paths/~1a/post/x-max-bytes",
  ],
  EXTENSION_POINTER: [
    asyncapi(`channels:
  a:
    messages: { m: { payload: { type: object, properties: { b: { type: string } } } } }
    x-envelope: { version: 1, match: [{ message: m, where: { /c: x } }] }
    x-subscription:
      { version: 1, topics: { t: { subscribe: {}, messages: [m], where: { /b: x } } } }`),
    "/channels/a/x-envelope/match/0/where/~1c",
  ],
  EXTENSION_UNUSED: [
    asyncapi("channels: { a: { x-book: { version: 1, topics: {} } } }"),
    "/channels/a/x-book",
  ],
  TOPIC_WHERE: [
    asyncapi(`channels:
  a:
    messages: { m: { payload: { type: object, properties: { b: { type: string } } } } }
    x-envelope: { version: 1, match: [{ message: m, where: {} }] }
    x-subscription:
      version: 1
      topics:
        t:
          parameters: { p: { type: string } }
          subscribe: { p: "{p}" }
          messages: [m]
          where: { /b: x }`),
    "/channels/a/x-subscription/topics/t/where",
  ],
  PARAMETER_NOT_CARRIED: [
    `openapi: 3.2.0
info: { title: T, version: "1" }
paths: { /a: { get: { parameters: [{ name: q, in: querystring, schema: {} }] } } }`,
    "/paths/~1a/get/parameters/0",
  ],
  SCHEMA_SHAPE: [withSchemas("3.1.0", "A: { items: string }"), "/components/schemas/A/items"],
  SCHEMA_KEYWORD: [
    withSchemas("3.1.0", 'A: { minLength: "3" }'),
    "/components/schemas/A/minLength",
  ],
  REF_SIBLINGS_IGNORED: [
    withSchemas("3.0.3", 'A: { $ref: "#/components/schemas/B", type: string }\nB: {}'),
    "/components/schemas/A",
  ],
  BASE_CLOSED: [
    withSchemas(
      "3.1.0",
      `
A: { discriminator: { propertyName: t }, additionalProperties: false }
B: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { b: {} } }] }`,
    ),
    "/components/schemas/A",
  ],
  NULLABLE_READ: [
    withSchemas("3.1.0", "A: { type: string, nullable: true }"),
    "/components/schemas/A/nullable",
  ],
  KEYWORD_NEWER: [
    `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  c: { address: /c, messages: { m: { payload: { prefixItems: [{ type: string }] } } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }`,
    "/channels/c/messages/m/payload/prefixItems",
  ],
  DISCRIMINATOR_TARGET: [
    withSchemas("3.1.0", "A: { discriminator: { propertyName: t, mapping: { a: Nobody } } }"),
    "/components/schemas/A/discriminator/mapping/a",
  ],
  PARAMETER_IGNORED: [
    "openapi: 3.1.0\npaths: { /a: { get: { parameters: [{ name: Accept, in: header }] } } }",
    "/paths/~1a/get/parameters/0",
  ],
  PAGINATION_MISMATCH: [
    'openapi: 3.1.0\npaths: { /a: { get: { x-pagination: { items: "", link: true } } } }',
    "/paths/~1a/get/x-pagination",
  ],
  PAYLOAD_FORMAT_UNSUPPORTED: [
    asyncapi(
      "channels: { a: { messages: { m: { payload: { schemaFormat: avro, schema: {} } } } } }",
    ),
    "/channels/a/messages/m/payload/schema",
  ],
  OPERATION_CHANNEL: [asyncapi(`${channels}operations: { o: { action: send } }`), "/operations/o"],
  OPERATION_MESSAGE: [
    asyncapi(
      `${channels}operations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/b/messages/m" }] } }`,
    ),
    "/operations/o/messages/0",
  ],
};

const codes = Object.keys(contractDiagnostics) as ContractCode[];

describe("the diagnostic", () => {
  test.each([
    ["3.1.0", "{ minimum: 0, exclusiveMinimum: true }", ["SCHEMA_KEYWORD"]],
    ["3.1.0", "{ maximum: 0, exclusiveMaximum: false }", ["SCHEMA_KEYWORD"]],
    ["3.0.3", "{ minimum: 0, exclusiveMinimum: true }", []],
  ])(
    "of a bound that is true or false depends on the dialect: %s %s",
    async (version, schema, want) => {
      const { diagnostics } = await build(withSchemas(version, `A: ${schema}`));
      expect(diagnostics.map(({ code }) => code)).toEqual(want);
    },
  );

  test.each(codes)("%s is reported at the place of the problem", async (code) => {
    const [given, pointer] = provoked[code];
    const { contract, diagnostics } = await build(given);
    const { severity, fix } = contractDiagnostics[code];
    const found = diagnostics.filter((each) => each.code === code);
    expect(found[0]).toMatchObject({ code, severity, file: "api.yaml", pointer });
    expect(found[0]?.fix).toContain(fix);
    expect(found[0]?.line).toBeGreaterThan(0);
    expect(contract === undefined).toBe(severity === "error");
  });

  test.each(codes)("%s has a page with an example and its fix", (code) => {
    const { fix, explanation } = contractDiagnostics[code];
    expect(fix).toMatch(/^[A-Z].*\.$/);
    expect(explanation).toContain("```yaml");
    expect(explanation).toContain("Fixed:");
  });
});

describe("a document with all faults", () => {
  const bad: readonly string[] = [
    "openapi: 3.1.0",
    "openapi: 3.1.0\ninfo: 1\npaths: 1\nwebhooks: []\ncomponents: x\nservers: 1\ntags: {}\nsecurity: {}",
    "openapi: 3.1.0\npaths: { /a: 1, /b: { get: 1, post: { parameters: 1, responses: 1, requestBody: 1, callbacks: 1, security: [1], tags: 1, servers: [1] } } }",
    "openapi: 3.1.0\npaths: { /a: { get: { parameters: [1, { name: 1 }, {}], responses: { '200': 1, '201': { content: 1, headers: { a: 1 }, links: 1 } }, requestBody: { content: { a: 1, b: { schema: 1, examples: 1, encoding: 1 } } }, callbacks: { a: 1, b: { c: 1 } } } } }",
    "openapi: 3.0.0\ncomponents: { schemas: { A: 1, B: { type: 1, properties: 1, items: 1, allOf: 1, required: 1, enum: 1, discriminator: 1, dependencies: { a: 1 }, xml: 1, minimum: x } }, securitySchemes: { a: 1 } }",
    "asyncapi: 3.0.0\ninfo: 1\nchannels: { a: 1, b: { address: 1, messages: { m: 1, n: { payload: 1, headers: 1, traits: 1, examples: [1], correlationId: 1, bindings: 1, tags: [1] } }, servers: 1, parameters: { a: 1 }, bindings: { ws: 1 } } }\noperations: { o: 1, p: {}, q: { channel: 1, reply: 1 } }\nservers: { s: 1, t: { security: 1, variables: 1 } }\ncomponents: { schemas: 1, messages: { m: 1 } }",
    "asyncapi: 2.0.0\nchannels: { a: 1, b: { publish: 1, subscribe: { message: 1 } }, c: { publish: { message: { oneOf: 1 } }, servers: 1, parameters: 1 } }\nservers: { s: { security: [1] } }",
  ];
  test.each(bad)("gives diagnostics and never throws: %s", async (text) => {
    const { diagnostics } = await build(text);
    for (const { line, message } of diagnostics) {
      expect(line).toBeGreaterThan(0);
      expect(message).toMatch(/^[A-Z`].*\.$/);
    }
  });
});
