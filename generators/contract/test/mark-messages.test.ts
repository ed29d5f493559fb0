import { markMessages, mayMatchBoth } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { contractOf } from "./contract-of.ts";

const document = (payloads: readonly string[]): string => `asyncapi: 3.0.0
info: { title: Test, version: "1" }
channels:
  all:
    address: /
    messages:
${payloads.map((payload, at) => `      m${at}: { payload: ${payload} }`).join("\n")}
components: { schemas: { Named: { type: object, properties: { kind: { const: n } } } } }
`;

const object = (properties: string, more = ""): string =>
  `{ type: object, properties: { ${properties} }${more} }`;

const tuple = (items: string, more = ""): string => `{ type: array, items: [${items}]${more} }`;

const marks: readonly (readonly [it: string, payloads: readonly string[], want: unknown])[] = [
  ["nothing of one message", [object("a: { const: 1 }")], {}],
  [
    "a number",
    [object("op: { const: 1 }"), object("op: { enum: [2, 3] }")],
    { m0: "op=1", m1: "op=2,3" },
  ],
  [
    "`type` before others",
    [object("a: { const: x }, type: { const: s }"), object("a: { const: y }, type: { const: t }")],
    { m0: "type=s", m1: "type=t" },
  ],
  [
    "a member of a member",
    [
      object(`d: ${object("e: { const: s }")}`),
      object(`d: { oneOf: [${object("e: { const: t }")}, ${object("e: { const: u }")}] }`),
    ],
    { m0: "d.e=s", m1: "d.e=t,u" },
  ],
  [
    "what a reference and a part say",
    ['{ $ref: "#/components/schemas/Named" }', `{ allOf: [${object("kind: { const: o }")}] }`],
    { m0: "kind=n", m1: "kind=o" },
  ],
  [
    "a declared discriminator, though one message lacks it",
    [
      object("k: { const: s }", ", discriminator: k"),
      object("k: { const: t }", ", discriminator: k"),
      object("other: {}"),
    ],
    { m0: "k=s", m1: "k=t" },
  ],
  [
    "nothing that two have in common",
    [object("k: { const: s }"), object("k: { enum: [s, t] }")],
    {},
  ],
  ["nothing that one lacks", [object("k: { const: s }"), object("k: { type: string }")], {}],
];

describe("messages are marked by", () => {
  test.each(marks)("%s", async (_, payloads, want) => {
    const { channels } = await contractOf(document(payloads));
    const found = [...markMessages(channels[0]?.messages ?? [])];
    const shown = found.map(([{ id }, { path, values }]) => [id, `${path.join(".")}=${values}`]);
    expect(Object.fromEntries(shown)).toEqual(want);
  });
});

const pairs: readonly (readonly [first: string, second: string, want: boolean])[] = [
  ["{ type: string }", "{ type: integer }", false],
  ["{ type: integer }", "{ type: number }", true],
  ["{}", "{ type: string }", true],
  ["false", "{}", false],
  ["{ const: a }", "{ enum: [b, c] }", false],
  [object("a: {}"), object("b: {}"), true],
  [object("a: {}"), object("b: {}", ", required: [b]"), false],
  [object("a: {}"), object("b: {}", ", additionalProperties: false"), false],
  [object("a: { type: string }"), object("a: { type: integer }"), false],
  [object("a: { type: string }"), object("a: { type: string }"), true],
  ["{ oneOf: [{ type: string }, { type: array }] }", "{ type: array }", true],
  ["{ oneOf: [{ type: string }, { type: array }] }", "{ type: object }", false],
  [tuple("{ const: a }"), tuple("{ const: b }"), false],
  [tuple("{ type: integer }, { const: a }"), tuple("{ type: integer }, { const: b }"), false],
  [tuple("{ type: integer }, { const: a }"), tuple("{ type: integer }, {}"), true],
  [tuple("{ const: a }"), tuple("{ const: a }, { const: b }"), true],
  [
    tuple("{ const: a }", ", additionalItems: false"),
    tuple("{ const: a }, {}", ", minItems: 2"),
    false,
  ],
  [tuple("{ const: a }, { const: b }"), tuple("{ const: a }", ", additionalItems: false"), false],
  ["{ type: array }", tuple("{ const: a }"), true],
];

describe("a value of the first may be one of the second", () => {
  test.each(pairs)("%s, %s: %s", async (first, second, want) => {
    const { channels } = await contractOf(document([first, second]));
    const [a, b] = (channels[0]?.messages ?? []).map(({ payload }) => payload?.schema);
    expect(a && b && mayMatchBoth(a, b)).toBe(want);
  });
});
