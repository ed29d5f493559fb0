// The members that a server removes from its messages, by the schemas of generated codecs.

// @boundaries-ignore what is generated is tried with the runtime that it is generated for
import { declaredOnly } from "@specwright/runtime/transport";
import { beforeAll, describe, expect, test } from "vitest";
import { type Codecs, generateCodecs } from "./generated-codecs.ts";

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const having = (properties: object, more: object = {}): object => ({
  type: "object",
  properties,
  ...more,
});

const schemas = {
  User: having({ id: text, friends: { type: "array", items: ref("User") } }, { required: ["id"] }),
  Both: { allOf: [ref("User"), having({ extra: text })] },
  Any: {
    anyOf: [having({ a: text }, { required: ["a"] }), having({ b: text }, { required: ["b"] })],
  },
  One: {
    oneOf: [having({ a: text }, { required: ["a"] }), having({ b: text }, { required: ["b"] })],
  },
  Tagged: {
    oneOf: [ref("Cat"), ref("Dog")],
    discriminator: { propertyName: "kind" },
  },
  Cat: having({ kind: { const: "Cat" }, lives: text }, { required: ["kind"] }),
  Dog: having({ kind: { const: "Dog" }, pack: text }, { required: ["kind"] }),
  Written: having({ a: text }, { additionalProperties: true }),
  WrittenBeside: { allOf: [having({ a: text }), { additionalProperties: {} }] },
  Rest: { ...having({ a: text }), unevaluatedProperties: { type: "integer" } },
  Matched: having({ a: text }, { patternProperties: { "^x-": text } }),
  Free: { type: "object" },
  Anything: {},
  Table: { type: "object", additionalProperties: ref("Cat") },
  Needing: having({ a: text }, { required: ["a", "z"] }),
  When: {
    ...having({ a: text }),
    if: having({ a: { const: "x" } }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: having({ b: text }),
  },
  Pair: { type: "array", prefixItems: [having({ a: text }), having({ b: text })] },
  Sides: having({ author: having({ name: text }), owner: having({ name: text, mail: text }) }),
  Dated: having({ at: { type: "integer", format: "int64" } }),
  Pet: having({ kind: text }, { required: ["kind"], discriminator: { propertyName: "kind" } }),
  Fish: { allOf: [ref("Pet"), having({ depth: text })] },
  Shark: { allOf: [ref("Fish"), ref("Named")] },
  Named: having({ name: text }),
  Owner: having({ pet: ref("Pet") }),
  Open: having({ kind: text }, { discriminator: { propertyName: "kind" } }),
  Child: { allOf: [ref("Open"), having({ a: text }, { additionalProperties: true })] },
  Car: having(
    { kind: text },
    {
      required: ["kind"],
      oneOf: [ref("Gas"), ref("Electric")],
      discriminator: { propertyName: "kind" },
    },
  ),
  Gas: { allOf: [ref("Car"), having({ litres: text })] },
  Electric: { allOf: [ref("Car"), having({ watts: text })] },
  Parent: having({ kind: text }, { discriminator: { propertyName: "kind" } }),
};

let codecs: (name: string) => Codecs;

beforeAll(async () => {
  ({ codecs } = await generateCodecs("declared-members", schemas));
});

const person = { name: "Ann", mail: "a@example.com" };

describe("30.19 a value keeps the members that its schema declares", () => {
  test.each<[keyof typeof schemas, unknown, unknown]>([
    ["User", { id: "1", password: "p" }, { id: "1" }],
    ["User", { id: "1", friends: [{ id: "2", p: 1 }] }, { id: "1", friends: [{ id: "2" }] }],
    ["Both", { id: "1", extra: "e", p: 1 }, { id: "1", extra: "e" }],
    ["Any", { a: "1", b: "2", p: 1 }, { a: "1", b: "2" }],
    ["Any", { a: "1", b: 2 }, { a: "1" }],
    ["One", { a: "1", p: 1 }, { a: "1" }],
    ["Tagged", { kind: "Cat", lives: "9", pack: "1" }, { kind: "Cat", lives: "9" }],
    ["Written", { a: "1", p: 1 }, { a: "1", p: 1 }],
    ["WrittenBeside", { a: "1", p: 1 }, { a: "1", p: 1 }],
    ["Rest", { a: "1", p: 1 }, { a: "1", p: 1 }],
    ["Matched", { a: "1", "x-b": "2", p: 1 }, { a: "1", "x-b": "2" }],
    ["Free", { p: { q: 1 } }, { p: { q: 1 } }],
    ["Anything", { p: 1 }, { p: 1 }],
    ["Table", { m: { kind: "Cat", p: 1 } }, { m: { kind: "Cat" } }],
    ["Needing", { a: "1", z: 1, p: 1 }, { a: "1", z: 1 }],
    ["When", { a: "x", b: "1", p: 1 }, { a: "x", b: "1" }],
    ["When", { a: "y", b: "1" }, { a: "y" }],
    [
      "Pair",
      [
        { a: "1", b: "2" },
        { a: "1", b: "2" },
      ],
      [{ a: "1" }, { b: "2" }],
    ],
    ["Sides", { author: person, owner: person }, { author: { name: "Ann" }, owner: person }],
    ["Dated", { at: 9007199254740993n, p: 1 }, { at: 9007199254740993n }],
    ["Pet", { kind: "Fish", depth: "1", p: 1 }, { kind: "Fish", depth: "1" }],
    ["Pet", { kind: "Shark", name: "1", p: 1 }, { kind: "Shark", name: "1" }],
    ["Shark", { kind: "Shark", name: "1", p: 1 }, { kind: "Shark", name: "1" }],
    ["Owner", { pet: { kind: "Fish", p: 1 }, q: 1 }, { pet: { kind: "Fish" } }],
    ["Open", { kind: "Child", any: 1 }, { kind: "Child", any: 1 }],
    ["Car", { kind: "Gas", litres: "1", p: 1 }, { kind: "Gas", litres: "1" }],
    ["Gas", { kind: "Gas", litres: "1", p: 1 }, { kind: "Gas", litres: "1" }],
    ["Parent", { kind: "child", own: 1 }, { kind: "child", own: 1 }],
  ])("%s of %o", (name, given, want) => {
    const { compact, stream } = codecs(name);
    for (const codec of [compact, stream]) {
      const only = declaredOnly(codec, given, "leave out");
      expect(only).toStrictEqual(want);
      expect(codec.decode(codec.encode(only))).toStrictEqual(want);
      // Reading keeps all members.
      expect(codec.decode(codec.encode(given))).toStrictEqual(given);
    }
  });

  test.each(["Decimal", "string"] as const)(
    "with numbers whose digits count, as %s",
    async (decimals) => {
      const price = having({ rate: { type: "number", format: "decimal" }, at: schemas.Dated });
      const exact = await generateCodecs(`declared-${decimals}`, { Price: price }, { decimals });
      const text = '{"rate":0.123456789,"at":{"at":9007199254740993,"q":1},"p":1}';
      const { compact, stream } = exact.codecs("Price");
      for (const codec of [compact, stream]) {
        const only = declaredOnly(codec, codec.decode(text), "leave out");
        expect(codec.encode(only)).toBe('{"rate":0.123456789,"at":{"at":9007199254740993}}');
      }
    },
  );

  test("is the same value if it has no other members, and if it is invalid", () => {
    const { compact } = codecs("User");
    for (const value of [{ id: "1", friends: [] }, { password: "p" }, 1, null])
      expect(declaredOnly(compact, value, "leave out")).toBe(value);
  });

  test("is refused on request, with the places of the other members", () => {
    const { compact } = codecs("User");
    const value = { id: "1", password: "p", friends: [{ id: "2", "a/b": 1 }] };
    expect(() => declaredOnly(compact, value, "refuse")).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({ code: "undeclared", pointer: "/friends/0/a~1b" }),
          expect.objectContaining({ code: "undeclared", pointer: "/password" }),
        ],
      }),
    );
    expect(declaredOnly(compact, value, "keep")).toBe(value);
  });
});
