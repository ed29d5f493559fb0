// The effect of replacing one schema by another on its values if an open object uses no name that only the
// other schema declares.

import { type Effect, SchemaComparer } from "@specwright/schemas";
import { describe, expect, test } from "vitest";
import { isValid } from "../src/evaluate/is-valid.ts";
import { schemasOf } from "./schemas-of.ts";

interface Row {
  readonly name: string;
  readonly base: unknown;
  readonly revision: unknown;
  readonly want: Effect;
  /** Without the option; default: the same effect. */
  readonly strict?: Effect;
}

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: "object",
  properties,
  ...more,
});
const closed = { additionalProperties: false };
const a = object({ a: text });
const ab = object({ a: text, b: text });
const kind = (name: string, more: Record<string, unknown> = {}) =>
  object({ kind: { const: name }, ...more }, { required: ["kind"] });

const rows: readonly Row[] = [
  { name: "an optional property", base: a, revision: ab, want: "equal", strict: "narrows" },
  { name: "an optional property removed", base: ab, revision: a, want: "equal", strict: "widens" },
  {
    name: "a required property",
    base: a,
    revision: { ...ab, required: ["b"] },
    want: "narrows",
  },
  {
    name: "a property that was required without a schema",
    base: { ...a, required: ["b"] },
    revision: { ...ab, required: ["b"] },
    want: "narrows",
  },
  {
    name: "a property of another type",
    base: ab,
    revision: object({ a: text, b: integer }),
    want: "incomparable",
  },
  {
    name: "a property of a closed object",
    base: { ...a, ...closed },
    revision: { ...ab, ...closed },
    want: "widens",
  },
  {
    name: "a property while the object is opened",
    base: { ...a, ...closed },
    revision: ab,
    want: "widens",
  },
  { name: "an object closed", base: a, revision: { ...a, ...closed }, want: "narrows" },
  {
    name: "a property while the object is closed",
    base: a,
    revision: { ...ab, ...closed },
    want: "narrows",
    strict: "narrows",
  },
  {
    name: "a schema for all other names",
    base: a,
    revision: { ...a, additionalProperties: text },
    want: "narrows",
  },
  {
    name: "a property where all other names have a schema",
    base: { ...a, additionalProperties: text },
    revision: { ...object({ a: text, b: integer }), additionalProperties: text },
    want: "incomparable",
  },
  {
    name: "a property that a pattern declares",
    base: { ...a, patternProperties: { "^b": true } },
    revision: { ...ab, patternProperties: { "^b": true } },
    want: "narrows",
  },
  {
    name: "a property that a pattern does not match",
    base: { ...a, patternProperties: { "^c": true } },
    revision: { ...ab, patternProperties: { "^c": true } },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a pattern",
    base: a,
    revision: { ...a, patternProperties: { "^b": text } },
    want: "narrows",
  },
  {
    name: "additionalProperties: true written out",
    base: { ...a, additionalProperties: true },
    revision: ab,
    want: "equal",
    strict: "narrows",
  },
  {
    name: "unevaluatedProperties: true written out",
    base: { ...a, unevaluatedProperties: true },
    revision: ab,
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property in one part of an allOf",
    base: { allOf: [a, object({ c: text })] },
    revision: { allOf: [ab, object({ c: text })] },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property that another part of the allOf declares",
    base: { allOf: [a, object({ b: {} })] },
    revision: { allOf: [ab, object({ b: {} })] },
    want: "narrows",
  },
  {
    name: "an allOf with another part",
    base: { allOf: [a] },
    revision: { allOf: [a, object({ b: text, c: integer })] },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property through a reference",
    base: { $defs: { A: a }, $ref: "#/$defs/A" },
    revision: { $defs: { A: ab }, $ref: "#/$defs/A" },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property of items",
    base: { type: "array", items: a },
    revision: { type: "array", items: ab },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property of a property",
    base: object({ x: object({ y: a }) }),
    revision: object({ x: object({ y: ab }) }),
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a required property of items",
    base: { type: "array", items: a },
    revision: { type: "array", items: { ...ab, required: ["b"] } },
    want: "narrows",
  },
  {
    name: "a property of a branch, told apart by a member",
    base: { oneOf: [kind("x"), kind("y", { b: integer })] },
    revision: { oneOf: [kind("x", { b: text }), kind("y", { b: integer })] },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property of a branch of an anyOf",
    base: { anyOf: [kind("x"), kind("y")] },
    revision: { anyOf: [kind("x", { b: text }), kind("y")] },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property of a nullable object",
    base: { anyOf: [a, { type: "null" }] },
    revision: { anyOf: [ab, { type: "null" }] },
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property of a tree",
    base: object({ children: { type: "array", items: { $ref: "#" } } }),
    revision: object({ children: { type: "array", items: { $ref: "#" } }, b: text }),
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a property that another one needs",
    base: a,
    revision: object({ a: text, b: text }, { dependentRequired: { b: ["a"] } }),
    want: "equal",
    strict: "narrows",
  },
  {
    name: "a name that must not be there",
    base: a,
    revision: { ...a, not: { required: ["b"] } },
    want: "narrows",
  },
  {
    name: "names that only maxProperties limits",
    base: a,
    revision: object({ a: text, b: text }, { maxProperties: 2 }),
    want: "narrows",
  },
  {
    name: "a property of a closed composition",
    base: { allOf: [a, object({ c: text })], unevaluatedProperties: false },
    revision: { allOf: [ab, object({ c: text })], unevaluatedProperties: false },
    want: "widens",
  },
  {
    name: "a composition closed",
    base: { allOf: [a, object({ c: text })] },
    revision: { allOf: [ab, object({ c: text })], unevaluatedProperties: false },
    want: "narrows",
  },
  {
    name: "a property where a composition has a schema for all other names",
    base: { allOf: [a], unevaluatedProperties: text },
    revision: { allOf: [object({ a: text, b: integer })], unevaluatedProperties: text },
    want: "incomparable",
  },
  {
    name: "a member of an enum",
    base: { enum: [{ a: "", b: 1 }] },
    revision: { enum: [{ a: "", b: 1 }], properties: { b: text } },
    want: "narrows",
  },
  {
    name: "a property that is any value",
    base: a,
    revision: object({ a: text, b: {} }),
    want: "equal",
  },
];

describe("undeclared names are reserved", () => {
  test.each(rows)("$name: $want", async ({ base, revision, want, strict = want }) => {
    const [left, right] = await schemasOf(base, revision);
    if (left === undefined || right === undefined) throw new Error("no schemas");
    const comparer = new SchemaComparer({ undeclaredNamesAreReserved: true });
    const { effect, baseInRevision, revisionInBase } = comparer.compare(left, right);
    expect(effect).toBe(want);
    expect(new SchemaComparer().compare(left, right).effect).toBe(strict);
    const mirrored = comparer.compare(right, left);
    expect(mirrored.baseInRevision).toEqual(revisionInBase);
    expect(mirrored.revisionInBase).toEqual(baseInRevision);
    for (const [answer, inner, outer] of [
      [baseInRevision, left, right] as const,
      [revisionInBase, right, left] as const,
    ]) {
      if (answer.verdict !== "refuted") continue;
      expect(isValid(inner, answer.witness)).toBe(true);
      expect(isValid(outer, answer.witness)).toBe(false);
    }
  });
});
