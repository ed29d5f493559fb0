// Forms whose fields are not a plain list of properties: a generated server reads what its generated client
// sends.

import { describe, expect, test } from "vitest";
import { generateOperations } from "./generate-operations.ts";
import { serveRoundTrips } from "./round-trip.ts";

const urlEncoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";
const text = { type: "string" };
const whole = { type: "integer" };
const file = { type: "string", format: "binary" };
const object = (properties: object, more: object = {}): object => ({
  type: "object",
  properties,
  ...more,
});
const fixed = (grant: string, more: object): object =>
  object({ grant: { const: grant }, ...more }, { required: ["grant", ...Object.keys(more)] });

interface FormRow {
  readonly name: string;
  readonly schema: object;
  readonly value: object;
  /** The value for the handler, if it differs from the sent one. */
  readonly read?: object;
  readonly encoding?: object;
  readonly types?: readonly string[];
}

const address = object({ zip: whole });

const rows: readonly FormRow[] = [
  {
    name: "a field that additionalProperties allows",
    schema: object({ token: text }, { additionalProperties: text }),
    value: { token: "a", other: "b c" },
  },
  {
    name: "fields of a map",
    schema: { type: "object", additionalProperties: whole },
    value: { one: 1, two: -2 },
  },
  {
    name: "lists of a map",
    schema: { type: "object", additionalProperties: { type: "array", items: whole } },
    value: { one: [1, 2], two: [3] },
  },
  {
    name: "objects of a map",
    schema: { type: "object", additionalProperties: address },
    value: { home: { zip: 7 } },
  },
  {
    name: "a field of a pattern",
    schema: object({}, { patternProperties: { "^x-": whole }, additionalProperties: false }),
    value: { "x-a": 1 },
  },
  {
    name: "a field that the schema does not name",
    schema: object({ token: text }),
    value: { token: "a", other: "1", many: ["b", "c"] },
  },
  {
    name: "a field called __proto__",
    schema: object({ token: text }),
    value: JSON.parse('{ "token": "a", "__proto__": "1" }'),
  },
  {
    name: "a field beside an object that is spread",
    schema: object({ filter: object({ a: whole }) }, { additionalProperties: text }),
    encoding: { filter: { style: "form", explode: true } },
    value: { filter: { a: 1 }, b: "2" },
  },
  {
    name: "one of two alternatives",
    schema: { oneOf: [fixed("code", { code: text }), fixed("refresh", { age: whole })] },
    value: { grant: "refresh", age: 5 },
  },
  {
    name: "one of two alternatives with a discriminator",
    schema: {
      oneOf: [fixed("code", { code: text }), fixed("refresh", { age: whole })],
      discriminator: { propertyName: "grant" },
    },
    value: { grant: "code", code: "5" },
  },
  {
    name: "members of anyOf beside properties",
    schema: object({ a: whole }, { anyOf: [object({ b: whole }), object({ c: whole })] }),
    value: { a: 1, b: 2, c: 3 },
  },
  {
    name: "a field that another one brings",
    schema: object({ a: whole }, { dependentSchemas: { a: object({ b: whole }) } }),
    value: { a: 1, b: 2 },
  },
  {
    name: "an empty list that is required",
    schema: object({ a: text, tags: { type: "array", items: text } }, { required: ["tags"] }),
    value: { a: "b", tags: [] },
  },
  {
    name: "an empty object that is required",
    schema: object({ a: text, address }, { required: ["address"] }),
    encoding: { address: { style: "deepObject", explode: true } },
    value: { a: "b", address: {} },
  },
  {
    name: "no list where none is required",
    schema: object({ a: text, tags: { type: "array", items: text } }),
    value: { a: "b", tags: [] },
    read: { a: "b" },
  },
  { name: "fields without a schema", schema: {}, value: { a: "b" } },
  {
    name: "a file beside text of any name",
    schema: object({ file, name: text }, { additionalProperties: text }),
    value: { file: new File(["F"], "f"), name: "n", other: "o" },
    types: [multipart],
  },
  {
    name: "files of any name",
    schema: object({ name: text }, { additionalProperties: file }),
    value: { name: "n", one: new File(["1"], "1"), two: new File(["2"], "2") },
    types: [multipart],
  },
  {
    name: "a file of one of two alternatives",
    schema: {
      oneOf: [
        object({ file, name: text }, { required: ["file"] }),
        object({ url: text }, { required: ["url"] }),
      ],
    },
    value: { file: new File(["F"], "f"), name: "n" },
    types: [multipart],
  },
  ...[new File(["F"], "f"), "https://files.example"].map((value) => ({
    name: `a file or its address (${typeof value})`,
    schema: object({ file: { anyOf: [file, { type: "string", format: "uri" }] } }),
    value: { file: value },
    types: [multipart],
  })),
];

const all = rows.flatMap((row) =>
  (row.types ?? [urlEncoded, multipart]).map((type) => ({ ...row, type })),
);

function documentOf(version: string): object {
  const paths = all.map(({ schema, encoding, type }, index) => {
    const content = { [type]: { schema, encoding } };
    const responses = { 204: { description: "Nothing." } };
    const requestBody = { required: true, content };
    return [`/r${index}`, { post: { operationId: `r${index}`, requestBody, responses } }];
  });
  return { openapi: version, info: { title: "F", version: "1" }, paths: Object.fromEntries(paths) };
}

/** Returns a form with the texts of its files. */
async function withTexts(form: object): Promise<object> {
  const entries = Object.entries(form).map(async ([name, value]: [string, unknown]) => {
    const shown = typeof value === "bigint" ? Number(value) : value;
    return [name, value instanceof Blob ? { text: await value.text() } : shown] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe("30.2 forms", () => {
  test("arrive as they were sent", async () => {
    const operations = await generateOperations(documentOf("3.1.1"), {});
    const call = await serveRoundTrips(operations);
    for (const [index, { name, type, value, read = value }] of all.entries()) {
      const received = await call(`r${index}`, { body: value });
      const body = Object(received).body ?? { failed: received };
      expect(await withTexts(body), `${name}, ${type}`).toEqual(await withTexts(read));
    }
  });

  test.each([
    ["a field that the schema does not allow", { additionalProperties: false }, "a=1&b=2"],
    ["a field of another type", { additionalProperties: whole }, "a=1&b=x"],
    ["a field twice", { additionalProperties: text }, "a=1&b=2&b=3"],
    ["none of the fields", { required: ["a"] }, "b=2"],
  ])("refuse %s", async (_, more, body) => {
    const content = { [urlEncoded]: { schema: object({ a: text }, more) } };
    const responses = { 204: { description: "Nothing." } };
    const post = { operationId: "r0", requestBody: { required: true, content }, responses };
    const operations = await generateOperations({
      openapi: "3.1.1",
      info: { title: "F", version: "1" },
      paths: { "/r0": { post } },
    });
    const call = await serveRoundTrips(operations);
    expect(await call("r0", { body: new URLSearchParams(body) })).toMatch(/validation_failed|400/);
  });
});
