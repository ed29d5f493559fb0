import { describe, expect, it } from "vitest";
import { compile, reformatted } from "./compile.ts";
import { schemaDocument, typesOf } from "./types-of.ts";

// Doc comments of the form `/** @generated from ... */` are left out of `want`.
const cases: [title: string, given: string, want: string][] = [
  ["a string", "A: { type: string }", "export type A = string;"],
  ["a number", "A: { type: number }", "export type A = number;"],
  ["a boolean", "A: { type: boolean }", "export type A = boolean;"],
  ["null", "A: { type: 'null' }", "export type A = null;"],
  ["anything", "A: {}\nB: true", "export type A = unknown;\n\nexport type B = unknown;"],
  ["nothing", "A: false", "export type A = never;"],
  [
    "several types",
    "A: { type: ['null', string, integer] }",
    "export type A = string | number | null;",
  ],
  [
    "an integer of 32 bits",
    "A: { type: integer, format: int32 }",
    "/** Format: int32. */\nexport type A = number;",
  ],
  [
    "an integer of 64 bits",
    "A: { type: integer, format: int64 }",
    "/** Format: int64. */\nexport type A = bigint;",
  ],
  [
    "an integer of 64 bits with safe bounds",
    "A: { type: integer, format: int64, minimum: 0, maximum: 9 }",
    "/** At least 0, at most 9. Format: int64. */\nexport type A = number;",
  ],
  ["a constant", "A: { const: a }", 'export type A = "a";'],
  ["the constant null", "A: { const: null }", "export type A = null;"],
  [
    "a constant of 64 bits",
    "A: { type: integer, format: int64, const: 5 }",
    "/** Format: int64. */\nexport type A = 5n;",
  ],
  [
    "a constant beyond the safe range",
    "A: { const: 9007199254740993 }",
    "export type A = 9007199254740993n;",
  ],
  [
    "a constant object",
    "A: { const: { a: [1, b], c-d: {} } }",
    'export type A = { a: [1, "b"]; "c-d": {} };',
  ],
  [
    "an enum of everything",
    "A: { enum: [a, 1, null, true, a] }",
    'export type A = "a" | 1 | null | true;',
  ],
  [
    "an enum less what its type excludes",
    "A: { type: string, enum: [a, null] }",
    'export type A = "a";',
  ],
  ["an enum without a member", "A: { type: string, enum: [1] }", "export type A = never;"],
  [
    "an open enum",
    "A: { type: string, enum: [a, b], x-open-enum: true }",
    '/** Open: new values can be added; callers receive unknown ones too. */\nexport type A = "a" | "b" | (string & {});',
  ],
  ["an array", "A: { type: array, items: { type: string } }", "export type A = string[];"],
  ["an array of anything", "A: { type: array }", "export type A = unknown[];"],
  [
    "an array of a union",
    "A: { type: array, items: { type: [string, 'null'] } }",
    "export type A = (string | null)[];",
  ],
  [
    "a tuple",
    "A: { type: array, prefixItems: [{ type: string }, { type: number }], minItems: 1, items: false }",
    "/** At least 1 item. */\nexport type A = [string, number?];",
  ],
  [
    "a tuple with a rest",
    "A: { prefixItems: [{ type: string }], minItems: 1, items: { type: [number, 'null'] } }",
    "/** At least 1 item. */\nexport type A = [string, ...(number | null)[]];",
  ],
  [
    "a tuple that may be longer",
    "A: { type: array, prefixItems: [{ type: string }] }",
    "export type A = [string?, ...unknown[]];",
  ],
  [
    "a tuple closed by its length",
    "A: { type: array, prefixItems: [{ enum: [a, b] }], minItems: 0, maxItems: 1 }",
    '/** At most 1 item. */\nexport type A = [("a" | "b")?];',
  ],
  [
    "an object",
    "A: { type: object, required: [b], properties: { a: { type: string }, b: { type: string }, c-d: false } }",
    'export interface A {\n  a?: string;\n  b: string;\n  "c-d"?: never;\n}',
  ],
  [
    "an object without type",
    "A: { properties: { a: { type: string } } }",
    "export interface A {\n  a?: string;\n}",
  ],
  ["an object of anything", "A: { type: object }", "export type A = { [key: string]: unknown };"],
  [
    "an object of nothing",
    "A: { type: object, additionalProperties: false }",
    "export type A = { [key: string]: never };",
  ],
  [
    "a closed object",
    "A: { type: object, properties: { a: true }, additionalProperties: false }",
    "export interface A {\n  a?: unknown;\n}",
  ],
  [
    "an open object",
    "A: { type: object, properties: { a: true }, additionalProperties: true }",
    "export interface A {\n  a?: unknown;\n}",
  ],
  [
    "a map",
    "A: { type: object, additionalProperties: { type: number } }",
    "export type A = { [key: string]: number };",
  ],
  [
    "a map with known keys",
    "A: { type: object, required: [a], properties: { a: { type: string } }, additionalProperties: { type: number } }",
    "export interface A {\n  a: string;\n  [key: string]: number | string;\n}",
  ],
  [
    "a map with keys that may be absent",
    "A: { type: object, properties: { a: { type: number } }, additionalProperties: { type: number } }",
    "export interface A {\n  a?: number;\n  [key: string]: number | undefined;\n}",
  ],
  [
    "patterns",
    "A: { type: object, patternProperties: { ^x-: { type: string }, ^y-: { type: number } }, additionalProperties: false }",
    "export type A = { [key: string]: string | number };",
  ],
  [
    "patterns beside what is free",
    "A: { type: object, patternProperties: { ^x-: { type: string } } }",
    "export type A = { [key: string]: unknown };",
  ],
  [
    "a required name that is not declared",
    "A: { type: object, required: [a, b], properties: { a: { type: string } } }",
    "export interface A {\n  a: string;\n  b: unknown;\n}",
  ],
  [
    "a key that is not a property name",
    "A: { type: object, properties: { __proto__: { type: string }, 200: { type: string }, '': { type: string } } }",
    'export interface A {\n  200?: string;\n  ["__proto__"]?: string;\n  ""?: string;\n}',
  ],
  [
    "nested objects",
    "A: { type: object, properties: { a: { type: object, required: [b], properties: { b: { type: string } } } } }",
    "export interface A {\n  a?: { b: string };\n}",
  ],
  [
    "limits, a pattern and a default",
    "A: { type: object, properties: { a: { type: string, title: Code, description: Of a shop., minLength: 1, maxLength: 9, pattern: '^[a-z`]+$', default: x }, b: { type: integer, exclusiveMinimum: 0, multipleOf: 5 } } }",
    'export interface A {\n  /**\n   * Code.\n   *\n   * Of a shop.\n   *\n   * At least 1 character, at most 9 characters, matches `` ^[a-z`]+$ ``. Default: "x".\n   */\n  a?: string;\n  /** More than 0, a multiple of 5. */\n  b?: number;\n}',
  ],
  [
    "what a type cannot show",
    "A: { type: object, deprecated: true, description: 'Says */ it', properties: { a: { type: string, format: uuid, description: Names it, readOnly: true, default: x } } }",
    '/**\n * Says *\\/ it\n *\n * @deprecated\n */\nexport interface A {\n  /** Names it. Format: uuid. Default: "x". Read-only: set by the server. */\n  a?: string;\n}',
  ],
  [
    "an alias",
    "A: { type: string }\nB: { $ref: '#/components/schemas/A' }",
    "export type A = string;\n\nexport type B = A;",
  ],
  [
    "a reference with siblings",
    "A: { type: object, properties: { a: { type: string } } }\nB: { $ref: '#/components/schemas/A', required: [a] }",
    "export interface A {\n  a?: string;\n}\n\nexport type B = { a: string } & A;",
  ],
  [
    "allOf as inheritance",
    "A: { type: object, properties: { a: { type: string } } }\nB: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { b: { type: string } } }], required: [a] }".replace(
      ", required: [a] }",
      " }",
    ),
    "export interface A {\n  a?: string;\n}\n\nexport interface B extends A {\n  b?: string;\n}",
  ],
  [
    "allOf of interfaces only",
    "A: { type: object, properties: { a: { type: string } } }\nB: { type: object, properties: { b: { type: string } } }\nC: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] }",
    "export interface A {\n  a?: string;\n}\n\nexport interface B {\n  b?: string;\n}\n\nexport interface C extends A, B {}",
  ],
  [
    "allOf that requires what it inherits",
    "A: { type: object, properties: { a: { type: string } } }\nB: { required: [a], allOf: [{ $ref: '#/components/schemas/A' }] }",
    "export interface A {\n  a?: string;\n}\n\nexport interface B extends A {\n  a: string;\n}",
  ],
  [
    "allOf with a property in two types",
    "A: { type: object, properties: { a: { type: string } } }\nB: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { a: { type: number } } }] }",
    "export interface A {\n  a?: string;\n}\n\nexport type B = A & { a?: number };",
  ],
  [
    "allOf with a union",
    "A: { oneOf: [{ type: object, properties: { a: { type: string } } }, { type: 'null' }] }\nB: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, required: [b], properties: { b: true } }] }",
    "export type A = { a?: string } | null;\n\nexport type B = A & { b: unknown };",
  ],
  [
    "allOf that only describes",
    "A: { type: string }\nB: { description: Says it., allOf: [{ $ref: '#/components/schemas/A' }] }",
    "export type A = string;\n\n/** Says it. */\nexport type B = A;",
  ],
  [
    "oneOf",
    "A: { oneOf: [{ type: string }, { type: string, format: uuid }, { type: integer }] }",
    "export type A = string | number;",
  ],
  [
    "oneOf beside a bare type",
    "A: { type: string, oneOf: [{ const: a }, { const: b }] }",
    'export type A = "a" | "b";',
  ],
  [
    "oneOf of required names",
    "A: { type: object, properties: { a: { type: string }, b: { type: string } }, anyOf: [{ required: [a] }, { required: [b] }] }",
    "export type A = { a?: string; b?: string } & ({ a: string } | { b: string });",
  ],
  [
    "what no type says",
    "A: { type: string, not: { const: a }, if: true, then: { minLength: 1 } }",
    "export type A = string;",
  ],
  [
    "recursion through a property",
    "A: { type: object, properties: { a: { $ref: '#/components/schemas/A' } } }",
    "export interface A {\n  a?: A;\n}",
  ],
  [
    "recursion through an item",
    "A: { oneOf: [{ type: string }, { type: array, items: { $ref: '#/components/schemas/A' } }] }",
    "export type A = string | A[];",
  ],
  [
    "two that hold each other",
    "A: { oneOf: [{ type: string }, { type: array, items: { $ref: '#/components/schemas/B' } }] }\nB: { oneOf: [{ type: number }, { $ref: '#/components/schemas/A' }] }",
    "export type A = string | B[];\n\nexport type B = number | A;",
  ],
  [
    "names of the language",
    "string: { type: string }\nPromise: { type: array, items: { $ref: '#/components/schemas/string' } }\nÜber-größe: { $ref: '#/components/schemas/Promise' }",
    "export type String_ = string;\n\nexport type Promise_ = String_[];\n\nexport type ÜberGröße = Promise_;",
  ],
  [
    "a long union",
    "A: { enum: [aaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccc, dddddddddddddd] }",
    'export type A =\n  | "aaaaaaaaaaaaaaaaaaaaaaaaa"\n  | "bbbbbbbbbbbbbbbbbbbbbbbbbbbb"\n  | "cccccccccccccccccccccccc"\n  | "dddddddddddddd";',
  ],
  [
    "long unions inside",
    "A: { type: object, properties: { a: { type: array, items: { enum: [aaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccc, ddd] } } } }",
    'export interface A {\n  a?: (\n    | "aaaaaaaaaaaaaaaaaaaaaaaaa"\n    | "bbbbbbbbbbbbbbbbbbbbbbbbbbbb"\n    | "cccccccccccccccccccccccc"\n    | "ddd"\n  )[];\n}',
  ],
  [
    "a long union of objects",
    "A: { oneOf: [{ type: object, required: [a], properties: { a: { const: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa }, b: { const: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb }, c: { type: string, description: C. } } }, { type: string }] }",
    'export type A =\n  | {\n      a: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";\n      b?: "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";\n      /** C. */\n      c?: string;\n    }\n  | string;',
  ],
];

