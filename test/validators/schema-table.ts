// Schemas with several keywords, and texts to try on them.

import type { SharedOptions } from "./both-validators.ts";

/** Schemas. Each is tried with each text and each option. */
export interface SchemaTable {
  readonly name: string;
  readonly schemas: readonly unknown[];
  readonly texts: readonly string[];
  readonly options?: readonly SharedOptions[];
}

const int64 = { type: "integer", format: "int64" };
const uint64 = { type: "integer", format: "uint64" };

/** Schemas that tests name. */
export const samples = { int64, uint64 } as const;

/** The schemas beside `Sample`. */
export const others = {
  A: { type: "object", properties: { kind: { type: "string" } } },
  B: {
    type: "object",
    properties: { kind: { type: "string" }, a: int64 },
    required: ["a"],
  },
};

const refs = Object.keys(others).map((name) => ({ $ref: `#/components/schemas/${name}` }));
const safe = ["0", "-1", "5", "300", "-129", "2147483648", "9007199254740991"];
const large = ["9007199254740993", "-9007199254740993", "9223372036854775808"];
const rest = ["1.5", '"a"', "null", "[]", "{}", "true"];
const objects = [
  "{}",
  '{"a":1}',
  '{"a":"x"}',
  '{"a":1,"b":2}',
  '{"b":1}',
  '{"a":9007199254740993}',
  '{"a":-1}',
  '{"kind":"A"}',
  '{"kind":"B"}',
  '{"kind":"B","a":1}',
  '{"a":[1]}',
  '{"next":{"a":1}}',
  '{"next":{"a":"x"}}',
];
const arrays = ["[1]", '["a"]', "[1,1]", '[1,"a",9007199254740993]'];

const formats = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split(" ");
const limits = [
  { minimum: -5, maximum: 10 },
  { minimum: 0 },
  { maximum: 5 },
  { exclusiveMinimum: 0 },
  { exclusiveMaximum: 5, minimum: -3 },
  { multipleOf: 5 },
  { const: 5 },
  { const: -1 },
  { enum: [5, 0, -1, 300] },
  { enum: ["a", 5] },
  { not: { const: 5 } },
  { not: { minimum: 3 } },
  { not: { type: "integer" } },
];

const closed = (schema: object): object => ({ ...schema, unevaluatedProperties: false });
const draft07 = (schema: object): object => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  ...schema,
});
const marked = {
  type: "object",
  properties: { id: { readOnly: true }, key: { writeOnly: true } },
  required: ["id", "key"],
};
/** Constants, because an object with a literal `then` looks like a promise. */
const [THEN, ELSE] = ["then", "else"];

const contents = [
  { contentEncoding: "base64" },
  { contentMediaType: "application/json" },
  { contentEncoding: "base64", contentMediaType: "application/json" },
  { contentEncoding: "hex" },
];

