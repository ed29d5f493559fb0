// Schemas whose alternatives and parts say little, apply to one type only, or lead back.

import { type Json, object, ref } from "./document-builders.ts";

// The guards of these branches accept values whose members the next ones read.
const long = { type: "array", minItems: 3 };
const text = { type: "string", minLength: 3 };
export const guards = {
  Any: {},
  Bare: { type: "object", allOf: [] },
  Self: { allOf: [{ ...ref("Loop"), type: "object" }, ref("Self")] },
  Loop: { oneOf: [ref("Self"), long] },
  Objects: { anyOf: [ref("Bare"), long, { type: "number", minimum: 2 }] },
  Values: { anyOf: [{ allOf: [{ not: { type: "null" } }, ref("Any")] }, text, long] },
  Nested: { anyOf: [{ anyOf: [long, ref("Any")] }, { anyOf: [ref("Values"), text] }, long] },
};
// These branches apply to values of one type; such a value stays possible in the next ones.
const untyped = {
  members: { required: ["a b"] },
  text: { minLength: 3 },
  list: { minItems: 3 },
  number: { minimum: 3 },
  depends: { dependentSchemas: { a: { required: ["b"] } } },
  excluded: { not: { type: "object" } },
};
const [members, ...others] = Object.values(untyped);
export const untypedBranches = {
  ...Object.fromEntries(
    Object.entries(untyped).map(([name, first]) => [
      name,
      { anyOf: [first, { oneOf: [{ enum: ["BUY"] }] }, text, { type: "array", items: text }] },
    ]),
  ),
  All: { anyOf: [members, ...others] },
  Turned: { anyOf: [{ enum: ["BUY"] }, ...others.toReversed(), members] },
  Nested: { anyOf: [{ anyOf: [members, untyped.text] }, { anyOf: [untyped.list, text] }] },
  Parts: { anyOf: [{ allOf: [members, untyped.text] }, untyped.number, { const: 1 }] },
  Inside: object({ part: { anyOf: [members, ...others, { const: 1 }] } }),
};
// The type of a required member contains the member again.
export const requiredAgain = {
  Pet: object({ id: { ...ref("Pet"), required: ["id"] } }),
  Parts: object({ id: { allOf: [ref("Parts")], required: ["id"] } }),
  Left: object({ right: { ...ref("Right"), required: ["left"] } }),
  Right: object({ left: { ...ref("Left"), required: ["right"] } }),
  List: object({ items: { type: "array", items: { ...ref("List"), required: ["items"] } } }),
  Either: object({ id: { anyOf: [{ ...ref("Either"), required: ["id"] }, { type: "null" }] } }),
};
export const requiredProgram = `
import type { Either, Left, Pet } from "./types.ts";
export const pet: Pet = {};
export const either: Either = { id: { id: { id: { id: null } } } };
// @ts-expect-error: required inside.
export const wrong: Pet = { id: {} };
// @ts-expect-error: required inside.
export const wrongLeft: Left = { right: {} };
`;
// A part that implies a type and restricts nothing adds nothing to its siblings.
const open = { patternProperties: {} };
const lists = { items: {} };
export const openParts = {
  Any: {},
  Reference: { ...ref("Any"), allOf: [open] },
  References: { allOf: [{ ...ref("Any"), allOf: [lists, open] }] },
  Branch: { oneOf: [ref("Any")], items: {} },
  Scalars: { anyOf: [{ type: "string" }, { type: "integer" }], allOf: [open] },
  Text: { type: "string", allOf: [lists] },
  Types: { type: ["string", "object"], allOf: [{ properties: {} }] },
  Values: { enum: ["a", "b"], allOf: [lists] },
  Members: { ...object({ a: { type: "string" } }), allOf: [lists] },
  Alone: { allOf: [open] },
  Additional: {
    ...object({ a: { type: "integer", format: "int64" } }, "a"),
    additionalProperties: open,
  },
  Optional: { ...object({ a: { type: "integer" } }), additionalProperties: lists },
  Others: { type: "object", additionalProperties: open },
  Parts: { allOf: [object({ a: {} }), { type: "object", additionalProperties: lists }] },
};
// The same for members that several parts declare.
const word = { type: "string" };
const membersOfParts: Readonly<Record<string, readonly [Json, Json]>> = {
  ListAndText: [lists, word],
  TextAndOpen: [word, open],
  ListAndOpen: [lists, open],
  ListAndList: [lists, { type: "array", items: word }],
  OpenAndObject: [open, object({ b: word })],
  ListAndAny: [lists, {}],
  AnyAndOpen: [{}, open],
  ListAndTrue: [lists, { not: { type: "null" } }],
  NamedAndText: [ref("List"), word],
  TextAndNamed: [ref("Text"), ref("List")],
};
export const openMembers: Json = {
  List: lists,
  Text: word,
  ...Object.fromEntries(
    Object.entries(membersOfParts).flatMap(([name, [left, right]]) => [
      [name, { allOf: [object({ a: left }, "a"), object({ a: right })] }],
      [`${name}Later`, { ...object({ a: left }), allOf: [object({ a: right })] }],
    ]),
  ),
};
export const openProgram = `
import type { Alone, Members, Reference, Scalars, Text, Types, Values } from "./types.ts";
export const reference: Reference = 1;
export const scalars: readonly Scalars[] = ["a", 1];
export const text: Text = "a";
export const types: readonly Types[] = ["a", { b: 1 }];
export const values: readonly Values[] = ["a", "b"];
export const members: Members = { a: "b" };
export const alone: Alone = { a: 1 };
// @ts-expect-error: an object.
export const wrong: Alone = 1;
// @ts-expect-error: text.
export const wrongText: Text = [];
`;
export const guardProgram = `
import type { Bare } from "./types.ts";
export const bare: Bare = { a: 1 };
// @ts-expect-error: an object.
export const wrong: Bare = "text";
`;

// A member that no value fits, in one alternative of a tagged union.
const alternatives = (member: unknown): Json => ({
  anyOf: [
    object({ kind: { const: "one" }, value: member }, "kind"),
    object({ kind: { const: "two" }, value: {} }, "kind"),
  ],
});
export const impossibleMembers: Json = {
  Nothing: { anyOf: [] },
  Named: alternatives(ref("Nothing")),
  Alternatives: alternatives({ oneOf: [] }),
  Values: alternatives({ enum: [] }),
  Types: alternatives({ type: [] }),
  Parts: alternatives({ allOf: [ref("Nothing"), {}] }),
  False: alternatives(false),
};
