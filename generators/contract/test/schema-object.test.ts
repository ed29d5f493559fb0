import { describe, expect, test } from "vitest";
import { build, contractOf, named, plain, withSchemas } from "./contract-of.ts";

const cases: { readonly it: string; version: string; given: string; want: unknown }[] = [
  {
    it: "keeps the keywords of 2020-12",
    version: "3.1.0",
    given: `
      {
        "$id": "https://example.com/a", "$anchor": "here", "$comment": "c", title: T, description: D,
        default: 1, examples: [1, 2], deprecated: true, readOnly: true, writeOnly: false,
        type: [integer, "null"], const: 1, enum: [1, null], format: int64,
        minimum: 1, maximum: 2, exclusiveMinimum: 0, exclusiveMaximum: 3, multipleOf: 0.5
      }`,
    want: {
      id: "https://example.com/a",
      anchor: "here",
      comment: "c",
      title: "T",
      description: "D",
      default: 1,
      examples: [1, 2],
      deprecated: true,
      readOnly: true,
      writeOnly: false,
      types: ["integer", "null"],
      const: { value: 1 },
      enum: [1, null],
      format: "int64",
      minimum: 1,
      maximum: 2,
      exclusiveMinimum: 0,
      exclusiveMaximum: 3,
      multipleOf: 0.5,
    },
  },
  {
    it: "reads an enum beside every string as one that may grow",
    version: "3.1.0",
    given: "{ anyOf: [{ type: string, enum: [a] }, { type: string, x-a: 1 }] }",
    want: { types: ["string"], enum: ["a"], openEnum: true },
  },
  {
    it: "reads no open enum where the other strings are restricted",
    version: "3.1.0",
    given: "{ anyOf: [{ enum: [a] }, { type: string, pattern: '^b' }] }",
    want: { anyOf: [{ enum: ["a"] }, { types: ["string"], pattern: "^b" }] },
  },
  {
    it: "reads numbers that carry one sign",
    version: "3.1.0",
    given: `
      {
        type: object, required: [a, b], properties: { a: { type: integer }, b: { type: integer } },
        anyOf: [
          { properties: { a: { minimum: 0 }, b: { minimum: 0 } } },
          { properties: { a: { maximum: 0 }, b: { maximum: 0 } } },
        ]
      }`,
    want: {
      types: ["object"],
      required: ["a", "b"],
      properties: { a: { types: ["integer"] }, b: { types: ["integer"] } },
      sameSign: ["a", "b"],
    },
  },
  {
    it: "keeps the keywords of strings and arrays",
    version: "3.1.0",
    given: `
      {
        minLength: 1, maxLength: 2, pattern: "^a", contentEncoding: base64,
        contentMediaType: application/json, contentSchema: { type: string },
        prefixItems: [true, { type: string }], items: false, contains: { const: 1 },
        minContains: 1, maxContains: 2, minItems: 1, maxItems: 3, uniqueItems: true,
        unevaluatedItems: false
      }`,
    want: {
      minLength: 1,
      maxLength: 2,
      pattern: "^a",
      contentEncoding: "base64",
      contentMediaType: "application/json",
      contentSchema: { types: ["string"] },
      prefixItems: [true, { types: ["string"] }],
      items: false,
      contains: { const: { value: 1 } },
      minContains: 1,
      maxContains: 2,
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      unevaluatedItems: false,
    },
  },
  {
    it: "keeps the keywords of objects and combinations",
    version: "3.1.0",
    given: `
      {
        properties: { b: true, a: false }, patternProperties: { "^x": {} },
        additionalProperties: false, propertyNames: { pattern: a }, required: [a],
        minProperties: 1, maxProperties: 2, dependentRequired: { a: [b] },
        dependentSchemas: { a: true }, unevaluatedProperties: false,
        allOf: [true], anyOf: [true], oneOf: [true], not: {}, if: true, then: true, else: false,
        xml: { name: n }, externalDocs: { url: u }
      }`,
    want: {
      properties: { a: false, b: true },
      patternProperties: { "^x": {} },
      additionalProperties: false,
      propertyNames: { pattern: "a" },
      required: ["a"],
      minProperties: 1,
      maxProperties: 2,
      dependentRequired: { a: ["b"] },
      dependentSchemas: { a: true },
      unevaluatedProperties: false,
      allOf: [true],
      anyOf: [true],
      oneOf: [true],
      not: {},
      if: true,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: true,
      else: false,
      xml: { name: "n" },
      externalDocs: { url: "u" },
    },
  },
  {
    it: "keeps the digits of big bounds",
    version: "3.1.0",
    given: "{ minimum: -9223372036854775808, maximum: 9223372036854775807 }",
    want: { minimum: -9223372036854775808n, maximum: 9223372036854775807n },
  },
  {
    it: "takes an array of items for prefixItems, additionalItems for the rest",
    version: "3.0.3",
    given: "{ items: [{ type: string }, true], additionalItems: { type: integer } }",
    want: { prefixItems: [{ types: ["string"] }, true], items: { types: ["integer"] } },
  },
  {
    it: "ignores additionalItems beside a single items schema",
    version: "3.1.0",
    given: "{ items: { type: string }, additionalItems: false }",
    want: { items: { types: ["string"] } },
  },
  {
    it: "folds boolean exclusive bounds into numbers",
    version: "3.0.3",
    given: "{ minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }",
    want: { exclusiveMinimum: 0, maximum: 9 },
  },
  {
    it: "splits dependencies",
    version: "3.0.3",
    given: "{ dependencies: { a: [b, c], d: { minProperties: 2 } } }",
    want: { dependentRequired: { a: ["b", "c"] }, dependentSchemas: { d: { minProperties: 2 } } },
  },
  {
    it: "takes example for an example",
    version: "3.0.3",
    given: "{ type: string, example: x }",
    want: { types: ["string"], examples: ["x"] },
  },
  {
    it: "puts required properties first, in the order of required",
    version: "3.1.0",
    given: "{ required: [z, b, missing], properties: { a: {}, b: {}, y: {}, z: {} } }",
    want: { required: ["z", "b", "missing"], properties: { z: {}, b: {}, a: {}, y: {} } },
  },
  {
    it: "takes x-deprecated for deprecated",
    version: "3.1.0",
    given: '{ x-deprecated: { replacement: "#/x" } }',
    want: { deprecated: true },
  },
];