export const tables: readonly SchemaTable[] = [
  {
    name: "integers",
    schemas: [
      ...formats.flatMap((format) =>
        ["integer", "number", ["integer", "null"], ["number", "string"], undefined].map((type) => ({
          ...(type !== undefined && { type }),
          format,
        })),
      ),
      ...limits.flatMap((limit) =>
        [int64, uint64, { type: "integer" }, {}, { ...int64, type: ["integer", "string"] }].map(
          (schema) => ({ ...schema, ...limit }),
        ),
      ),
    ],
    texts: [...safe, ...large, ...rest],
    options: [{}, { int64: "number" }],
  },
  {
    name: "numbers",
    schemas: limits.map((limit) => ({ type: "number", ...limit })),
    texts: [...safe, ...rest],
  },
  {
    name: "content",
    schemas: contents.flatMap((content) =>
      [{ type: "string" }, {}, { type: ["string", "null"] }, { enum: ["a", "YQ=="] }].flatMap(
        (schema) => [draft07({ ...schema, ...content }), { ...schema, ...content }],
      ),
    ),
    texts: ['"a"', '""', '"YQ=="', '"{}"', '"e30="', '"!"', "1", "null"],
  },
  {
    name: "formats",
    schemas: ["date-time", "date", "uuid", "uri", "iri", "email", "byte", "int64", "money"].flatMap(
      (format) => [
        { type: "string", format },
        { type: ["string", "null"], format },
        { type: "string", format, minLength: 3 },
        { anyOf: [{ type: "string", format }, { type: "integer" }] },
        { not: { type: "string", format } },
        { type: "object", properties: { a: { type: "string", format } }, required: ["a"] },
      ],
    ),
    texts: [
      '"2026-01-01T00:00:00"',
      '"2026-01-01T00:00:00Z"',
      '"2026-01-01"',
      '"00000000-0000-0000-0000-000000000000"',
      '"/relative"',
      '"7"',
      '"a"',
      '{"a":"a"}',
      '{"a":"2026-01-01"}',
      "7",
      "null",
      "{}",
    ],
    options: [
      {},
      { relaxation: { formats: "annotation" } },
      { relaxation: { formats: "report" } },
      { relaxation: { formats: { "date-time": "annotation", uuid: { Sample: "report" } } } },
    ],
  },
  {
    name: "directions",
    schemas: [
      marked,
      closed(marked),
      { allOf: [marked, { type: "object" }] },
      { ...marked, minProperties: 1 },
      { ...marked, patternProperties: { x: { type: "string" } } },
    ],
    texts: ['{"id":1,"key":1}', '{"id":1}', '{"key":1}', "{}", "1"],
    options: [{}, { direction: "request" }, { direction: "response" }],
  },
  {
    name: "objects",
    schemas: [
      { type: "object", properties: { a: int64 }, additionalProperties: false },
      { properties: { a: false } },
      { additionalProperties: int64 },
      { required: ["a"], properties: { a: false } },
      { propertyNames: { pattern: "^a" }, minProperties: 1, maxProperties: 1 },
      { dependentRequired: { a: ["b"] } },
      { type: ["object", "null"], required: ["a", "b"], properties: { a: int64, b: int64 } },
      { type: "object", patternProperties: { "^a": { minimum: 0 } }, properties: { a: int64 } },
      { type: "object", properties: { a: int64 }, not: { properties: { a: { const: 1 } } } },
      { dependentSchemas: { a: { properties: { b: int64 } } } },
      {
        properties: { a: int64 },
        if: { properties: { a: { const: 1 } } },
        [THEN]: { required: ["b"] },
      },
      {
        properties: { a: int64 },
        if: { properties: { a: { minimum: 2 } } },
        [ELSE]: { required: ["b"] },
      },
      { oneOf: refs, discriminator: { propertyName: "kind" } },
      { properties: { next: { $ref: "#/components/schemas/B" } } },
    ],
    texts: [...objects, ...rest],
  },
  {
    name: "what no keyword has evaluated",
    schemas: [
      closed({ type: "object", properties: { a: int64 } }),
      closed({ properties: { a: { enum: ["x"], "x-open-enum": true } } }),
      closed({ allOf: [{ properties: { a: int64 } }, { properties: { a: { minimum: 2 } } }] }),
      closed({ ...int64, type: ["object", "integer"] }),
      closed({ ...uint64, type: ["object", "integer"] }),
      closed({ ...int64, type: ["object", "integer"], enum: [{}, 1, 5] }),
      closed({ oneOf: refs, discriminator: { propertyName: "kind" } }),
      closed({ if: { required: ["a"] }, [THEN]: { properties: { a: int64 } } }),
      closed({ not: { required: ["b"] }, properties: { a: true } }),
      closed({ dependentSchemas: { a: { properties: { a: true, b: int64 } } } }),
      { unevaluatedProperties: int64 },
      { unevaluatedItems: int64 },
      closed({ $ref: "#/components/schemas/B" }),
      closed({ anyOf: [{ $ref: "#/components/schemas/Sample" }, { properties: { a: true } }] }),
    ],
    texts: [...objects, ...arrays, ...safe, ...rest],
  },
  {
    name: "arrays",
    schemas: [
      { type: "array", items: int64, uniqueItems: true },
      { type: "array", items: int64, contains: { const: 1 } },
      { contains: { const: 1 }, items: int64 },
      { type: "array", prefixItems: [int64], items: { type: "string" } },
      { prefixItems: [int64], unevaluatedItems: { type: "string" } },
      { contains: { const: 1 }, unevaluatedItems: false },
    ],
    texts: [...arrays, ...rest],
  },
  {
    name: "combinations",
    schemas: [
      { allOf: [int64, { minimum: 3 }] },
      { anyOf: [int64, { type: "string" }] },
      { oneOf: [int64, uint64] },
      { not: int64 },
      { not: { type: "number" } },
      { enum: [1, { a: 1 }, [1], "a", null] },
      { type: "integer", enum: [1, "a"] },
      { enum: [] },
    ],
    texts: [...safe, ...large, ...rest, '{"a":1}', "[1]"],
  },
];

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** Recursive components, which would check a value again if no part were left out. */
export const loops: readonly Readonly<Record<string, unknown>>[] = [
  {
    Pet: {
      type: "object",
      properties: { kind: { type: "string" } },
      required: ["kind"],
      oneOf: [to("Cat"), to("Dog")],
      discriminator: { propertyName: "kind" },
    },
    Cat: { allOf: [to("Pet"), { properties: { a: int64 }, required: ["a"] }] },
    Dog: { allOf: [to("Pet"), { properties: { a: { type: "string" } } }] },
  },
  // The tag decides, also where a branch with another tag would match.
  {
    Either: {
      oneOf: [to("Cat"), to("Dog")],
      discriminator: {
        propertyName: "kind",
        mapping: { Cat: "#/components/schemas/Cat", Dog: "#/components/schemas/Dog" },
      },
    },
    Tagged: { type: "object", properties: { kind: { type: "string" } }, required: ["kind"] },
    Cat: { allOf: [to("Tagged"), { properties: { a: int64 }, required: ["a"] }] },
    Dog: { allOf: [to("Tagged"), { properties: { a: { type: "string" } } }] },
  },
  {
    Left: { anyOf: [{ allOf: [to("Right")] }, { type: "string" }] },
    Right: { anyOf: [{ allOf: [to("Left")] }, { type: "number" }] },
  },
  { Own: { oneOf: [to("Own"), { type: "string" }] } },
  { Union: { oneOf: [to("Part"), { type: "string" }] }, Part: { allOf: [to("Union")] } },
  { First: { allOf: [to("Second")] }, Second: { allOf: [to("First"), { type: "string" }] } },
  { Not: { not: to("Other") }, Other: { allOf: [to("Not")] } },
  {
    Typed: { allOf: [to("Either")], type: "object" },
    Either: { oneOf: [to("Typed"), to("Nested")] },
    Nested: { type: "object", properties: { next: to("Typed") }, required: ["next"] },
  },
];

export const loopTexts: readonly string[] = [
  ...objects,
  ...rest,
  '{"kind":"Cat"}',
  '{"kind":"Cat","a":1}',
  '{"kind":"Dog","a":1}',
  '{"kind":"Dog","a":"x"}',
  '{"kind":"Cat","a":"x"}',
  '{"next":1}',
];
