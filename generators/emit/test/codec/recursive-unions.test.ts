// Schemas that contain themselves in several branches, nested 30 deep: checking each path separately would
// take hours.

import { beforeAll, describe, expect, test } from "vitest";
import { type Codecs, codecErrorOf, generateCodecs } from "./generated-codecs.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const int64 = { type: "integer", format: "int64" };
const node = (child: object, others: object, required: readonly string[]): object => ({
  type: "object",
  properties: { child, ...others },
  required,
});

const schemas = {
  Any: { anyOf: [ref("AnyLeft"), ref("AnyRight")] },
  AnyLeft: node(ref("Any"), { left: int64 }, ["left"]),
  AnyRight: node(ref("Any"), { right: int64 }, ["right"]),
  One: { oneOf: [ref("OneLeft"), ref("OneRight")] },
  OneLeft: node(ref("One"), { left: int64 }, ["left"]),
  OneRight: node(ref("One"), { right: int64 }, ["right"]),
  Texts: { oneOf: [ref("TextLeft"), ref("TextRight")] },
  TextLeft: node(ref("Texts"), { left: { type: "string" } }, ["left"]),
  TextRight: node(ref("Texts"), { right: { type: "string" } }, ["right"]),
  Inline: {
    anyOf: [
      node(ref("Inline"), { left: int64 }, ["left"]),
      node({ type: "array", items: ref("Inline") }, { right: int64 }, ["right"]),
      node(ref("Inline"), { right: int64 }, ["right"]),
    ],
  },
  Both: {
    allOf: [node(ref("Both"), { left: int64 }, []), node(ref("Both"), { right: int64 }, [])],
  },
  Tagged: { oneOf: [ref("TaggedLeft"), ref("TaggedRight")] },
  TaggedLeft: node(ref("Tagged"), { kind: { const: "left" }, left: int64 }, ["kind"]),
  TaggedRight: node(ref("Tagged"), { kind: { const: "right" }, right: int64 }, ["kind"]),
  Not: {
    type: "object",
    properties: { child: ref("Not"), right: int64 },
    not: { properties: { child: ref("Not") }, required: ["left"] },
  },
  If: {
    type: "object",
    if: node(ref("If"), {}, ["left"]),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: node(ref("If"), { left: int64 }, []),
    else: node(ref("If"), { right: int64 }, []),
  },
};

type Name = keyof typeof schemas;

const depth = 30;

/** Nests the members of each level around the innermost value. */
function nested(members: string, innermost: string): string {
  return `${`{${members},"child":`.repeat(depth)}${innermost}${"}".repeat(depth)}`;
}

function nestedValue(members: object, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < depth; level += 1) value = { ...members, child: value };
  return value;
}

const long = 9_223_372_036_854_775_807n;

let codecs: (name: string) => Codecs;
beforeAll(async () => {
  ({ codecs } = await generateCodecs("recursive-unions", schemas));
});

describe("accepts valid values, 30 deep", () => {
  test.each<readonly [Name, string, string, object, unknown]>([
    ["Any", '"right":1', '{"right":2}', { right: 1n }, { right: 2n }],
    ["Any", `"left":1,"right":${long}`, '{"left":2}', { left: 1n, right: long }, { left: 2n }],
    ["One", '"right":1', '{"right":2}', { right: 1n }, { right: 2n }],
    ["One", `"right":${long}`, '{"left":2}', { right: long }, { left: 2n }],
    ["Texts", '"right":"a"', '{"left":"b"}', { right: "a" }, { left: "b" }],
    ["Inline", '"right":1', '{"right":2}', { right: 1n }, { right: 2n }],
    ["Both", '"left":1,"right":2', "{}", { left: 1n, right: 2n }, {}],
    [
      "Tagged",
      '"kind":"right","right":1',
      '{"kind":"left"}',
      { kind: "right", right: 1n },
      { kind: "left" },
    ],
    ["Not", '"right":1', "{}", { right: 1n }, {}],
    ["If", '"left":1', '{"right":1}', { left: 1n }, { right: 1n }],
  ])("%s of %s around %s", (name, members, innermost, wanted, inside) => {
    const { compact, stream } = codecs(name);
    const given = nested(members, innermost);
    const value = nestedValue(wanted, inside);
    for (const codec of [compact, stream]) {
      expect(codec.decode(given)).toEqual(value);
      expect(codec.decode(Buffer.from(given))).toEqual(value);
      expect(codec.is(value)).toBe(true);
      expect(codec.validate(value)).toEqual([]);
      expect(codec.decode(codec.encode(value))).toEqual(value);
    }
    expect(compact.decode(stream.encodeBytes(value))).toEqual(value);
  });
});

describe("reports the fault of invalid values, 30 deep", () => {
  test.each<readonly [Name, string, string]>([
    ["Any", '"right":1', '{"right":"x"}'],
    ["Any", '"left":1,"right":1', '{"left":"x"}'],
    ["One", '"right":1', '{"right":"x"}'],
    ["One", '"right":1', '{"left":1,"right":1}'],
    ["Texts", '"right":"a"', '{"left":1}'],
    ["Inline", '"right":1', '{"right":"x"}'],
    ["Both", '"left":1', '{"right":"x"}'],
    ["Tagged", '"kind":"right"', '{"kind":"left","left":"x"}'],
    ["Not", '"right":1', '{"right":"x"}'],
    ["If", '"left":1', '{"left":"x"}'],
  ])("%s of %s around %s", (name, members, innermost) => {
    const { compact, stream } = codecs(name);
    const given = nested(members, innermost);
    const issues = codecErrorOf(() => compact.decode(given))?.issues;
    expect(issues?.length).toBeGreaterThan(0);
    expect(codecErrorOf(() => stream.decode(Buffer.from(given)))?.issues).toEqual(issues);
    const value: unknown = JSON.parse(given);
    expect(compact.is(value)).toBe(false);
    expect(codecErrorOf(() => stream.encodeBytes(value))?.code).toBe("encode");
  });
});
