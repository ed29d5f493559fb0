// No error or issue contains more than 200 bytes of the input, over all its texts.

// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import type { Issue } from "@specwright/runtime";
import { beforeAll, describe, expect, test } from "vitest";
import { type Codecs, codecErrorOf, generateCodecs } from "./generated-codecs.ts";

const schemas = {
  Text: { type: "string", maxLength: 10 },
  Quantity: { type: "number" },
  Int64: { type: "integer", format: "int64" },
  Uuid: { type: "string", format: "uuid" },
  Code: { type: "string", pattern: "^[a-z]+$" },
  Side: { type: "string", enum: ["BUY", "SELL"] },
  Constant: { const: "BUY" },
  Closed: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
  Names: { type: "object", propertyNames: { maxLength: 3 } },
  Counts: { type: "object", additionalProperties: { type: "integer" } },
  Deep: { type: "object", additionalProperties: { $ref: "#/components/schemas/Deep" } },
  Unique: { type: "array", uniqueItems: true },
  Tagged: {
    oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
    discriminator: { propertyName: "kind" },
  },
  Cat: { type: "object", properties: { kind: { const: "Cat" } }, required: ["kind"] },
  Dog: { type: "object", properties: { kind: { const: "Dog" } }, required: ["kind"] },
  Either: {
    anyOf: [{ $ref: "#/components/schemas/Counts" }, { type: "array", items: { type: "integer" } }],
  },
  Any: {},
};

type Name = keyof typeof schemas;

// Counts the bytes of each mark in an error; none of our own texts contains a mark.
const marks = ["☃", "é", "7", "\u{1f980}", "~", "\\u2603"] as const;
type Mark = (typeof marks)[number];

/** A function that builds a text around a mark. */
type Given = readonly [name: string, schema: Name, text: (mark: Mark) => string | Uint8Array];

const much = (mark: Mark): string => mark.repeat(10_000);
const quoted = (mark: Mark): string => `"${much(mark)}"`;

