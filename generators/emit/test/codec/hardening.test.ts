// Hostile and odd texts for both tiers, as string and as bytes: one table, one result.

// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import type { ParseJsonOptions } from "@specwright/runtime";
import { beforeAll, describe, expect, test } from "vitest";
import { type Codecs, codecErrorOf, generateCodecs } from "./generated-codecs.ts";

const int64 = { type: "integer", format: "int64" };
const uint64 = { type: "integer", format: "uint64" };

const schemas = {
  Text: { type: "string" },
  Quantity: { type: "number" },
  Integer: { type: "integer" },
  Int32: { type: "integer", format: "int32" },
  Int64: int64,
  Uint64: uint64,
  Side: { type: "string", enum: ["BUY", "SELL"] },
  Any: {},
  Tree: {
    type: "object",
    properties: { child: { $ref: "#/components/schemas/Tree" } },
  },
  List: { type: "array", items: { $ref: "#/components/schemas/List" } },
  Frame: {
    type: "object",
    properties: { a: { type: "string" }, n: { type: "integer" }, seq: int64 },
    required: ["a"],
  },
  Closed: {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" } },
    additionalProperties: false,
  },
};

type Name = keyof typeof schemas;

/** A text and its result: a value, or the code and pointer of the first issue. */
type Case = readonly [
  name: string,
  schema: Name,
  text: string | Uint8Array,
  want: { readonly value: unknown } | { readonly issue: string },
  options?: ParseJsonOptions,
];

const value = (wanted: unknown): { readonly value: unknown } => ({ value: wanted });
const issue = (wanted: string): { readonly issue: string } => ({ issue: wanted });
const bytes = (...list: readonly (number | string)[]): Uint8Array =>
  Buffer.concat(
    list.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))),
  );