const formatted: [title: string, given: string, want: string][] = [
  [
    "an object that may be null",
    "A: { type: [object, 'null'], properties: { a: { description: A. } } }",
    "export type A = {\n  /** A. */\n  a?: unknown;\n} | null;",
  ],
];

const openApi30: [title: string, given: string, want: string][] = [
  ["nullable", "A: { type: string, nullable: true }", "export type A = string | null;"],
  [
    "nullable beside allOf",
    "A: { type: object, properties: { a: { type: string } } }\nB: { nullable: true, allOf: [{ $ref: '#/components/schemas/A' }] }",
    "export interface A {\n  a?: string;\n}\n\nexport type B = A | null;",
  ],
];

async function typeScript(given: string, version = "3.1.0"): Promise<string> {
  const { files, diagnostics } = await typesOf(schemaDocument(given, version));
  expect(diagnostics).toEqual([]);
  return files.get("types.ts") ?? "";
}

function withoutPlaces(text: string): string {
  return text
    .replace(/^\/\*\* @generated from .* \*\/\n/gm, "")
    .replace(/^ \*\n \* @generated from .*\n/gm, "")
    .replace(/^ \* @generated from .*\n/gm, "")
    .replace(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */");
}

describe("types of schemas", () => {
  it.each([...cases, ...formatted])("%s", async (_, given, want) => {
    expect(withoutPlaces(await typeScript(given))).toBe(`${want}\n`);
  });

  it.each(openApi30)("OpenAPI 3.0: %s", async (_, given, want) => {
    expect(withoutPlaces(await typeScript(given, "3.0.3"))).toBe(`${want}\n`);
  });

  it.each([
    ["a reference", "A: { $ref: '#/components/schemas/B', required: [a] }", "{ a: string } & B"],
    [
      "a reference to itself",
      "A: { $ref: '#/components/schemas/B', required: [next] }",
      "{ next: A } & B",
    ],
    [
      "a branch",
      "A: { $ref: '#/components/schemas/B', oneOf: [{ required: [a] }, { required: [n] }] }",
      "B & ({ a: string } | { n: number })",
    ],
    [
      "several parts",
      "A: { allOf: [{ properties: { x: { type: string } } }, { properties: { y: {} } }, { required: [x] }] }",
      "{ x?: string } & { y?: unknown } & { x: string }",
    ],
    ["a name that nothing declares", "A: { required: [z] }", "{ z: unknown }"],
  ])("30.17 includes members that are required beside %s", async (_, given, want) => {
    const base =
      "B: { type: object, properties: { a: { type: string }, n: { type: number }, next: { $ref: '#/components/schemas/A' } } }";
    const text = withoutPlaces(await typeScript(`${given}\n${base}`));
    expect(text).toContain(`export type A = ${want};\n`);
    expect(await compile(new Map([["types.ts", text]]))).toBe("");
  });

  it("uses numbers for 64 bits on request", async () => {
    const given = schemaDocument(
      "A: { type: integer, format: int64 }\nB: { type: integer, format: int64, const: 5 }",
    );
    const { files } = await typesOf(given, { int64: "number" });
    expect(withoutPlaces(files.get("types.ts") ?? "")).toBe(
      "/** Format: int64. */\nexport type A = number;\n\n/** Format: int64. */\nexport type B = 5;\n",
    );
  });

  it.each([
    [
      "A: { oneOf: [{ type: string }, { $ref: '#/components/schemas/A' }] }",
      "export type A = string;\n",
    ],
    [
      "A: { oneOf: [{ type: string }, { $ref: '#/components/schemas/B' }] }\nB: { oneOf: [{ type: number }, { $ref: '#/components/schemas/A' }] }",
      "export type A = string | B;\n\nexport type B = unknown;\n",
    ],
    [
      "A: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { a: true } }] }",
      "export type A = { a?: unknown };\n",
    ],
  ])("breaks and reports a type that only refers to itself: %s", async (given, want) => {
    const { files, diagnostics } = await typesOf(schemaDocument(given));
    expect(withoutPlaces(files.get("types.ts") ?? "")).toBe(want);
    expect(diagnostics.map((each) => each.code)).toEqual(["TYPE_CIRCULAR"]);
  });

  it("depends on the order of properties only", async () => {
    const schemas = [
      "C: { type: object, properties: { a: { $ref: '#/components/schemas/A' }, b: true } }",
      "A: { type: string, enum: [x, a] }",
      "a: { type: string }",
      "B: { oneOf: [{ $ref: '#/components/schemas/C' }, { $ref: '#/components/schemas/D' }] }",
      "D: { properties: { b: { $ref: '#/components/schemas/B' }, a: { type: string } }, type: object }",
    ];
    const want = await typeScript(schemas.join("\n"));
    expect(await typeScript([...schemas].reverse().join("\n"))).toBe(want);
    const shuffled = [
      "D: { type: object, properties: { b: { $ref: '#/components/schemas/B' }, a: { type: string } } }",
      "C: { properties: { a: { $ref: '#/components/schemas/A' }, b: true }, type: object }",
      ...schemas.filter((line) => !/^[CD]/.test(line)),
    ];
    expect(await typeScript(shuffled.join("\n"))).toBe(want);
  });

  it("compiles, and is formatted as by the formatter", async () => {
    const files = new Map<string, string>();
    for (const [index, [, given]] of [...cases, ...formatted].entries())
      files.set(`case-${index}.ts`, await typeScript(given));
    const all = [...files].map(([path, content]) => `// ${path}\n\n${content}`).join("\n");
    expect(await compile(files)).toBe("");
    expect([...(await reformatted(new Map([["all.ts", all]]))).values()].join("")).toBe("");
  });
});
