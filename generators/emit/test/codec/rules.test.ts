// The issues that rules and codecs report: given a schema and a value.

// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import type { Issue } from "@specwright/runtime";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { accepts } from "@specwright/runtime/codegen";
// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { explain } from "@specwright/runtime/testing";
import { describe, expect, test } from "vitest";
import {
  documentOf,
  type GeneratedModule,
  generateRules,
  type RuleOptions,
  scratch,
} from "./generated-rules.ts";

const folder = scratch("rules");
let count = 0;

async function load(
  schemas: Readonly<Record<string, unknown>>,
  options: RuleOptions = {},
  head: object = {},
): Promise<GeneratedModule> {
  const { text } = await generateRules(documentOf(schemas, head), { codecs: true, ...options });
  count += 1;
  return folder.load(`case-${count}.ts`, text);
}

/** Returns the issues of a value according to the rule, and checks that the codec agrees. */
function issuesOf({ RootCodec }: GeneratedModule, value: unknown): readonly Issue[] {
  if (RootCodec?.rule === undefined) throw new Error("no Root");
  const issues = explain(RootCodec.rule, value);
  expect(accepts(RootCodec.rule, value)).toBe(issues.length === 0);
  expect(RootCodec.is(value)).toBe(issues.length === 0);
  expect(RootCodec.validate(value)).toEqual(issues);
  return issues;
}

function brief({ pointer, code, expected, received }: Issue): string {
  return `${pointer} ${code}: ${expected}, not ${received}`;
}

const string = { type: "string" };
const int64 = { type: "integer", format: "int64" };
const circle = {
  type: "object",
  required: ["kind", "r"],
  properties: { kind: { const: "circle" }, r: { type: "number" } },
};
const square = {
  type: "object",
  required: ["kind", "a"],
  properties: { kind: { const: "square" }, a: { type: "number" } },
};

type Case = readonly [name: string, schema: unknown, value: unknown, want: readonly string[]];