const nested = (depth: number): string =>
  `${'{"child":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
const nestedValue = (depth: number): unknown =>
  depth === 1 ? {} : { child: nestedValue(depth - 1) };
const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const listsValue = (depth: number): unknown => (depth === 1 ? [] : [listsValue(depth - 1)]);

const depth: readonly Case[] = [
  ["objects, as deep as may be", "Tree", nested(512), value(nestedValue(512))],
  ["objects, one too deep", "Tree", nested(513), issue("json_depth ")],
  ["objects that may be anything, as deep as may be", "Any", nested(512), value(nestedValue(512))],
  ["objects that may be anything, one too deep", "Any", nested(513), issue("json_depth ")],
  ["arrays, as deep as may be", "List", lists(512), value(listsValue(512))],
  ["arrays, one too deep", "List", lists(513), issue("json_depth ")],
  ["a member that nobody knows, one too deep", "Tree", `{"x":${lists(512)}}`, issue("json_depth ")],
  ["arrays without an end", "Any", "[".repeat(100_000), issue("json_depth ")],
  ["objects without an end", "Any", '{"a":'.repeat(100_000), issue("json_depth ")],
  [
    "objects within a limit of the caller",
    "Tree",
    nested(3),
    value(nestedValue(3)),
    { maxDepth: 3 },
  ],
  ["objects over a limit of the caller", "Tree", nested(4), issue("json_depth "), { maxDepth: 3 }],
  [
    "objects over the default, within the caller's",
    "Tree",
    nested(600),
    value(nestedValue(600)),
    { maxDepth: 600 },
  ],
  ["brackets in a text", "Text", JSON.stringify("[{".repeat(2000)), value("[{".repeat(2000))],
];

const size: readonly Case[] = [
  ["as long as may be", "Text", '"éé"', value("éé"), { maxBytes: 6 }],
  [
    "one byte too long, though not one character",
    "Text",
    '"éé"',
    issue("json_too_large "),
    { maxBytes: 5 },
  ],
  ["longer than any scratch", "Text", `"${"a".repeat(3_000_000)}"`, value("a".repeat(3_000_000))],
  [
    "longer than any scratch, beyond ASCII",
    "Text",
    `"${"é".repeat(1_500_000)}"`,
    value("é".repeat(1_500_000)),
  ],
];

const encoding: readonly Case[] = [
  ["a stray continuation byte", "Text", bytes('"', 0x80, '"'), issue("json_encoding ")],
  ["a byte that UTF-8 never has", "Text", bytes('"', 0xff, '"'), issue("json_encoding ")],
  ["an overlong form", "Text", bytes('"', 0xc0, 0x80, '"'), issue("json_encoding ")],
  ["a surrogate as bytes", "Text", bytes('"', 0xed, 0xa0, 0x80, '"'), issue("json_encoding ")],
  ["a character cut short", "Text", bytes('"', 0xe2, 0x82), issue("json_encoding ")],
  ["beyond U+10FFFF", "Text", bytes('"', 0xf4, 0x90, 0x80, 0x80, '"'), issue("json_encoding ")],
  [
    "bad bytes in a member that nobody knows",
    "Frame",
    bytes('{"a":"x","z":"', 0xff, '"}'),
    issue("json_encoding "),
  ],
  ["bad bytes in a key", "Frame", bytes('{"a":"x","', 0xff, '":1}'), issue("json_encoding ")],
  ["a lone surrogate", "Text", '"\ud800"', value("\ud800")],
  ["a lone surrogate, escaped", "Text", '"\\ud800"', value("\ud800")],
  ["surrogates the wrong way round, escaped", "Text", '"\\udc00\\ud800"', value("\udc00\ud800")],
  ["a pair, escaped", "Text", '"\\ud83e\\udd80"', value("\u{1f980}")],
  ["a pair, half escaped", "Text", '"\\ud83e\udd80"', value("\u{1f980}")],
  ["a lone surrogate in a key", "Any", '{"\\ud800":1}', value({ "\ud800": 1 })],
  ["a byte order mark", "Text", '\ufeff"a"', issue("json_syntax ")],
  ["a byte order mark behind", "Text", '"a"\ufeff', issue("json_syntax ")],
  ["a byte order mark in a text", "Text", '"\ufeffa"', value("\ufeffa")],
  ["NUL in a text", "Text", '"\0"', issue("json_syntax ")],
  ["NUL in a text, escaped", "Text", '"\\u0000"', value("\0")],
  ["NUL behind", "Text", '"a"\0', issue("json_syntax ")],
  ["NUL before", "Text", '\0"a"', issue("json_syntax ")],
  ["NUL between", "Frame", '{"a":\0"x"}', issue("json_syntax ")],
  ["a line feed in a text", "Text", '"a\nb"', issue("json_syntax ")],
  [
    "DEL and other controls that JSON lets through",
    "Text",
    '"\u007f\u0080\u2028"',
    value("\u007f\u0080\u2028"),
  ],
  ["a bad escape", "Text", '"\\x"', issue("json_syntax ")],
  ["a bad \\u escape", "Text", '"\\u12g4"', issue("json_syntax ")],
];

const keys: readonly Case[] = [
  ["one key twice", "Frame", '{"a":"1","a":"2"}', value({ a: "2" })],
  ["one key twice, the first of another type", "Frame", '{"a":1,"a":"2"}', value({ a: "2" })],
  ["one key twice, the last of another type", "Frame", '{"a":"1","a":2}', issue("type /a")],
  ["one key twice, escaped once", "Frame", '{"a":"1","\\u0061":"2"}', value({ a: "2" })],
  [
    "an unknown key twice",
    "Frame",
    '{"a":"1","z":1,"z":9007199254740993}',
    value({ a: "1", z: 9007199254740993n }),
  ],
  [
    "an int64 twice",
    "Frame",
    '{"a":"1","seq":9007199254740993,"seq":2}',
    value({ a: "1", seq: 2n }),
  ],
  ["__proto__ twice", "Any", '{"__proto__":1,"__proto__":2}', value(JSON.parse('{"__proto__":2}'))],
  [
    "one key twice, refused",
    "Frame",
    '{"a":"1","a":"2"}',
    issue("json_duplicate_key "),
    { duplicateKeys: "refuse" },
  ],
  [
    "one key twice, escaped, refused",
    "Frame",
    '{"a":"1","\\u0061":"2"}',
    issue("json_duplicate_key "),
    { duplicateKeys: "refuse" },
  ],
  [
    "one key twice, deep, refused",
    "Frame",
    '{"a":"1","z":[{"b":1,"b":1}]}',
    issue("json_duplicate_key "),
    { duplicateKeys: "refuse" },
  ],
  [
    "__proto__ twice, refused",
    "Any",
    '{"__proto__":1,"__proto__":2}',
    issue("json_duplicate_key "),
    { duplicateKeys: "refuse" },
  ],
  [
    "no key twice, refused otherwise",
    "Frame",
    '{"a":"1","n":2}',
    value({ a: "1", n: 2 }),
    { duplicateKeys: "refuse" },
  ],
];

const numbers: readonly Case[] = [
  ...(["Quantity", "Integer", "Int32"] as const).flatMap((schema): Case[] => [
    [`1.0 for ${schema}`, schema, "1.0", value(1)],
    [`1e3 for ${schema}`, schema, "1e3", value(1000)],
    [`1E+3 for ${schema}`, schema, "1E+3", value(1000)],
    [`1000e-3 for ${schema}`, schema, "1000e-3", value(1)],
    [`-0 for ${schema}`, schema, "-0", value(-0)],
    [`-0.0 for ${schema}`, schema, "-0.0", value(-0)],
    [`01 for ${schema}`, schema, "01", issue("json_syntax ")],
    [`+1 for ${schema}`, schema, "+1", issue("json_syntax ")],
    [`1. for ${schema}`, schema, "1.", issue("json_syntax ")],
    [`.5 for ${schema}`, schema, ".5", issue("json_syntax ")],
    [`1e for ${schema}`, schema, "1e", issue("json_syntax ")],
    [`- for ${schema}`, schema, "-", issue("json_syntax ")],
    [`NaN for ${schema}`, schema, "NaN", issue("json_syntax ")],
    [`1e400 for ${schema}`, schema, "1e400", issue("json_number_range ")],
    [`-1e400 for ${schema}`, schema, "-1e400", issue("json_number_range ")],
  ]),
  ["1.5 for a number", "Quantity", "1.5", value(1.5)],
  ["1.5 for an integer", "Integer", "1.5", issue("type ")],
  ["1e-400 for a number", "Quantity", "1e-400", value(0)],
  ["the largest safe integer", "Integer", "9007199254740991", value(9007199254740991)],
  ["one beyond it", "Integer", "9007199254740992", issue("type ")],
  ["one beyond it, with an exponent", "Integer", "9007199254740992e0", issue("type ")],
  ["one beyond it, below 0", "Integer", "-9007199254740992", issue("type ")],
  ["one beyond it, for a number", "Quantity", "9007199254740993", value(9007199254740992)],
  ["the largest int32", "Int32", "2147483647", value(2147483647)],
  ["one more", "Int32", "2147483648", issue("type ")],
  ["the least int32", "Int32", "-2147483648", value(-2147483648)],
  ["one less", "Int32", "-2147483649", issue("type ")],
  ...(["Int64", "Uint64"] as const).flatMap((schema): Case[] => [
    [`1.0 for ${schema}`, schema, "1.0", value(1n)],
    [`1e3 for ${schema}`, schema, "1e3", value(1000n)],
    [`-0 for ${schema}`, schema, "-0", value(0n)],
    [`-0.0 for ${schema}`, schema, "-0.0", value(0n)],
    [`1.5 for ${schema}`, schema, "1.5", issue("type ")],
    [`1e400 for ${schema}`, schema, "1e400", issue("json_number_range ")],
    [
      `1.763700000123456789e18 for ${schema}`,
      schema,
      "1.763700000123456789e18",
      value(1763700000123456789n),
    ],
    [
      `1763700000123456789.0 for ${schema}`,
      schema,
      "1763700000123456789.0",
      value(1763700000123456789n),
    ],
    [`1763700000123456789.5 for ${schema}`, schema, "1763700000123456789.5", issue("type ")],
    [`a text for ${schema}`, schema, '"1"', issue("type ")],
  ]),
  ["the largest int64", "Int64", "9223372036854775807", value(9223372036854775807n)],
  ["one more", "Int64", "9223372036854775808", issue("type ")],
  ["the least int64", "Int64", "-9223372036854775808", value(-9223372036854775808n)],
  ["one less", "Int64", "-9223372036854775809", issue("type ")],
  ["a digit more", "Int64", "10000000000000000000", issue("type ")],
  ["the largest uint64", "Uint64", "18446744073709551615", value(18446744073709551615n)],
  ["one more", "Uint64", "18446744073709551616", issue("type ")],
  ["-1", "Uint64", "-1", issue("type ")],
  [
    "an int64 member, one too large",
    "Frame",
    '{"a":"","seq":9223372036854775808}',
    issue("type /seq"),
  ],
];

const ends: readonly Case[] = [
  ["nothing", "Any", "", issue("json_syntax ")],
  ["spaces alone", "Any", " \t\r\n", issue("json_syntax ")],
  ["spaces around", "Frame", ' \t\r\n{ "a" : "x" } \n', value({ a: "x" })],
  ["other spaces", "Frame", '\u00a0{"a":"x"}', issue("json_syntax ")],
  ["a second value", "Frame", '{"a":"x"}{}', issue("json_syntax ")],
  ["a bracket too many", "Frame", '{"a":"x"}}', issue("json_syntax ")],
  ["a letter behind a number", "Int64", "1n", issue("json_syntax ")],
  ["a trailing comma", "Frame", '{"a":"x",}', issue("json_syntax ")],
  ["a comment", "Frame", '{"a":"x"}//', issue("json_syntax ")],
  ["cut short", "Frame", '{"a":"x"', issue("json_syntax ")],
  ["cut in a text", "Frame", '{"a":"x', issue("json_syntax ")],
  ["cut behind a backslash", "Text", '"\\', issue("json_syntax ")],
];

let codecs: (name: string) => Codecs;
beforeAll(async () => {
  codecs = (await generateCodecs("hardening", schemas)).codecs;
});

/** Returns a text as string and as bytes. A text with a lone surrogate has no bytes. */
function formsOf(text: string | Uint8Array): readonly (string | Uint8Array)[] {
  if (typeof text !== "string") return [text];
  return text.isWellFormed() ? [text, Buffer.from(text)] : [text];
}

function outcome(run: () => unknown): { readonly value: unknown } | { readonly issue: string } {
  let decoded: unknown;
  const error = codecErrorOf(() => {
    decoded = run();
  });
  if (error === undefined) return value(decoded);
  const [first] = error.issues;
  return issue(`${first?.code} ${first?.pointer}`);
}

describe.each([
  ["nesting", depth],
  ["size", size],
  ["encoding", encoding],
  ["keys", keys],
  ["numbers", numbers],
  ["ends", ends],
] as const)("%s", (_, cases) => {
  for (const [name, schema, text, want, options] of cases) {
    test(`${name} (${schema})`, () => {
      const { compact, stream } = codecs(schema);
      for (const form of formsOf(text)) {
        expect(outcome(() => compact.decode(form, options))).toStrictEqual(want);
        expect(outcome(() => stream.decode(form, options))).toStrictEqual(want);
      }
    });
  }
});
