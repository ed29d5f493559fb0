// A value that is described both as a number and as an int64 has one form: both codecs and zod accept the
// same texts and give the same value.

import { rmSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodyDocument } from "../fuzz/generate/body-document.ts";
import { documentTargets, scratchFolder } from "../fuzz/targets/random-targets.ts";
import type { Target } from "../fuzz/targets/target.ts";
import { type BothValidators, bothValidators } from "./both-validators.ts";

const folder = scratchFolder("number-beside-int64");
const zodFolder = new URL(`../../.tmp/number-beside-int64-${process.pid}/`, import.meta.url);
afterAll(() => {
  folder[Symbol.dispose]();
  rmSync(zodFolder, { recursive: true, force: true });
});

const number = { type: "number" };
const int64 = { type: "integer", format: "int64" };
const string = { type: "string" };
const object = (keywords: object) => ({ type: "object", ...keywords });
const array = (keywords: object) => ({ type: "array", ...keywords });
const having = (name: string, schema: object) => ({ properties: { [name]: schema } });
const itself = (text: string) => text;
const inA = (text: string) => `{"a":${text}}`;
const inList = (text: string) => `[${text}]`;
/** A constant, because an object with a literal `then` looks like a promise. */
const THEN = "then";

const fraction = "0.5";
const small = "1";
const long = "9007199254740993";
const most = "9223372036854775807";
const tooMuch = "9223372036854775808";

interface Row {
  readonly schema: object;
  /** Puts a number at the place that the schemas describe. */
  readonly at: (text: string) => string;
  /** The values by their texts; all other texts are refused. */
  readonly values: Readonly<Record<string, number | bigint>>;
  /** Set if a zod number schema refuses the bigint. */
  readonly isOfCodecs?: true;
  /** The numbers to try, if not all. */
  readonly texts?: readonly string[];
}

const bigints = { [small]: 1n, [long]: 9007199254740993n, [most]: 9223372036854775807n };
const numbers = { [small]: 1 };

/** A value of both schemas is an integer, and therefore a bigint. */
const always: Readonly<Record<string, Omit<Row, "values">>> = {
  AllOf: { schema: { allOf: [number, int64] }, at: itself },
  Minimum: { schema: { allOf: [{ ...number, minimum: 1 }, int64] }, at: itself },
  Branch: { schema: { oneOf: [{ allOf: [number, int64] }, string] }, at: itself },
  Pattern: {
    schema: object({ ...having("a", number), patternProperties: { "^a": int64 } }),
    at: inA,
  },
  Multiple: {
    schema: object({
      ...having("a", { ...number, multipleOf: 1 }),
      patternProperties: { "^a": int64 },
    }),
    at: inA,
  },
  Plain: {
    schema: object({ ...having("a", { type: "integer" }), patternProperties: { "^a": int64 } }),
    at: inA,
  },
  PatternsOfOneName: {
    schema: object({
      patternProperties: { "^a$": number },
      allOf: [{ patternProperties: { "^a$": int64 } }],
    }),
    at: inA,
  },
  Additional: {
    schema: object({ additionalProperties: int64, allOf: [having("a", number)] }),
    at: inA,
  },
  PatternOfPart: {
    schema: object({
      additionalProperties: int64,
      allOf: [{ patternProperties: { "^a": number } }],
    }),
    at: inA,
  },
  Unevaluated: {
    schema: object({
      allOf: [{ additionalProperties: number }, { unevaluatedProperties: int64 }],
    }),
    at: inA,
  },
  Items: { schema: array({ items: int64, allOf: [{ prefixItems: [number] }] }), at: inList },
  Prefixes: {
    schema: array({ prefixItems: [number], allOf: [{ prefixItems: [int64] }] }),
    at: inList,
  },
  UnevaluatedItems: {
    schema: array({ allOf: [{ items: number }, { unevaluatedItems: int64 }] }),
    at: inList,
  },
};

/** One of the schemas also describes fractions, so that an integer is a number, and safe. */
const sometimes: Readonly<Record<string, Omit<Row, "values">>> = {
  NamedInt64: {
    schema: object({ ...having("a", int64), patternProperties: { "^a": number } }),
    at: inA,
  },
  TwoPatterns: {
    schema: object({ patternProperties: { "^a": number, a$: int64 } }),
    at: (text) => `{"a":${text},"ab":0.5}`,
  },
  InsidePatterns: {
    schema: object({
      patternProperties: { "^a": object(having("x", number)), a$: object(having("x", int64)) },
    }),
    at: (text) => `{"a":{"x":${text}},"ab":{"x":0.5}}`,
  },
  PatternOfBranch: {
    schema: object({ patternProperties: { "^a": number }, anyOf: [having("a", int64)] }),
    at: (text) => `{"a":${text},"ab":0.5}`,
  },
  FirstItem: {
    schema: array({ items: number, allOf: [{ prefixItems: [int64] }] }),
    at: (text) => `[${text},0.5]`,
  },
  Shared: {
    schema: object({
      properties: {
        a: { $ref: "#/components/schemas/Number", allOf: [int64] },
        b: { $ref: "#/components/schemas/Number" },
      },
    }),
    at: (text) => `{"a":${text},"b":0.5}`,
  },
  Dependent: {
    schema: object({ ...having("a", number), dependentSchemas: { b: having("a", int64) } }),
    at: (text) => `{"a":${text},"b":true}`,
  },
  TwoUnions: {
    schema: { anyOf: [number, string], oneOf: [int64, { type: "boolean" }] },
    at: itself,
  },
  TwoParts: {
    schema: { allOf: [{ anyOf: [number, string] }, { anyOf: [int64, { type: "boolean" }] }] },
    at: itself,
  },
  ConditionAndDependent: {
    schema: object({
      if: { required: ["x"] },
      [THEN]: having("a", number),
      dependentSchemas: { b: having("a", int64) },
    }),
    at: (text) => `{"x":true,"a":${text},"b":true}`,
  },
  ConditionAndUnion: {
    schema: object({
      if: { required: ["x"] },
      [THEN]: having("a", number),
      anyOf: [having("a", int64), { required: ["r"] }],
    }),
    at: (text) => `{"x":true,"a":${text}}`,
  },
};