const cases: readonly Case[] = [
  ["a type", string, 1, [" type: string, not number"]],
  ["several types", { type: ["string", "null"] }, [], [" type: string or null, not array"]],
  [
    "the wrong type, said once",
    { type: "string", enum: ["a"], minLength: 3 },
    1,
    [" type: string, not number"],
  ],
  ["an enum", { type: "string", enum: ["a", "b"] }, "c", [' enum: one of "a", "b", not string']],
  ["a constant", { const: 1 }, 2, [" const: 1, not number"]],
  ["a constant of another form", { const: 1 }, 1n, [" const: 1, not integer"]],
  ["a constant int64", { ...int64, const: 1 }, 1n, []],
  ["an int64 that is a number", int64, 1, [" type: int64, not number"]],
  ["an int64 too large by one", int64, 2n ** 63n, [" type: int64, not integer"]],
  ["the least int64", int64, -(2n ** 63n), []],
  ["a uint64 below 0", { type: "integer", format: "uint64" }, -1n, [" type: uint64, not integer"]],
  ["the largest uint64", { type: "integer", format: "uint64" }, 2n ** 64n - 1n, []],
  ["int64 with bounds of a number", { ...int64, minimum: 0, maximum: 9 }, 5, []],
  [
    "the same, as bigint",
    { ...int64, minimum: 0, maximum: 9 },
    5n,
    [" type: safe integer, not integer"],
  ],
  [
    "bounds beyond numbers",
    { type: "integer", maximum: 2 ** 64 },
    2n ** 65n,
    [" maximum: at most 18446744073709552000, not integer"],
  ],
  ["an integer that is not", { type: "integer" }, 1.5, [" type: safe integer, not number"]],
  ["an unsafe integer", { type: "integer" }, 2n ** 53n, [" type: safe integer, not integer"]],
  [
    "an int32 too large",
    { type: "integer", format: "int32" },
    2 ** 31,
    [" type: int32, not number"],
  ],
  ["a uint8 below 0", { type: "integer", format: "uint8" }, -1, [" type: uint8, not number"]],
  ["a bigint for a number", { type: "number" }, 1n, [" type: number, not integer"]],
  ["NaN", { type: "number" }, Number.NaN, [" type: number, not nothing"]],
  ["a multiple", { type: "number", multipleOf: 0.1 }, 0.3, []],
  [
    "none",
    { type: "number", multipleOf: 0.1 },
    0.35,
    [" multiple_of: a multiple of 0.1, not number"],
  ],
  ["a format", { type: "string", format: "uuid" }, "x", [" format: format uuid, not string"]],
  ["code points", { type: "string", maxLength: 1 }, "😀", []],
  [
    "a pattern",
    { type: "string", pattern: "^a/b$" },
    "a",
    [" pattern: to match /^a\\/b$/u, not string"],
  ],
  [
    "a member",
    { type: "object", properties: { a: string } },
    { a: 1 },
    ["/a type: string, not number"],
  ],
  [
    "a missing member",
    { type: "object", required: ["a"], properties: { a: string } },
    {},
    ["/a required: a value, not nothing"],
  ],
  [
    "an unknown member",
    { type: "object", properties: { a: string }, additionalProperties: false },
    { "b/c": 1 },
    ["/b~1c unknown_key: no such key, not number"],
  ],
  ["an open enum", { type: "string", enum: ["a"], "x-open-enum": true }, "b", []],
  ["an item", { type: "array", items: string }, ["a", 2], ["/1 type: string, not number"]],
  ["too few items", { type: "array", minItems: 1 }, [], [" min_items: at least 1 item, not array"]],
  [
    "equal objects",
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [" unique_items: unique items, not array"],
  ],
  [
    "a tag",
    { oneOf: [circle, square] },
    { kind: "square", a: "1" },
    ["/a type: number, not string"],
  ],
  [
    "an unknown tag",
    { oneOf: [circle, square] },
    { kind: "oval" },
    ["/kind enum: one of circle, square, not string"],
  ],
  ["alternatives", { anyOf: [string, { type: "null" }] }, 1, [" type: string or null, not number"]],
  [
    "two of one",
    { oneOf: [{ minimum: 1 }, { maximum: 5 }] },
    3,
    [" one_of: exactly one alternative, not number"],
  ],
  ["nothing", { properties: { a: false } }, { a: 1 }, ["/a unknown_key: no such key, not number"]],
  [
    "__proto__",
    { properties: { ["__proto__"]: string } },
    JSON.parse('{"__proto__":1}'),
    ["/__proto__ type: string, not number"],
  ],
  [
    "constructor",
    { required: ["constructor"] },
    {},
    ["/constructor required: a value, not nothing"],
  ],
  ["hasOwnProperty", { properties: { hasOwnProperty: string } }, { hasOwnProperty: "a" }, []],
];

describe("issues", () => {
  test.each(cases)("of %s", async (_, schema, value, want) => {
    const module = await load({ Root: schema });
    expect(issuesOf(module, value).map(brief)).toEqual(want);
  });

  test("are at most a hundred", async () => {
    const module = await load({ Root: { type: "array", items: string } });
    expect(issuesOf(module, new Array(3000).fill(0))).toHaveLength(100);
  });

  test("of a tree are reported at every depth", async () => {
    const module = await load({
      Root: { $ref: "#/components/schemas/Node" },
      Node: {
        type: "object",
        required: ["id"],
        properties: { id: string, next: { $ref: "#/components/schemas/Node" } },
      },
    });
    const value = { id: "a", next: { id: "b", next: { next: { id: 1 } } } };
    expect(issuesOf(module, value).map(({ pointer }) => pointer)).toEqual([
      "/next/next/id",
      "/next/next/next/id",
    ]);
  });
});

