import { afterAll, describe, expect, it } from "vitest";
import { command, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

/** Returns the warnings about values in a document: the code, the text at its place, and the message. */
async function invalidValues(document: string): Promise<readonly string[]> {
  const folder = await folderOf({ "a.yaml": document });
  const { err } = await command(folder, ["lint", "a.yaml"]);
  const found = /^a\.yaml:(\d+):(\d+) (EXAMPLE|DEFAULT)_INVALID warning .*schema: (.*)$/gm;
  return [...err.matchAll(found)].map(([, line, column, code, value]) => {
    const text = document.split("\n")[Number(line) - 1] ?? "";
    return `${code} ${text.slice(Number(column) - 1).match(/^[^ ,}\]]*/)} is ${value}`;
  });
}

const openapi = (version: string, schema: string, media = ""): string => `openapi: ${version}
info: { title: T, version: '1' }
paths:
  /a:
    post:
      operationId: a
      requestBody: { content: { application/json: { schema: ${schema}${media} } } }
      responses: { '204': { description: Done. } }
`;

describe("lint checks the values of schemas", () => {
  it.each([
    ["an example of another type", "{ type: integer, examples: [1, x] }", ['EXAMPLE x is "x"']],
    ["the example of 3.0", "{ type: integer, example: x }", ['EXAMPLE example: is "x"'], "3.0.3"],
    ["a default", "{ enum: [a, b], default: c }", ['DEFAULT default: is "c"']],
    ["a default that fits", "{ enum: [a, b], default: b }", []],
    [
      "a number beyond 2^53",
      "{ maximum: 9007199254740993, default: 9007199254740994 }",
      ["DEFAULT default: is 9007199254740994"],
    ],
    [
      "a member",
      "{ properties: { b: { items: { type: string } } }, example: { b: [x, 3] } }",
      ["EXAMPLE example: is 3 at /b/1"],
    ],
    [
      "a member of an allOf",
      "{ allOf: [{ properties: { a/b: { type: string } } }], default: { a/b: 3 } }",
      ["DEFAULT default: is 3 at /a~1b"],
    ],
    ["a whole value", "{ required: [b], default: { a: 1 } }", ['DEFAULT default: is {"a":1}']],
    [
      "a long value",
      `{ type: integer, default: ${"x".repeat(80)} }`,
      [`DEFAULT default: is "${"x".repeat(59)}…`],
    ],
    ["a leap day", '{ type: string, format: date, example: "2024-02-29" }', []],
    [
      "a leap day of another year",
      '{ type: string, format: date, example: "2023-02-29" }',
      ['EXAMPLE example: is "2023-02-29"'],
    ],
    [
      "a leap second at noon",
      '{ type: string, format: date-time, default: "2016-12-31T12:00:60Z" }',
      ['DEFAULT default: is "2016-12-31T12:00:60Z"'],
    ],
    [
      "a member without its format",
      "{ properties: { a: { type: string, format: uri }, b: { type: string, format: uuid } }, example: { a: urn:a, b: x } }",
      ['EXAMPLE example: is "x" at /b'],
    ],
    [
      "a number outside the range of its format",
      "{ type: integer, format: int32, example: 3000000000 }",
      ["EXAMPLE example: is 3000000000"],
    ],
    ["what it cannot decide", "{ pattern: '[', default: x }", []],
  ])("%s", async (_name, schema, want, version = "3.1.0") => {
    expect(await invalidValues(openapi(version, schema))).toEqual(want);
  });
});

const pet = "{ required: [id, name], properties: { id: { readOnly: true }, name: {} } }";

describe("lint checks examples", () => {
  it("of bodies, without the members that are not sent in that direction", async () => {
    const media = (value: string) => `, examples: { one: { value: ${value} } }`;
    expect(await invalidValues(openapi("3.0.3", pet, media("{ name: Rex }")))).toEqual([]);
    expect(await invalidValues(openapi("3.0.3", pet, media("{ id: 1 }")))).toEqual([
      'EXAMPLE one: is {"id":1}',
    ]);
  });

  it("of parameters, headers and messages", async () => {
    expect(
      await invalidValues(`openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      parameters:
        - { name: q, in: query, schema: { type: integer }, example: x }
      responses:
        '200':
          description: Done.
          headers: { X-Total: { schema: { type: integer }, example: y } }
`),
    ).toEqual(['EXAMPLE example: is "x"', 'EXAMPLE example: is "y"']);
    expect(
      await invalidValues(`asyncapi: 3.0.0
info: { title: T, version: '1' }
channels:
  a:
    messages:
      m: { payload: { type: object, properties: { b: { type: string } } }, examples: [{ payload: { b: 1 } }] }
operations: { send: { action: send, channel: { $ref: '#/channels/a' } } }
`),
    ).toEqual(["EXAMPLE payload: is 1 at /b"]);
  });
});

describe("lint suggests an example for a body", () => {
  const missing = async (schema: string): Promise<boolean> => {
    const folder = await folderOf({ "a.yaml": openapi("3.1.0", schema) });
    return (await command(folder, ["lint", "a.yaml"])).err.includes("EXAMPLE_MISSING");
  };

  it.each([
    ["nothing is known of", "{ properties: { a: {}, b: {} } }", true],
    ["a tag alone is known of", "{ properties: { type: { const: x }, b: {} } }", true],
    [
      "a member has an example of",
      "{ properties: { type: { const: x }, b: { examples: [1] } } }",
      false,
    ],
    ["all values are listed of", "{ properties: { type: { const: x }, b: { enum: [1] } } }", false],
  ])("that %s", async (_name, schema, want) => {
    expect(await missing(schema)).toBe(want);
  });
});
