import { describe, expect, test } from "vitest";
import { asyncapi, loadTexts } from "../in-memory.ts";

/** Creates schemas that each refer to the next one twice. */
function diamond(depth: number): string {
  const lines = [
    "components:",
    "  messages:",
    "    M: { payload: { $ref: '#/components/schemas/S0' } }",
    "  schemas:",
  ];
  for (let level = 0; level < depth; level += 1) {
    const next = `{ $ref: '#/components/schemas/S${level + 1}' }`;
    lines.push(`    S${level}: { properties: { a: ${next}, b: ${next} } }`);
  }
  return [...lines, `    S${depth}: { type: string }`].join("\n");
}

describe("AsyncAPI", () => {
  test("checks a diamond of shared schemas 200 deep quickly", async () => {
    const before = process.cpuUsage();
    const { diagnostics } = await loadTexts({ "api.yaml": asyncapi(diamond(200)) });
    expect(diagnostics).toEqual([]);
    const { user, system } = process.cpuUsage(before);
    // An exponential algorithm would never finish.
    expect((user + system) / 1000).toBeLessThan(20_000);
  });

  test.each([
    ["2.0.0", "channels: {}"],
    [
      "2.6.0",
      "channels:\n  a:\n    publish: { message: { oneOf: [{ payload: {} }, { payload: {} }] } }",
    ],
    ["3.0.0", "channels: {}"],
    ["3.0.0", "channels: {}\ncomponents: { schemas: { Anything: true } }"],
    ["3.1.0", "channels: {}"],
  ])("reads version %s", async (version, yaml) => {
    const { specification, diagnostics } = await loadTexts({ "api.yaml": asyncapi(yaml, version) });
    expect(diagnostics).toEqual([]);
    expect(specification).toMatchObject({ kind: "asyncapi", version });
  });

  test.each(["1.2.0", "2.7.0", "3.2.0", "4.0.0"])("refuses version %s", async (version) => {
    const { diagnostics } = await loadTexts({ "api.yaml": asyncapi("channels: {}", version) });
    expect(diagnostics.map(({ code }) => code)).toEqual(["VERSION_UNSUPPORTED"]);
  });

  test("reports one fault in a component once, at its place", async () => {
    const { diagnostics } = await loadTexts({
      "api.yaml": asyncapi(
        "channels:\n  a:\n    address: a\n    messages: { m: { $ref: 'm.yaml#/m' } }\n  b:\n    address: b\n    messages: { m: { $ref: 'm.yaml#/m' } }\noperations:\n  o:\n    action: send\n    channel: { $ref: '#/channels/a' }",
      ),
      "m.yaml": "m:\n  payload: {}\n  contentType: 7\n",
    });
    expect(diagnostics).toMatchObject([
      { code: "FIELD_TYPE", file: "m.yaml", pointer: "/m/contentType", line: 3, column: 3 },
    ]);
  });

  const info = "channels: { c: { address: a } }\n";
  test.each([
    [`${info}servers: { a: { protocol: ws } }`, '"a" needs the field "host"'],
    [`${info}servers: { a: { protocol: ws, host: h, b: 1 } }`, 'there is no field "b" here'],
    [
      `${info}operations: { o: { action: publish, channel: { $ref: '#/channels/c' } } }`,
      '"action" must be one of "send", "receive"',
    ],
    [
      `${info}components: { messages: { m: { payload: {}, tags: [1] } } }`,
      '"tags[0]" must be an object (Tag); this is a number',
    ],
    ["id: a b\nchannels: {}", '"id" must be an absolute URI'],
  ])("explains the fault in plain words: %s", async (yaml, message) => {
    const { diagnostics } = await loadTexts({ "api.yaml": asyncapi(yaml) });
    const [found, ...others] = diagnostics;
    expect(found?.message.startsWith(message), found?.message).toBe(true);
    expect(others).toEqual([]);
  });

  test("treats an unknown field as absent in lenient mode", async () => {
    const given = {
      "api.yaml": asyncapi(`${info}servers: { a: { protocol: ws, host: h, b: 1 } }`),
    };
    const { specification, diagnostics } = await loadTexts(given, { lenient: true });
    expect(specification).toBeDefined();
    expect(diagnostics).toMatchObject([{ severity: "warning", pointer: "/servers/a/b" }]);
  });

  test("reports a dangling reference once", async () => {
    const yaml =
      "operations:\n  o:\n    action: send\n    channel: { $ref: '#/channels/a' }\nchannels: {}";
    const { diagnostics } = await loadTexts({ "api.yaml": asyncapi(yaml) });
    expect(diagnostics.map(({ code }) => code)).toEqual(["REF_NOT_FOUND"]);
  });

  test("does not stop at invalid examples", async () => {
    const yaml =
      "channels:\n  a:\n    publish:\n      message:\n        payload: { type: integer, examples: [text] }\n        examples: [{ payload: text }]";
    const { specification } = await loadTexts({ "api.yaml": asyncapi(yaml, "2.6.0") });
    expect(specification).toBeDefined();
  });

  test("checks the schemas that the parser does not see", async () => {
    const yaml = "components:\n  schemas:\n    A: { properties: [] }\n    B: { type: date }\n";
    const { diagnostics } = await loadTexts({ "api.yaml": asyncapi(yaml) });
    expect(diagnostics).toMatchObject([
      { code: "FIELD_TYPE", line: 7, column: 10 },
      { code: "SCHEMA_TYPE_UNKNOWN", line: 8, column: 10 },
    ]);
  });

  test.each([
    [
      "{ type: http }",
      'FIELD_MISSING a security scheme of the type "http" needs the field "scheme"',
    ],
    [
      "{ type: oauth2 }",
      'FIELD_MISSING a security scheme of the type "oauth2" needs the field "flows"',
    ],
    [
      "{ type: httpApiKey, name: a, in: user }",
      'FIELD_VALUE "in" is "user"; for the type "httpApiKey" it must be one of query, header, cookie',
    ],
    [
      "{ type: oauth2, flows: { password: { scopes: {} } } }",
      'ASYNCAPI_INVALID "password" needs the field "tokenUrl" (asyncapi-document)',
    ],
    ["{ description: D }", 'FIELD_MISSING the SecurityScheme object needs the field "type"'],
  ])("checks the security scheme %s by its own type", async (scheme, want) => {
    const yaml = `channels: {}\ncomponents: { securitySchemes: { a: ${scheme} } }`;
    const { diagnostics } = await loadTexts({ "api.yaml": asyncapi(yaml, "2.6.0") });
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([want]);
  });

  test("skips the structure on request", async () => {
    const { specification } = await loadTexts(
      { "api.yaml": asyncapi("operations: { o: { action: publish } }") },
      { validate: false },
    );
    expect(specification?.kind).toBe("asyncapi");
  });

  test("reads bindings, whose schemas may have references", async () => {
    const yaml =
      "channels:\n  a:\n    address: /a\n    bindings:\n      ws:\n        query: { $ref: '#/components/schemas/Gone' }\n";
    const { diagnostics } = await loadTexts({ "api.yaml": asyncapi(yaml) });
    expect(diagnostics.map(({ code }) => code)).toEqual(["REF_NOT_FOUND"]);
  });
});
