// One feature a case: the emitted schema, its type, and its valid and invalid values.

export interface Case {
  readonly name: string;
  /** The component `Sample`; `others` are its siblings. */
  readonly schema: unknown;
  readonly others?: Readonly<Record<string, unknown>>;
  /** The text after `export const SampleSchema: z.ZodType<types.Sample> = `. */
  readonly want?: string;
  /** The type of `Sample` from emit-types, in short form. */
  readonly type: string;
  readonly good?: readonly unknown[];
  readonly bad?: readonly unknown[];
}

const pet = (tag: string) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: tag }, age: { type: "integer", format: "int64" } },
});

const node = { $ref: "#/components/schemas/Sample" };

export const cases: readonly Case[] = [
  {
    name: "keeps unknown keys, and distinguishes absent from undefined",
    schema: {
      type: "object",
      required: ["a"],
      properties: { a: { type: "string" }, b: { type: "boolean" } },
    },
    want: "z.looseObject({ a: z.string(), b: z.exactOptional(z.boolean()) });",
    type: "{ a: string; b?: boolean }",
    good: [{ a: "" }, { a: "x", b: true, c: 1 }],
    bad: [{}, { a: 1 }, { a: "", b: undefined }, [], null],
  },
  {
    name: "closes an object",
    schema: { type: "object", properties: { a: { type: "null" } }, additionalProperties: false },
    want: "z.strictObject({ a: z.exactOptional(z.null()) });",
    type: "{ a?: null }",
    good: [{}, { a: null }],
    bad: [{ b: 1 }, JSON.parse('{"__proto__": 1}')],
  },
  {
    name: "checks the other keys",
    schema: {
      type: "object",
      properties: { a: { type: "string" } },
      additionalProperties: { type: "string" },
    },
    want: "z.object({ a: z.exactOptional(z.string()) }).catchall(\n  z.string(),\n);",
    type: "{ a?: string; [key: string]: string | undefined }",
    good: [{}, { a: "", b: "" }],
    bad: [{ b: 1 }],
  },
  {
    name: "maps",
    schema: { type: "object", additionalProperties: { type: "integer" }, maxProperties: 2 },
    want: "z.record(z.string(), z.int()).check(maxProperties(2));",
    type: "{ [key: string]: number }",
    good: [{ a: 1, b: 2 }],
    bad: [{ a: "1" }, { a: 1, b: 2, c: 3 }],
  },
  {
    name: "requires a property it does not describe",
    schema: { type: "object", required: ["a"] },
    want: "z.looseObject({ a: z.unknown() });",
    type: "{ a: unknown }",
    good: [{ a: null }],
    bad: [{}],
  },
  {
    name: "names every object inherits",
    schema: JSON.parse(
      '{"type":"object","required":["constructor"],"properties":{"constructor":{"type":"string"},"__proto__":{"type":"integer"}}}',
    ),
    type: '{ constructor: string; ["__proto__"]?: number }',
    good: [JSON.parse('{"constructor":"a"}'), JSON.parse('{"constructor":"a","__proto__":1}')],
    bad: [{}, JSON.parse('{"constructor":"a","__proto__":"b"}')],
  },
  {
    name: "gives int64 as bigint",
    schema: { type: "integer", format: "int64", minimum: 0 },
    want: "int64().check(minimum(0n));",
    type: "bigint",
    good: [0, 5n, 9223372036854775807n],
    bad: [-1, 1.5, 9223372036854775808n, 2 ** 60, "1"],
  },
  {
    name: "gives uint64 as bigint",
    schema: { type: "integer", format: "uint64" },
    want: "uint64();",
    type: "bigint",
    good: [0, 18446744073709551615n],
    bad: [-1, 18446744073709551616n],
  },
  {
    name: "leaves an int64 with safe bounds a number, and refuses a bigint for it",
    schema: { type: "integer", format: "int64", minimum: 1, maximum: 100 },
    want: "z.int().min(1).max(100);",
    type: "number",
    good: [1, 100],
    bad: [0, 101, 5n],
  },
  {
    name: "bounds and divides numbers by their digits",
    schema: { type: "number", exclusiveMinimum: 0, multipleOf: 0.01 },
    want: "z.number().gt(0).check(multipleOf(0.01));",
    type: "number",
    good: [0.01, 19.99, 4.35],
    bad: [0, 0.005, 5n],
  },
  {
    name: "int32",
    schema: { type: "integer", format: "int32" },
    want: "z.int32();",
    type: "number",
    good: [2147483647],
    bad: [2147483648],
  },
  {
    name: "counts code points",
    schema: { type: "string", minLength: 1, maxLength: 2 },
    want: "z.string().min(1).check(maxLength(2));",
    type: "string",
    good: ["a", "🦀🦀"],
    bad: ["", "abc", "🦀🦀🦀"],
  },
  {
    name: "patterns with the u flag, or without where it forbids them",
    schema: {
      type: "object",
      properties: {
        a: { type: "string", pattern: "^\\p{L}/$" },
        b: { type: "string", pattern: "^\\-$" },
      },
    },
    want: "z.looseObject({\n  a: z.exactOptional(z.string().regex(/^\\p{L}\\/$/u)),\n  b: z.exactOptional(z.string().regex(/^\\-$/)),\n});",
    type: "{ a?: string; b?: string }",
    good: [{ a: "é/" }, { b: "-" }],
    bad: [{ a: "1/" }, { b: "x" }],
  },
  {
    name: "patterns that only engines take, not the compiler",
    schema: {
      type: "object",
      properties: {
        a: { type: "string", pattern: '^\\p{L}"\\"' },
        b: { type: "string", pattern: "^(?i:x)$" },
        c: { type: "string", pattern: "^(?:(?<n>a)|(?<n>b))\\8$" },
      },
    },
    type: "{ a?: string; b?: string; c?: string }",
    good: [{ b: "X" }, { b: "x" }],
    bad: [{ a: "é" }, { b: "y" }, { c: "c" }],
  },
  {
    name: "date-time of RFC 3339",
    schema: { type: "string", format: "date-time" },
    want: "z.string().check(dateTimeFormat);",
    type: "string",
    good: ["2024-02-29T23:59:59.5+02:00", "1990-12-31t23:59:60z"],
    bad: ["2023-02-29T00:00:00Z", "2024-01-01T00:00:00", "1990-12-31T22:59:60Z", "2024-01-01"],
  },
  {
    name: "uuid of any version",
    schema: { type: "string", format: "uuid" },
    want: "z.guid();",
    type: "string",
    good: ["99C17CBB-656F-F64A-940F-1A4568F03487"],
    bad: ["99c17cbb656ff64a940f1a4568f03487"],
  },
  {
    name: "uri, as it is",
    schema: { type: "string", format: "uri" },
    type: "string",
    good: ["urn:isbn:1", "http://[::1]:80/%7Ea?b#c", "mailto:a@b.c"],
    bad: ["/relative", "http://a b", "http://[::g]/"],
  },
  {
    name: "enum with null",
    schema: { type: ["string", "null"], enum: ["a", "b", null] },
    want: 'z.nullable(z.enum(["a", "b"]));',
    type: '"a" | "b" | null',
    good: ["a", null],
    bad: ["c", undefined],
  },
  {
    name: "constants of any kind",
    schema: { enum: [{ a: [1] }, 1, "x"] },
    want: 'z.custom<types.Sample>().check(enumeration([{ a: [1] }, 1, "x"]));',
    type: '{ a: [1] } | 1 | "x"',
    good: [{ a: [1] }, 1, "x"],
    bad: [{ a: [2] }, { a: [1], b: 1 }, null],
  },
  {
    name: "a union of constants",
    schema: {
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", title: "B" },
      ],
    },
    want: 'z.enum(["a", "b"]);',
    type: '"a" | "b"',
    good: ["a"],
    bad: ["c"],
  },
  {
    name: "an open enum",
    schema: { type: "string", enum: ["a"], "x-open-enum": true },
    want: "z.string();",
    type: '"a" | (string & {})',
    good: ["a", "b"],
    bad: [1],
  },
  {
    name: "arrays",
    schema: {
      type: "array",
      items: { type: "string" },
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
    },
    want: "z.array(z.string()).min(1).max(3).check(uniqueItems);",
    type: "string[]",
    good: [["a"], ["a", "b", "c"]],
    bad: [[], ["a", "a"], ["a", "b", "c", "d"]],
  },
  {
    name: "tuples that must be whole",
    schema: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: false,
      minItems: 2,
    },
    want: "z.tuple([z.string(), z.int()]);",
    type: "[string, number]",
    good: [["a", 1]],
    bad: [["a"], ["a", 1, 2]],
  },
  {
    name: "tuples that may end early",
    schema: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer", format: "int64" }],
    },
    type: "[string?, bigint?, ...unknown[]]",
    good: [[], ["a"], ["a", 1, null]],
    bad: [[1], ["a", "b"], {}],
  },
  {
    name: "contains",
    schema: { type: "array", contains: { type: "integer" }, minContains: 2 },
    want: 'z.array(z.unknown()).check(contains(type("integer"), { min: 2 }));',
    type: "unknown[]",
    good: [[1, "a", 2]],
    bad: [[1], []],
  },
  {
    name: "recursion",
    schema: { type: "object", properties: { next: node, all: { type: "array", items: node } } },
    want: "z.looseObject({\n  get all() {\n    return z.exactOptional(z.array(SampleSchema));\n  },\n  get next() {\n    return z.exactOptional(SampleSchema);\n  },\n});",
    type: "{ next?: Sample; all?: Sample[] }",
    good: [{ next: { next: {}, all: [{}] } }],
    bad: [{ next: { all: [1] } }],
  },
  {
    name: "recursion without an object in between",
    schema: { anyOf: [{ type: "string" }, { type: "array", items: node }] },
    want: "z.union([\n  z.string(),\n  z.array(z.lazy(() => SampleSchema)),\n]);",
    type: "string | Sample[]",
    good: ["a", [["a"], []]],
    bad: [1, [[1]]],
  },
  {
    name: "allOf of open objects",
    schema: {
      allOf: [
        { $ref: "#/components/schemas/Base" },
        { type: "object", required: ["b"], properties: { b: { type: "string" } } },
      ],
    },
    others: { Base: { type: "object", properties: { a: { type: "integer", format: "int64" } } } },
    want: "z.looseObject({ a: z.exactOptional(int64()), b: z.string() });",
    type: "Base & { b: string }",
    good: [{ a: 1, b: "" }],
    bad: [{ a: 1 }, { a: "", b: "" }],
  },
  {
    name: "allOf in which one object is closed",
    schema: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", required: ["b"] }] },
    others: {
      Base: {
        type: "object",
        properties: { b: { type: "integer", format: "int64" } },
        additionalProperties: false,
      },
    },
    want: "z.custom<types.Sample>().check(\n  allOf(BaseSchema, z.looseObject({ b: z.unknown() })),\n);",
    type: "Base & { b: unknown }",
    good: [{ b: 1 }],
    bad: [{}, { b: 1, c: 1 }],
  },
  {
    name: "branches told apart by a tag",
    schema: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] },
    others: { Cat: pet("cat"), Dog: pet("dog") },
    want: 'z.discriminatedUnion("kind", [CatSchema, DogSchema]);',
    type: "Cat | Dog",
    good: [{ kind: "cat" }, { kind: "dog", age: 3 }],
    bad: [{ kind: "cow" }, {}, { kind: "dog", age: "3" }],
  },
  {
    name: "branches told apart by a mapping",
    schema: {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: "kind",
        mapping: { c: "#/components/schemas/Cat", d: "#/components/schemas/Dog" },
      },
    },
    others: {
      Cat: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
      Dog: {
        type: "object",
        required: ["kind", "age"],
        properties: { kind: { type: "string" }, age: { type: "integer" } },
      },
    },
    want: 'z.discriminatedUnion("kind", [CatSchema, DogSchema]);',
    type: "Cat | Dog",
    good: [{ kind: "c" }, { kind: "d", age: 3 }],
    bad: [{ kind: "d" }, { kind: "e" }, {}, { kind: {} }],
  },
  {
    name: "branches of different types",
    schema: { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
    want: "z.nullable(z.union([z.string(), z.int()]));",
    type: "string | number | null",
    good: ["a", 1, null],
    bad: [true],
  },
  {
    name: "exactly one",
    schema: {
      oneOf: [
        { type: "integer", multipleOf: 2 },
        { type: "integer", multipleOf: 3 },
      ],
    },
    want: "z.xor([z.int().check(multipleOf(2)), z.int().check(multipleOf(3))]);",
    type: "number",
    good: [2, 3],
    bad: [6, 5],
  },
  {
    name: "keywords without a type leave other types alone",
    schema: { minLength: 3, properties: { a: { type: "string" } } },
    want: "z.custom<types.Sample>().check(\n  minLength(3),\n  properties({ a: z.string() }),\n);",
    type: "{ a?: string }",
    good: [1, "abc", { a: "" }, []],
    bad: ["ab", { a: 1 }],
  },
  {
    name: "conditions",
    schema: {
      type: "object",
      if: { required: ["a"] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: { required: ["b"] },
      else: { maxProperties: 0 },
    },
    type: "{ [key: string]: unknown }",
    good: [{ a: 1, b: 1 }, {}],
    bad: [{ a: 1 }, { b: 1 }],
  },
  {
    name: "negation",
    schema: { not: { type: "string" } },
    want: 'z.custom<types.Sample>().check(not(type("string")));',
    type: "unknown",
    good: [1, null],
    bad: ["a"],
  },
  {
    name: "checks beside a property that is declared further down",
    schema: {
      type: "object",
      required: ["next"],
      properties: { next: { $ref: "#/components/schemas/Zone" } },
      minProperties: 2,
    },
    others: {
      Zone: { type: "object", properties: { back: node } },
    },
    type: "{ next: Zone }",
    good: [{ next: {}, a: 1 }],
    bad: [{ next: {} }, { next: { back: {} }, a: 1 }],
  },
  {
    name: "a union that is an option of itself, which is left out",
    schema: { oneOf: [{ const: "a" }, { const: "b" }, node] },
    want: "z.custom<types.Sample>().check(accept);",
    type: '"a" | "b"',
    good: ["a"],
  },
  {
    name: "patterns of keys",
    schema: {
      type: "object",
      patternProperties: { "^x-": { type: "integer", format: "int64" } },
      additionalProperties: false,
    },
    type: "{ [key: string]: bigint }",
    good: [{ "x-a": 1 }, {}],
    bad: [{ "x-a": "1" }, { a: 1 }],
  },
  {
    name: "dependencies",
    schema: {
      type: "object",
      dependentRequired: { a: ["b"] },
      dependentSchemas: { c: { properties: { d: { type: "string" } } } },
      propertyNames: { maxLength: 1 },
    },
    type: "{ [key: string]: unknown }",
    good: [{ a: 1, b: 1 }, { c: 1, d: "" }, { d: 1 }],
    bad: [{ a: 1 }, { c: 1, d: 1 }, { ab: 1 }],
  },
  {
    name: "what no keyword has looked at",
    schema: {
      allOf: [{ $ref: "#/components/schemas/Base" }],
      anyOf: [{ properties: { b: { type: "string" } }, required: ["b"] }, true],
      unevaluatedProperties: false,
    },
    others: { Base: { type: "object", properties: { a: { type: "integer", format: "int64" } } } },
    type: "Base",
    good: [{ a: 1 }, { a: 1, b: "" }],
    bad: [{ c: 1 }, { b: 1 }],
  },
  {
    name: "hostile text",
    schema: {
      type: "object",
      properties: {
        "*/ `${alert(1)}`": { const: "</script>\u2028`${1}`" },
        'a"\\\n': { type: "string", pattern: "^[/\"'`\u2028\\]\u202e]$" },
        default: { enum: ["__proto__", "constructor", "it's"] },
      },
    },
    type: '{ "*/ `${alert(1)}`"?: string; "a\\"\\\\\\n"?: string; default?: string }',
    good: [
      { "*/ `${alert(1)}`": "</script>\u2028`${1}`" },
      { 'a"\\\n': "/" },
      { 'a"\\\n': "\u202e" },
      { default: "__proto__" },
    ],
    bad: [{ "*/ `${alert(1)}`": "" }, { 'a"\\\n': "x" }, { default: "toString" }],
  },
];
