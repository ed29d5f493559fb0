import type { Message } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { build, contractOf, plain } from "./contract-of.ts";

const api = (messages: string, components = "schemas: {}", version = "3.0.0"): string => `
asyncapi: ${version}
info: { title: T, version: "1" }
channels:
  c:
    address: /c
    messages:
${messages.replaceAll(/^(?=.)/gm, "      ")}
components:
${components.replaceAll(/^(?=.)/gm, "  ")}
`;

async function messagesOf(text: string): Promise<readonly Message[]> {
  return (await contractOf(text)).channels[0]?.messages ?? [];
}

describe("a message object", () => {
  test("is read completely", async () => {
    const [message] = await messagesOf(
      api(
        `
m:
  name: N
  title: T
  summary: S
  description: D
  contentType: application/cbor
  tags: [{ name: t }]
  correlationId: { $ref: "#/components/correlationIds/id" }
  bindings: { ws: { a: 1 } }
  headers: { type: object }
  payload: { type: object }
  examples: [{ name: E, summary: S, payload: { a: 1 }, headers: { h: 1 } }, { payload: null }, { headers: {} }]
  x-deprecated: true`,
        'correlationIds: { id: { location: "$message.header#/id" } }',
      ),
    );
    expect(message).toMatchObject({
      id: "m",
      name: "N",
      title: "T",
      summary: "S",
      description: "D",
      deprecated: true,
      contentType: "application/cbor",
      schemaFormat: "application/vnd.aai.asyncapi;version=3.0.0",
      correlationId: "$message.header#/id",
      payload: { name: "m", origin: "message" },
      headers: { name: "m headers", origin: "message" },
      bindings: { ws: { a: 1 } },
      tags: ["t"],
      examples: [
        { name: "E", summary: "S", value: { a: 1 }, headers: { h: 1 } },
        { name: "1", value: null },
      ],
      source: { pointer: "/channels/c/messages/m" },
    });
  });

  test("has the declaration of the component that its payload refers to", async () => {
    const contract = await contractOf(
      api('m: { payload: { $ref: "#/components/schemas/P" } }', "schemas: { P: { type: object } }"),
    );
    expect(contract.messages[0]?.payload).toBe(contract.declarations[0]);
    expect(contract.declarations.map(({ name }) => name)).toStrictEqual(["P"]);
  });

  test("is renamed if a component has its name, and not for another channel", async () => {
    const contract = await contractOf(
      `${api("m: { payload: { type: object } }", "schemas: { m: { type: string } }").replace(
        "channels:\n",
        "channels:\n  d: { address: /d, messages: { n: { payload: {} } } }\n  e: { address: /e, messages: { n: { payload: {} } } }\n",
      )}`,
    );
    expect(contract.declarations.map(({ name }) => name)).toStrictEqual([
      "d n",
      "e n",
      "m",
      "m payload",
    ]);
  });

  test("keeps the key of its channel when it is a component", async () => {
    const contract = await contractOf(
      api('here: { $ref: "#/components/messages/There" }', "messages: { There: { payload: {} } }"),
    );
    expect(contract.channels[0]?.messages.map(({ id }) => id)).toStrictEqual(["here"]);
    expect(contract.messages.map(({ id, payload }) => [id, payload?.name])).toStrictEqual([
      ["There", "There"],
    ]);
  });
});

