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
};

let codecs: (name: string) => Codecs;

beforeAll(async () => {
  ({ codecs } = await generateCodecs("revive", schemas));
});

const own = (name: string, value: unknown): object => Object.fromEntries([[name, value]]);

describe("integers of 64 bits are bigint", () => {
  test.each<[keyof typeof schemas, string, unknown]>([
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
    ["WhenMember", '{"to":{"mode":"x","extra":2}}', { to: { mode: "x", extra: 2n } }],
  ])("%s of %s", (name, text, want) => {
    const { compact, stream } = codecs(name);
    expect(compact.decode(text)).toStrictEqual(want);
    expect(stream.decode(new TextEncoder().encode(text))).toStrictEqual(want);
    expect(stream.decode(compact.encode(want))).toStrictEqual(want);
  });

  test("a value that two branches of oneOf take is refused", () => {
    for (const codec of Object.values(codecs("One"))) {
      const error = codecErrorOf(() => codec.decode('{"left":1,"right":2}'));
      expect(error?.issues.map(({ code }) => code)).toEqual(["one_of"]);
    }
  });
});