const cases: readonly Given[] = [
  ["a long text", "Text", quoted],
  ["a long text for a number", "Quantity", quoted],
  ["a long text for an int64", "Int64", quoted],
  ["a long text for a format", "Uuid", quoted],
  ["a long text for a pattern", "Code", quoted],
  ["a long text for an enum", "Side", quoted],
  ["a long text for a constant", "Constant", quoted],
  ["a long number for a text", "Text", () => much("7")],
  ["a long number for a number", "Quantity", () => much("7")],
  ["a long number for an int64", "Int64", () => much("7")],
  ["a long fraction for an int64", "Int64", () => `0.${much("7")}`],
  ["a long number for an enum", "Side", () => "7".repeat(300)],
  ["a long unknown key", "Closed", (mark) => `{${quoted(mark)}:1}`],
  ["a long name that is not allowed", "Names", (mark) => `{${quoted(mark)}:1}`],
  ["a long key before a wrong value", "Counts", (mark) => `{${quoted(mark)}:${quoted(mark)}}`],
  [
    "many keys",
    "Counts",
    (mark) => `{${Array.from({ length: 500 }, (_, n) => `"${mark.repeat(9)}${n}":"x"`).join()}}`,
  ],
  [
    "many short keys",
    "Closed",
    (mark) => `{${Array.from({ length: 500 }, (_, n) => `"${mark}${n}":"x"`).join()}}`,
  ],
  ["a long way", "Deep", (mark) => `${`{"${mark.repeat(4)}":`.repeat(400)}1${"}".repeat(400)}`],
  ["a way of long keys", "Deep", (mark) => `${`{${quoted(mark)}:`.repeat(5)}1${"}".repeat(5)}`],
  ["equal items", "Unique", (mark) => `[${quoted(mark)},${quoted(mark)}]`],
  ["a long tag", "Tagged", (mark) => `{"kind":${quoted(mark)}}`],
  ["no alternative", "Either", (mark) => `{${quoted(mark)}:${quoted(mark)}}`],
  ["no JSON", "Any", (mark) => much(mark)],
  ["no JSON in the middle", "Any", (mark) => `[${quoted(mark)},${much(mark)}`],
  ["a text without an end", "Any", (mark) => `"${much(mark)}`],
  ["a bad escape", "Any", (mark) => `"${much(mark)}\\x${much(mark)}"`],
  ["text behind", "Any", (mark) => `1 ${quoted(mark)}`],
  [
    "bytes that are not UTF-8",
    "Any",
    (mark) => Buffer.concat([Buffer.from(quoted(mark)), Buffer.of(0xff)]),
  ],
];

let codecs: (name: string) => Codecs;
beforeAll(async () => {
  codecs = (await generateCodecs("secrecy", schemas)).codecs;
});

/** Counts the bytes of a mark in every text that an error contains. */
function bytesIn(thrown: unknown, mark: Mark): number {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const collect = (part: unknown): void => {
    if (typeof part === "string" || typeof part === "number" || typeof part === "bigint") {
      texts.push(String(part));
    }
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    for (const key of Reflect.ownKeys(part)) {
      // The stack starts with the message again.
      if (key === "stack") continue;
      texts.push(String(key));
      collect(Reflect.get(part, key));
    }
  };
  collect(thrown);
  const shown = mark.startsWith("\\") ? "☃" : mark;
  const count = texts.join("\n").split(shown).length - 1;
  return count * Buffer.byteLength(shown);
}

const most = 200;

describe.each(marks)("of many %s", (mark) => {
  test.each(cases)("%s", (_, schema, given) => {
    const text = given(mark);
    const counted = typeof text === "string" && /^(?:0\.)?7+$/.test(text) ? "7" : mark;
    const { compact, stream } = codecs(schema);
    for (const codec of [compact, stream]) {
      for (const form of [text, typeof text === "string" ? Buffer.from(text) : text]) {
        for (const options of [
          undefined,
          { duplicateKeys: "refuse" },
          { maxBytes: 50 },
          { maxDepth: 3 },
        ] as const) {
          const error = codecErrorOf(() => codec.decode(form, options));
          expect(bytesIn(error, counted)).toBeLessThanOrEqual(most);
          expect(Buffer.byteLength(JSON.stringify(error?.issues ?? []))).toBeLessThan(60_000);
        }
      }
    }
  });

  const key = mark.repeat(10_000);
  const cycle: Record<string, unknown> = {};
  cycle[key] = cycle;
  test.each<readonly [name: string, schema: Name, value: unknown]>([
    ["a long text", "Text", key],
    ["a long key", "Closed", { [key]: 1 }],
    ["a long key before a wrong value", "Counts", { [key]: key }],
    ["a long key before what JSON has no form for", "Any", { [key]: () => key }],
    ["a long key before NaN", "Any", { [key]: { [key]: Number.NaN } }],
    ["a long key before itself", "Any", cycle],
    [
      "an instance of a class with a long name",
      "Any",
      { [key]: new (Object.defineProperty(class {}, "name", { value: key }))() },
    ],
    [
      "many keys",
      "Counts",
      Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${mark}${n}`, mark])),
    ],
    ["a huge bigint", "Int64", BigInt("7".repeat(1000))],
    ["a huge bigint for a text", "Text", BigInt("7".repeat(1000))],
  ])("%s, as a value", (_, schema, value) => {
    const { compact, stream } = codecs(schema);
    for (const run of [
      () => compact.encode(value),
      () => compact.parse(value),
      () => stream.encodeBytes(value),
      () => stream.encode(value),
    ]) {
      expect(bytesIn(codecErrorOf(run), mark)).toBeLessThanOrEqual(most);
    }
    if (value === cycle) return;
    for (const issue of compact.validate(value))
      expect(sizeOf(issue, mark)).toBeLessThanOrEqual(most);
    expect(stream.validate(value)).toEqual(compact.validate(value));
  });

  function sizeOf(found: Issue, counted: Mark): number {
    return bytesIn({ ...found, message: found.message }, counted);
  }
});

test("a truncated pointer is marked, and any other pointer resolves", () => {
  const { compact } = codecs("Deep");
  const decode = (text: string): string =>
    codecErrorOf(() => compact.decode(text))?.issues[0]?.pointer ?? "";
  expect(decode('{"a/b":{"c~d":1}}')).toBe("/a~1b/c~0d");
  expect(decode(`{"${"k".repeat(1000)}":1}`)).toMatch(/^\/k{20,100}…$/);
});
