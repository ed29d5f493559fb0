// Where 64-bit integers become bigint: behind references and unions, under any name.

import { beforeAll, describe, expect, test } from "vitest";
import { type Codecs, codecErrorOf, generateCodecs } from "./generated-codecs.ts";

const int64 = { type: "integer", format: "int64" };
const uint64 = { type: "integer", format: "uint64" };
const having = (name: string, schema: object): object => ({
  type: "object",
  properties: { [name]: schema },
  required: [name],
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Either: { anyOf: [having("left", int64), having("right", uint64)] },
  One: { oneOf: [having("left", int64), having("right", uint64)] },
  Member: having("to", ref("Either")),
  Optional: { type: "object", properties: { to: ref("One") } },
  Inner: having("outer", having("to", ref("Either"))),
  Item: { type: "array", items: ref("One") },
  First: { type: "array", prefixItems: [ref("Either"), true] },
  Matched: { type: "object", patternProperties: { "^x-": ref("Either") } },
  Other: { type: "object", properties: { a: true }, additionalProperties: ref("One") },
  Proto: having("__proto__", ref("Either")),
  OwnProto: having("__proto__", uint64),
  Every: { allOf: [ref("Either"), having("extra", uint64)] },
  When: {
    type: "object",
    if: having("mode", { const: "x" }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: having("extra", int64),
    else: having("extra", { type: "integer" }),
  },
  WhenMember: having("to", ref("When")),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  WhenInteger: { if: having("a", int64), then: having("b", uint64), else: having("c", uint64) },
  Unevaluated: { allOf: [having("a", { type: "string" })], unevaluatedProperties: int64 },
  UnevaluatedItems: { prefixItems: [{ type: "string" }], unevaluatedItems: int64 },
  Contains: { type: "array", contains: int64 },
  OneDouble: {
    oneOf: [
      having("left", { type: "number", multipleOf: 3 }),
      having("right", { type: "integer" }),
    ],
  },
  ContainsMuch: { type: "array", contains: { type: "number", minimum: 10 } },
  NotInteger: { not: int64 },
  NotMember: { ...having("a", int64), not: having("a", { type: "integer", minimum: 10 }) },
  // Branches that accept any other members, at several levels.
  Note: { type: "object", properties: { note: { type: "string" } } },
  Money: having("cents", int64),
  Priced: having("price", { anyOf: [ref("Money"), { type: "null" }] }),
  Line: having("line", { anyOf: [ref("Priced"), ref("Note")] }),
  Bill: having("bill", { anyOf: [ref("Line"), ref("Note")] }),
  BillLast: having("bill", { anyOf: [ref("Note"), ref("Line")] }),
  Bills: { anyOf: [ref("Bill"), {}] },
  Sums: { anyOf: [ref("Bill"), having("sum", { type: "number" })] },
  NotListed: { ...having("a", int64), not: having("a", { enum: [1, 2] }) },
};

let codecs: (name: string) => Codecs;

beforeAll(async () => {
  ({ codecs } = await generateCodecs("revive", schemas));
});

const own = (name: string, value: unknown): object => Object.fromEntries([[name, value]]);

describe("integers of 64 bits are bigint", () => {
  test.each<[string, string, unknown]>([
    ["Either", '{"left":1}', { left: 1n }],
    ["Either", '{"right":1}', { right: 1n }],
    ["Either", '{"left":1,"right":2}', { left: 1n, right: 2n }],
    ["Either", '{"left":9007199254740993,"right":2}', { left: 9007199254740993n, right: 2n }],
    ["One", '{"right":1}', { right: 1n }],
    ["Member", '{"to":{"right":18446744073709551615}}', { to: { right: 18446744073709551615n } }],
    ["Optional", "{}", {}],
    ["Optional", '{"to":{"left":1}}', { to: { left: 1n } }],
    ["Inner", '{"outer":{"to":{"left":1}}}', { outer: { to: { left: 1n } } }],
    ["Item", '[{"left":1},{"right":2}]', [{ left: 1n }, { right: 2n }]],
    ["First", '[{"right":2},{"right":2}]', [{ right: 2n }, { right: 2 }]],
    ["Matched", '{"x-a":{"right":2},"a":2}', { "x-a": { right: 2n }, a: 2 }],
    ["Other", '{"a":{"left":1},"b":{"left":1}}', { a: { left: 1 }, b: { left: 1n } }],
    ["Proto", '{"__proto__":{"left":1}}', own("__proto__", { left: 1n })],
    ["OwnProto", '{"__proto__":1}', own("__proto__", 1n)],
    ["Every", '{"right":1,"extra":2}', { right: 1n, extra: 2n }],
    ["When", '{"mode":"x","extra":2}', { mode: "x", extra: 2n }],
    ["When", '{"extra":2}', { extra: 2 }],
    ["WhenInteger", '{"a":1,"b":2,"c":3}', { a: 1, b: 2n, c: 3 }],
    ["WhenInteger", '{"a":9007199254740993,"b":2}', { a: 9007199254740993n, b: 2n }],
    ["WhenInteger", '{"a":0.5,"c":2}', { a: 0.5, c: 2n }],
    ["Unevaluated", '{"a":"x","b":5}', { a: "x", b: 5n }],
    ["UnevaluatedItems", '["x",9007199254740993]', ["x", 9007199254740993n]],
    ["Contains", "[5,1.5]", [5, 1.5]],
    ["Contains", "[9007199254740993]", [9007199254740993n]],
    ["ContainsMuch", "[9007199254740993]", [9007199254740993n]],
    // The long number is not a multiple of 3.
    [
      "OneDouble",
      '{"right":8,"left":9007199254740991001}',
      { right: 8, left: 9007199254740991001n },
    ],
    ["NotInteger", "1.5", 1.5],
    ["Line", '{"line":{"price":{"cents":1}}}', { line: { price: { cents: 1n } } }],
    ...(["1", "9007199254740993"] as const).flatMap((cents): [string, string, unknown][] => {
      const text = `{"bill":{"line":{"price":{"cents":${cents}}}}}`;
      const want = { bill: { line: { price: { cents: BigInt(cents) } } } };
      const names = ["Bill", "BillLast", "Bills", "Sums"];
      return names.map((name) => [name, text, want]);
    }),
    [
      "Sums",
      '{"sum":2,"bill":{"line":{"price":{"cents":1}}}}',
      { sum: 2, bill: { line: { price: { cents: 1n } } } },
    ],
    ["NotMember", '{"a":5}', { a: 5n }],
    ["WhenMember", '{"to":{"mode":"x","extra":2}}', { to: { mode: "x", extra: 2n } }],
  ])("%s of %s", (name, text, want) => {
    const { compact, stream } = codecs(name);
    expect(compact.decode(text)).toStrictEqual(want);
    expect(stream.decode(new TextEncoder().encode(text))).toStrictEqual(want);
    expect(stream.decode(compact.encode(want))).toStrictEqual(want);
  });

  test.each<[keyof typeof schemas, string, unknown, string]>([
    ["One", '{"left":1,"right":2}', { left: 1, right: 2n }, "one_of"],
    ["WhenInteger", '{"a":1,"c":2}', { a: 1, c: 2n }, "required"],
    ["Contains", "[1.5]", [1.5], "contains"],
    ["NotInteger", "5", 5n, "not"],
    ["NotMember", '{"a":10}', { a: 10n }, "not"],
    ["NotListed", '{"a":2}', { a: 2n }, "not"],
  ])("%s of %s is refused, whatever form its numbers have", (name, text, decoded, want) => {
    for (const codec of Object.values(codecs(name))) {
      const error = codecErrorOf(() => codec.decode(text));
      expect(error?.issues.map(({ code }) => code)).toEqual([want]);
      for (const value of [decoded, JSON.parse(text)]) {
        expect(codec.is(value)).toBe(false);
        expect(codec.validate(value)).not.toEqual([]);
      }
    }
  });
});

describe("30.17 numbers are judged by their digits", () => {
  const double = { type: "number" };
  const rules = {
    Multiple: { type: "number", multipleOf: 3 },
    Most: { type: "number", maximum: 9007199254740992 },
    Parts: { allOf: [double, { multipleOf: 3 }] },
    Small: { type: "number", minimum: 0 },
    Integer: { anyOf: [int64, double] },
    Double: { anyOf: [double, int64] },
    Inside: { anyOf: [having("a", int64), having("a", double)] },
  };
  let coded: (name: string) => Codecs;

  beforeAll(async () => {
    ({ codecs: coded } = await generateCodecs("digits-that-count", rules));
  });

  test.each<[keyof typeof rules, string, unknown]>([
    ["Multiple", "9007199254740993", undefined],
    ["Multiple", "9007199254740990", 9007199254740990],
    ["Multiple", "18014398509481988", undefined],
    ["Multiple", "18014398509481980", 18014398509481980],
    ["Most", "9007199254740993", undefined],
    ["Most", "9007199254740992", 9007199254740992],
    ["Parts", "9007199254740993", undefined],
    ["Small", "9007199254740993", 9007199254740992],
    ["Integer", "9007199254740993", 9007199254740993n],
    ["Integer", "9007199254740993e0", 9007199254740993n],
    ["Double", "9007199254740993", 9007199254740993n],
    ["Double", "9007199254740993e0", 9007199254740993n],
    ["Double", "1.5", 1.5],
    ["Double", "1e30", 1e30],
    ["Inside", '{"a":9007199254740993}', { a: 9007199254740993n }],
    ["Inside", '{"a":0.5}', { a: 0.5 }],
  ])("%s of %s", (name, text, want) => {
    for (const codec of Object.values(coded(name))) {
      if (want === undefined) expect(codecErrorOf(() => codec.decode(text))).toBeDefined();
      else expect(codec.decode(text)).toStrictEqual(want);
    }
  });
});

describe("30.17 integers that are strings of digits", () => {
  const texts = {
    Signed: { type: "string", format: "int64" },
    Unsigned: { type: "string", format: "uint64" },
    Listed: { type: "string", format: "int64", enum: ["1"] },
    Mixed: { anyOf: [{ type: "string", format: "int64" }, { type: "integer" }] },
  };
  let coded: (name: string) => Codecs;

  beforeAll(async () => {
    ({ codecs: coded } = await generateCodecs("digits-in-strings", texts));
  });

  test.each<[keyof typeof texts, string, unknown]>([
    ["Signed", '"9007199254740993"', 9007199254740993n],
    ["Signed", '"-9223372036854775808"', -9223372036854775808n],
    ["Signed", '"9223372036854775808"', undefined],
    ["Signed", '"007"', undefined],
    ["Signed", '"1.0"', undefined],
    ["Signed", '""', undefined],
    ["Signed", "1", undefined],
    ["Unsigned", '"18446744073709551615"', 18446744073709551615n],
    ["Unsigned", '"18446744073709551616"', undefined],
    ["Unsigned", '"-1"', undefined],
    ["Listed", '"1"', "1"],
    ["Mixed", '"1"', "1"],
    ["Mixed", "1", 1],
  ])("%s of %s", (name, text, want) => {
    const { compact, stream } = coded(name);
    for (const codec of [compact, stream]) {
      if (want === undefined) expect(codecErrorOf(() => codec.decode(text))).toBeDefined();
      else expect(codec.decode(text)).toStrictEqual(want);
    }
    if (want !== undefined) expect(compact.encode(want)).toBe(text);
  });
});