describe("OpenAPI", () => {
  test.each<readonly [value: unknown, want: readonly string[]]>([
    [null, []],
    ["a", []],
    [1, [" type: string or null, not number"]],
  ])("nullable of 3.0 takes %j", async (value, want) => {
    const root = { type: "string", nullable: true };
    const module = await load({ Root: root }, {}, { openapi: "3.0.3" });
    expect(issuesOf(module, value).map(brief)).toEqual(want);
  });

  test.each<readonly [value: unknown, want: readonly string[]]>([
    [{ petType: "kitty", name: "a" }, []],
    [{ petType: "Dog", bark: 1 }, []],
    [{ petType: "Dog" }, ["/bark required: a value, not nothing"]],
    [{ petType: "cow" }, ["/petType enum: one of kitty, Dog, not string"]],
    [{}, ["/petType required: a value, not nothing"]],
  ])("discriminator with mapping: %j", async (value, want) => {
    const pet = (name: string, type: string) => ({
      type: "object",
      required: ["petType", name],
      properties: { petType: string, [name]: { type } },
    });
    const module = await load({
      Root: {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
        discriminator: {
          propertyName: "petType",
          mapping: { kitty: "#/components/schemas/Cat" },
        },
      },
      Cat: pet("name", "string"),
      Dog: pet("bark", "number"),
    });
    expect(issuesOf(module, value).map(brief)).toEqual(want);
  });

  const user = {
    type: "object",
    required: ["id", "password", "name"],
    properties: {
      id: { type: "string", readOnly: true },
      password: { $ref: "#/components/schemas/Secret" },
      name: string,
    },
  };
  test.each<readonly [RuleOptions["direction"], missing: readonly string[]]>([
    [undefined, ["/id", "/password", "/name"]],
    ["request", ["/password", "/name"]],
    ["response", ["/id", "/name"]],
  ])("required members of a %s", async (direction, missing) => {
    const secret = { type: "string", writeOnly: true };
    const module = await load({ Root: user, Secret: secret }, { direction });
    expect(issuesOf(module, {}).map(({ pointer }) => pointer)).toEqual(missing);
    const whole = { id: "1", password: "p", name: "n" };
    expect(issuesOf(module, whole)).toEqual([]);
  });
});

describe("options", () => {
  test("int64 as a number refuses unsafe integers", async () => {
    const module = await load({ Root: int64 }, { int64: "number" });
    expect(issuesOf(module, 5)).toEqual([]);
    expect(issuesOf(module, 2n ** 60n).map(brief)).toEqual([" type: safe integer, not integer"]);
  });

  test("exact integers may have any size", async () => {
    const module = await load({ Root: { type: ["integer", "string"] } }, { integers: "exact" });
    expect(issuesOf(module, 2n ** 80n)).toEqual([]);
    expect(issuesOf(module, 7)).toEqual([]);
  });
});

describe("codec.report.json", () => {
  test("lists keywords that are not enforced, and why", async () => {
    const { report, diagnostics } = await generateRules(
      documentOf({
        Root: {
          type: "object",
          properties: {
            a: { type: "string", format: "money" },
            b: { type: "string", contentMediaType: "application/json" },
            c: { type: "string", pattern: "(?<" },
            d: { type: "string", enum: ["x"], "x-open-enum": true },
            e: { type: "string", format: "uuid", xml: { name: "e" } },
            f: { type: "string", readOnly: true },
            g: { type: "string", format: "decimal" },
          },
        },
        Loop: { allOf: [{ $ref: "#/components/schemas/Loop" }] },
      }),
    );
    const { notEnforced } = JSON.parse(report);
    const lines = notEnforced.map(
      ({ pointer, keyword, reason }: Readonly<Record<string, string>>) =>
        `${pointer?.replace("/components/schemas/", "")} ${keyword}: ${reason}`,
    );
    expect(lines).toEqual([
      "Loop $ref: the schema contains itself without a property or an item in between",
      "Root/properties/a format: the format is unknown",
      "Root/properties/b contentMediaType: the keyword is an annotation",
      "Root/properties/c pattern: the pattern is not an ECMAScript regular expression",
      "Root/properties/d enum: the enum is open, so future values are accepted",
      "Root/properties/e xml: only JSON is checked",
      'Root/properties/g format: the format is checked only with `decimals: "Decimal"`',
    ]);
    expect(diagnostics.map(({ code }) => code)).toContain("CODEC_PATTERN_UNREADABLE");
  });

  test("is not written if all keywords are enforced", async () => {
    const { report } = await generateRules(
      documentOf({ Root: { type: "string", format: "date" } }),
    );
    expect(report).toBe("");
  });
});