describe("a schema object", () => {
  test.each(cases)("$it", async ({ version, given, want }) => {
    const contract = await contractOf(withSchemas(version, `A: ${given.trim()}`));
    expect(plain(named(contract, "A"), contract)).toStrictEqual(want);
    const { properties } = named(contract, "A");
    const order = Object.keys((want as { properties?: object }).properties ?? {});
    expect([...(properties?.keys() ?? [])]).toStrictEqual(order);
  });

  test("keeps the order in which properties were written", async () => {
    const contract = await contractOf(
      withSchemas("3.1.0", "A: { required: [b], properties: { c: {}, b: {}, a: {} } }"),
    );
    expect(named(contract, "A").propertyOrder).toStrictEqual(["c", "b", "a"]);
  });

  test("keeps a property named __proto__", async () => {
    const contract = await contractOf(
      withSchemas("3.1.0", 'A: { properties: { "__proto__": { type: string }, constructor: {} } }'),
    );
    const { properties, raw } = named(contract, "A");
    expect([...(properties?.keys() ?? [])]).toStrictEqual(["__proto__", "constructor"]);
    expect(Object.keys(raw["properties"] ?? {})).toStrictEqual(["__proto__", "constructor"]);
  });

  test("keeps its source with sorted keys, and its extensions", async () => {
    const contract = await contractOf(
      withSchemas(
        "3.0.3",
        "A: { x-b: 1, type: string, x-a: { d: 1, c: 2 }, nullable: true, odd: 1 }",
      ),
    );
    const schema = named(contract, "A");
    expect(JSON.stringify(schema.raw)).toBe(
      '{"nullable":true,"odd":1,"type":"string","x-a":{"c":2,"d":1},"x-b":1}',
    );
    expect([...schema.extensions]).toStrictEqual([
      ["x-a", { c: 2, d: 1 }],
      ["x-b", 1],
    ]);
    expect(schema.source).toStrictEqual({ file: "api.yaml", pointer: "/components/schemas/A" });
    expect(contract.locate(schema.source)).toMatchObject({ line: 6, column: 5 });
  });
});