describe("traits of a message", () => {
  const components = `
messageTraits:
  A: { title: A, description: A, headers: { type: object, properties: { a: { type: string } } } }
  B: { title: B, contentType: text/b }`;
  const traits =
    'traits: [{ $ref: "#/components/messageTraits/A" }, { $ref: "#/components/messageTraits/B" }]';

  test("add the fields that the message lacks in 3", async () => {
    const [message] = await messagesOf(
      api(
        `m: { description: Own, headers: { properties: { b: { type: string } } }, ${traits} }`,
        components,
      ),
    );
    expect(message).toMatchObject({ title: "B", description: "Own", contentType: "text/b" });
    const headers = message?.headers?.schema;
    expect(headers === undefined ? undefined : plain(headers)).toStrictEqual({
      types: ["object"],
      properties: { a: { types: ["string"] }, b: { types: ["string"] } },
    });
    const { properties } = headers?.kind === "schema" ? headers : {};
    expect(properties?.get("a")?.source.pointer).toBe(
      "/components/messageTraits/A/headers/properties/a",
    );
  });

  test("override the fields of the message in 2", async () => {
    const contract = await contractOf(`
asyncapi: 2.6.0
info: { title: T, version: "1" }
channels: { c: { publish: { message: { messageId: m, title: Own, description: Own, ${traits} } } } }
components:
${components.replaceAll(/^(?=.)/gm, "  ")}
`);
    expect(contract.messages[0]).toMatchObject({ title: "B", description: "A" });
    expect(contract.messages[0]?.source.pointer).toBe("/channels/c/publish/message");
  });

  test("that are shared leave headers shared", async () => {
    const contract = await contractOf(api(`m: { ${traits} }\nn: { ${traits} }`, components));
    const [m, n] = contract.channels[0]?.messages ?? [];
    expect(m?.headers).toBe(n?.headers);
    expect(m?.headers?.name).toBe("A headers");
  });
});

describe("the format of a payload", () => {
  const formats: readonly (readonly [format: string, dialect: string | undefined])[] = [
    ["application/vnd.aai.asyncapi+json;version=3.0.0", "asyncapi"],
    ["application/schema+yaml;version=draft-07", "draft-07"],
    ["application/schema+json;version=2020-12", "2020-12"],
    ["application/schema+json", "2020-12"],
    ["application/vnd.oai.openapi;version=3.0.0", "openapi-3.0"],
    ["application/vnd.oai.openapi+json;version=3.1.0", "2020-12"],
    ["application/vnd.apache.avro;version=1.9.0", undefined],
    ["application/raml+yaml;version=1.0", undefined],
    ["application/vnd.google.protobuf;version=3", undefined],
  ];
  test.each(formats)("%s is read as %s", async (format, dialect) => {
    const schema = "{ type: string, nullable: true }";
    const { contract, diagnostics } = await build(
      api(`m: { payload: { schemaFormat: "${format}", schema: ${schema} } }`),
    );
    const [message] = contract?.channels[0]?.messages ?? [];
    expect(message?.schemaFormat).toBe(format);
    if (dialect === undefined) {
      expect(message?.payload).toBeUndefined();
      expect(message?.rawPayload).toStrictEqual({ nullable: true, type: "string" });
      expect(diagnostics).toMatchObject([{ code: "PAYLOAD_FORMAT_UNSUPPORTED", severity: "info" }]);
      return;
    }
    const payload = message?.payload?.schema;
    expect(payload?.kind === "schema" ? payload.dialect : undefined).toBe(dialect);
  });

  test("may be in a component", async () => {
    const contract = await contractOf(
      api(
        'm: { payload: { $ref: "#/components/schemas/P" } }',
        'schemas: { P: { schemaFormat: "application/vnd.oai.openapi;version=3.0.0", schema: { type: string, nullable: true } } }',
      ),
    );
    const payload = contract.messages[0]?.payload;
    expect(payload?.name).toBe("P");
    expect(payload === undefined ? undefined : plain(payload.schema)).toStrictEqual({
      types: ["string", "null"],
    });
  });

  test("is next to the payload in 2", async () => {
    const contract = await contractOf(`
asyncapi: 2.6.0
info: { title: T, version: "1" }
channels:
  c:
    publish:
      message:
        schemaFormat: application/vnd.oai.openapi;version=3.0.0
        payload: { $ref: "#/components/schemas/P" }
        headers: { type: object }
components: { schemas: { P: { type: string, nullable: true } } }
`);
    const payload = contract.messages[0]?.payload;
    expect(payload === undefined ? undefined : plain(payload.schema)).toStrictEqual({
      types: ["string", "null"],
    });
  });
});