const either = { [fraction]: 0.5, ...bigints, [tooMuch]: 2 ** 63 };
const noInteger = { [fraction]: 0.5, [tooMuch]: 2 ** 63 };

const shared: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    Object.entries(always).map(([name, row]) => [name, { ...row, values: bigints }]),
  ),
  ...Object.fromEntries(
    Object.entries(sometimes).map(([name, row]) => [name, { ...row, values: numbers }]),
  ),
  Then: {
    schema: { ...number, if: { minimum: 1 }, [THEN]: int64 },
    at: itself,
    values: { [fraction]: 0.5, ...numbers },
  },
  Else: {
    schema: { if: { type: "number", maximum: 0.75 }, [THEN]: number, else: int64 },
    at: itself,
    values: { [fraction]: 0.5, ...bigints },
  },
  AnyOf: { schema: { anyOf: [number, int64] }, at: itself, values: either },
  AnyOfMinimum: { schema: { anyOf: [int64, number], minimum: 0 }, at: itself, values: either },
  AnyOfReferences: {
    schema: {
      anyOf: ["Number", "Int64"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
    at: itself,
    values: either,
  },
  // The open branch accepts any `a` too.
  OpenBranchFirst: {
    schema: {
      anyOf: [object(having("note", string)), object({ ...having("a", int64), required: ["a"] })],
    },
    at: inA,
    values: bigints,
    texts: [small, long, most],
  },
  OneOf: { schema: { oneOf: [number, int64] }, at: itself, values: noInteger },
  OneOfMinimum: { schema: { oneOf: [int64, number], minimum: 0 }, at: itself, values: noInteger },
  OneOfNullable: {
    schema: { oneOf: [{ type: ["number", "null"] }, int64] },
    at: itself,
    values: noInteger,
  },
};

const rounded = { [long]: Number(long), [most]: 2 ** 63, [tooMuch]: 2 ** 63 };

/** A schema that a value is only tested with, and one that does not require a number. */
const others: Readonly<Record<string, Row>> = {
  FormatWithoutType: {
    schema: { allOf: [number, { format: "int64" }] },
    at: itself,
    values: { [fraction]: 0.5, [small]: 1, ...rounded },
    isOfCodecs: true,
  },
  ListedBesideBranch: {
    schema: array({
      prefixItems: [{ enum: [1, 0.5] }],
      anyOf: [{ contains: { const: 1 } }, { prefixItems: [{ ...int64, minimum: 2 }] }],
    }),
    at: inList,
    values: { [small]: 1n },
    isOfCodecs: true,
  },
  AlternativeWithBothForms: {
    schema: object({
      oneOf: [
        { patternProperties: { "^a": { $ref: "#/components/schemas/Linked" } } },
        having("a", number),
      ],
    }),
    at: inA,
    values: { [fraction]: 0.5, [tooMuch]: 2 ** 63 },
    isOfCodecs: true,
    texts: [fraction, small, long, tooMuch],
  },
};

let codecs: readonly Target[];
let zod: BothValidators;

beforeAll(async () => {
  const rows = { ...shared, ...others };
  const schemas = Object.entries(rows).map(([name, { schema }]) => [name, schema]);
  const document = bodyDocument("3.1.0", Object.keys(rows), {
    ...Object.fromEntries(schemas),
    Number: number,
    Int64: int64,
    Linked: int64,
    Link: { allOf: ["Linked", "Number"].map((name) => ({ $ref: `#/components/schemas/${name}` })) },
  });
  codecs = await documentTargets(folder, "document", document);
  zod = await bothValidators(zodFolder, stringifyJson(document));
});

describe("31.4 a number beside int64", () => {
  test.each(Object.entries({ ...shared, ...others }))("%s", (name, row) => {
    const { at, values, isOfCodecs } = row;
    const tiers = codecs.find((each) => each.name === name)?.tiers ?? [];
    expect(tiers.map((tier) => tier.name)).toEqual(["compact", "stream"]);
    for (const text of row.texts ?? [fraction, small, long, most, tooMuch]) {
      const value = values[text];
      const whole = at(text);
      const byZod = zod.byZod(name, whole);
      if (!isOfCodecs) expect([whole, byZod.accepted]).toEqual([whole, value !== undefined]);
      for (const { codec } of tiers) {
        if (value === undefined) {
          expect(() => codec.decode(whole)).toThrow();
          continue;
        }
        const decoded = codec.decode(whole);
        expect(decoded).toEqual(valueAt(at, text, value));
        expect(codec.is(decoded)).toBe(true);
        expect(codec.validate(decoded)).toEqual([]);
        expect(codec.decode(codec.encode(decoded))).toEqual(decoded);
        if (!isOfCodecs) expect(byZod.accepted && byZod.value).toEqual(decoded);
      }
    }
  });
});

/** Returns the value around a number as JSON.parse reads it, with another value in place of the number. */
function valueAt(at: Row["at"], text: string, value: number | bigint): unknown {
  const marked: unknown = JSON.parse(at('"here"'));
  if (text === at(text)) return value;
  const put = (node: unknown): unknown => {
    if (node === "here") return value;
    if (Array.isArray(node)) return node.map(put);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, put(each)]));
  };
  return put(marked);
}