const nullables: { readonly it: string; given: string; want: unknown }[] = [
  { it: "adds null to a type", given: "{ type: string }", want: { types: ["string", "null"] } },
  {
    it: "adds null to the enum, too",
    given: "{ type: string, enum: [a] }",
    want: { types: ["string", "null"], enum: ["a", null] },
  },
  {
    it: "leaves an enum alone that lists null",
    given: "{ type: string, enum: [null, a] }",
    want: { types: ["string", "null"], enum: [null, "a"] },
  },
  { it: "says nothing without a type", given: "{ minLength: 1 }", want: { minLength: 1 } },
  {
    it: "makes a combination one branch and null the other",
    given: "{ description: D, allOf: [{ minLength: 1 }] }",
    want: { description: "D", anyOf: [{ allOf: [{ minLength: 1 }] }, { types: ["null"] }] },
  },
];

describe("nullable: true", () => {
  test.each(nullables)("$it", async ({ given, want }) => {
    const contract = await contractOf(
      withSchemas("3.0.3", `A: ${given.replace("{", "{ nullable: true,")}`),
    );
    expect(plain(named(contract, "A"))).toStrictEqual(want);
  });
});

describe("30.17 nullable: true without effect", () => {
  const rows: readonly (readonly [version: string, given: string, want: unknown])[] = [
    ["3.1.0", "{ type: string, nullable: true }", { types: ["string", "null"] }],
    [
      "3.1.0",
      "{ type: string, enum: [a], nullable: true }",
      { types: ["string", "null"], enum: ["a", null] },
    ],
    [
      "3.1.0",
      "{ const: a, nullable: true }",
      { anyOf: [{ const: { value: "a" } }, { types: ["null"] }] },
    ],
    [
      "3.1.0",
      "{ $ref: '#/components/schemas/B', nullable: true, minLength: 1 }",
      { anyOf: [{ ref: "-> B", minLength: 1 }, { types: ["null"] }] },
    ],
    [
      "3.0.3",
      "{ $ref: '#/components/schemas/B', nullable: true, description: D }",
      { description: "D", anyOf: [{ ref: "-> B" }, { types: ["null"] }] },
    ],
  ];
  test.each(rows)("in %s, %s is read", async (version, given, want) => {
    const { contract, diagnostics } = await build(
      withSchemas(version, `A: ${given}\nB: { type: string }`),
    );
    if (contract === undefined) throw new Error("no contract");
    expect(plain(named(contract, "A"), contract)).toStrictEqual(want);
    expect(diagnostics).toMatchObject([{ code: "NULLABLE_READ", severity: "warning" }]);
  });

  test("is reported once for a document, at the first place", async () => {
    const { diagnostics } = await build(
      withSchemas(
        "3.1.0",
        `B: { type: string, nullable: true }
A: { type: object, nullable: true, properties: { a: { type: string, nullable: true } } }`,
      ),
    );
    expect(diagnostics).toMatchObject([
      {
        code: "NULLABLE_READ",
        pointer: "/components/schemas/B/nullable",
        message:
          "The specification ignores `nullable` here and at 2 other places, but Specwright allows null.",
      },
    ]);
  });

  test("is not reported if it has an effect in OpenAPI 3.0", async () => {
    const { diagnostics } = await build(
      withSchemas(
        "3.0.3",
        "A: { type: string, nullable: true }\nC: { $ref: '#/components/schemas/A' }",
      ),
    );
    expect(diagnostics).toStrictEqual([]);
  });
});

describe("the dialect", () => {
  const dialects: readonly (readonly [version: string, given: string, want: string])[] = [
    ["3.0.3", "{}", "openapi-3.0"],
    ["3.1.0", "{}", "2020-12"],
    ["3.2.0", "{}", "2020-12"],
    ["3.1.0", '{ $schema: "http://json-schema.org/draft-07/schema#" }', "draft-07"],
    ["3.1.0", '{ $schema: "https://json-schema.org/draft/2019-09/schema" }', "2019-09"],
    ["3.1.0", '{ $schema: "http://json-schema.org/draft-04/schema#" }', "draft-04"],
    ["3.1.0", '{ $schema: "https://example.com/own" }', "2020-12"],
  ];
  test.each(dialects)("of OpenAPI %s with %s is %s", async (version, given, want) => {
    const contract = await contractOf(withSchemas(version, `A: ${given}`));
    expect(named(contract, "A").dialect).toBe(want);
  });

  test("follows jsonSchemaDialect", async () => {
    const text = withSchemas("3.1.0", "A: {}");
    const dialect = 'jsonSchemaDialect: "http://json-schema.org/draft-07/schema#"\n';
    expect(named(await contractOf(dialect + text), "A").dialect).toBe("draft-07");
  });
});