describe("the discriminator of messages", () => {
  const cases: { readonly it: string; messages: string; want: unknown }[] = [
    {
      it: "is the property that all fix to a value of their own",
      messages: `
a: { payload: { properties: { op: { const: x }, same: { const: s } } } }
b: { payload: { properties: { op: { enum: [y] }, same: { const: s } } } }`,
      want: ["op=x", "op=y"],
    },
    {
      it: "is type where that serves, too",
      messages: `
a: { payload: { properties: { op: { const: x }, type: { const: x } } } }
b: { payload: { properties: { op: { const: y }, type: { const: y } } } }`,
      want: ["type=x", "type=y"],
    },
    {
      it: "is the first of several",
      messages: `
a: { payload: { properties: { z: { const: x }, b: { const: x } } } }
b: { payload: { properties: { z: { const: y }, b: { const: y } } } }`,
      want: ["b=x", "b=y"],
    },
    {
      it: "is seen through references and combinations",
      messages: `
a: { payload: { $ref: "#/components/schemas/A" } }
b: { payload: { allOf: [{ properties: { type: { $ref: "#/components/schemas/Tag" } } }] } }
c: { payload: { oneOf: [{ properties: { type: { const: c }, k: { const: 1 } } }, { properties: { type: { const: c } } }] } }`,
      want: ["type=a", "type=tag", "type=c"],
    },
    {
      it: "is missing when branches differ",
      messages:
        "a: { payload: { anyOf: [{ properties: { t: { const: a } } }, { properties: { t: { const: b } } }] } }",
      want: [undefined],
    },
    {
      it: "is missing when two messages share a value",
      messages: `
a: { payload: { properties: { t: { const: x } } } }
b: { payload: { properties: { t: { const: x } } } }`,
      want: [undefined, undefined],
    },
    {
      it: "is missing when a message has no payload",
      messages: "a: { payload: { properties: { t: { const: x } } } }\nb: {}",
      want: [undefined, undefined],
    },
  ];
  test.each(cases)("$it", async ({ messages, want }) => {
    const found = await messagesOf(
      api(messages, "schemas: { A: { properties: { type: { const: a } } }, Tag: { const: tag } }"),
    );
    const texts = found.map(
      ({ discriminator }) => discriminator && `${discriminator.property}=${discriminator.value}`,
    );
    expect(texts).toStrictEqual(want);
  });
});

describe("30.18 the schemas of AsyncAPI follow one draft", () => {
  const keywords =
    "prefixItems: [{ type: string }], unevaluatedProperties: false, dependentRequired: { a: [b] }";
  const formats: readonly (readonly [format: string, kept: boolean])[] = [
    ["application/vnd.aai.asyncapi;version=3.0.0", false],
    ["application/schema+json;version=draft-07", false],
    ["application/schema+json;version=2020-12", true],
  ];
  test.each(formats)("%s has the keywords of 2020-12: %s", async (format, kept) => {
    const { contract, diagnostics } = await build(
      api(`m: { payload: { schemaFormat: "${format}", schema: { minLength: 1, ${keywords} } } }`),
    );
    const payload = contract?.channels[0]?.messages[0]?.payload?.schema;
    if (payload?.kind !== "schema") throw new Error("no payload");
    const { prefixItems, unevaluatedProperties, dependentRequired } = payload;
    const read = [prefixItems, unevaluatedProperties, dependentRequired];
    expect(payload.minLength).toBe(1);
    expect(read.map((keyword) => keyword !== undefined)).toEqual([kept, kept, kept]);
    expect(diagnostics.map(({ code }) => code)).toEqual(
      kept ? [] : ["KEYWORD_NEWER", "KEYWORD_NEWER", "KEYWORD_NEWER"],
    );
  });
});
