// The effect of replacing a schema on requests, on responses, and on values without a direction.

import { type Effect, SchemaComparer } from "@specwright/schemas";
import { describe, expect, test } from "vitest";
import { isValid } from "../src/evaluate/is-valid.ts";
import { schemasOf } from "./schemas-of.ts";

interface Row {
  readonly name: string;
  readonly base: unknown;
  readonly revision: unknown;
  readonly request: Effect;
  readonly response: Effect;
  readonly neither: Effect;
}

const text = { type: "string" };
const readOnly = { ...text, readOnly: true };
const writeOnly = { ...text, writeOnly: true };
const object = (properties: Record<string, unknown>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});
const within = (schema: unknown) => ({ type: "array", items: object({ a: schema }) });
const named = (schema: unknown, required: readonly string[]) => ({
  $defs: { Id: schema },
  ...object({ a: { $ref: "#/$defs/Id" } }, required),
});

const rows: readonly Row[] = [
  {
    name: "a read-only property becomes required",
    base: object({ a: readOnly }),
    revision: object({ a: readOnly }, ["a"]),
    request: "equal",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "a write-only property becomes required",
    base: object({ a: writeOnly }),
    revision: object({ a: writeOnly }, ["a"]),
    request: "narrows",
    response: "equal",
    neither: "narrows",
  },
  {
    name: "the type of a read-only property",
    base: object({ a: readOnly }),
    revision: object({ a: { type: "integer", readOnly: true } }),
    request: "equal",
    response: "incomparable",
    neither: "incomparable",
  },
  {
    name: "a required property becomes read-only",
    base: object({ a: text }, ["a"]),
    revision: object({ a: readOnly }, ["a"]),
    request: "widens",
    response: "equal",
    neither: "equal",
  },
  {
    name: "through a reference",
    base: named(readOnly, []),
    revision: named({ type: "integer", readOnly: true }, ["a"]),
    request: "equal",
    response: "incomparable",
    neither: "incomparable",
  },
  {
    name: "marked beside a reference",
    base: { $defs: { Id: text }, ...object({ a: { $ref: "#/$defs/Id", readOnly: true } }) },
    revision: {
      $defs: { Id: text },
      ...object({ a: { $ref: "#/$defs/Id", readOnly: true } }, ["a"]),
    },
    request: "equal",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "in items",
    base: within(readOnly),
    revision: within({ type: "string", readOnly: true, maxLength: 3 }),
    request: "equal",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "required beside an allOf that declares it",
    base: { allOf: [object({ a: readOnly })] },
    revision: { allOf: [object({ a: readOnly })], required: ["a"] },
    request: "equal",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "required in one part of an allOf, declared in another",
    base: { allOf: [object({ a: readOnly }), object({ b: text })] },
    revision: { allOf: [object({ a: readOnly }), object({ b: text }, ["a"])] },
    request: "equal",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "required through a reference, declared beside it",
    base: { $defs: { A: object({}) }, $ref: "#/$defs/A", properties: { a: readOnly } },
    revision: { $defs: { A: object({}, ["a"]) }, $ref: "#/$defs/A", properties: { a: readOnly } },
    // A codec of the component requires it wherever it is used.
    request: "narrows",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "needed by another property",
    base: object({ a: readOnly, b: text }),
    revision: { ...object({ a: readOnly, b: text }), dependentRequired: { b: ["a"] } },
    request: "equal",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "within not, it counts",
    base: object({ a: readOnly }),
    revision: { ...object({ a: readOnly }), not: object({ a: readOnly }, ["a"]) },
    request: "narrows",
    response: "narrows",
    neither: "narrows",
  },
  {
    name: "a closed object keeps the name",
    base: { ...object({ a: readOnly }), additionalProperties: false },
    revision: { ...object({ a: text }), additionalProperties: false },
    request: "narrows",
    response: "equal",
    neither: "equal",
  },
];

describe("direction", () => {
  test.each(rows)("$name", async ({ base, revision, ...wanted }) => {
    const [left, right] = await schemasOf(base, revision);
    if (left === undefined || right === undefined) throw new Error("no schemas");
    const comparer = new SchemaComparer();
    for (const direction of ["request", "response", undefined] as const) {
      const { effect, baseInRevision, revisionInBase } = comparer.compare(left, right, direction);
      expect([direction, effect]).toEqual([direction, wanted[direction ?? "neither"]]);
      if (effect === "equal" && direction !== undefined) {
        expect(new SchemaComparer().compare(left, right, direction).effect).toBe("equal");
      }
      for (const [answer, inner, outer] of [
        [baseInRevision, left, right] as const,
        [revisionInBase, right, left] as const,
      ]) {
        if (answer.verdict !== "refuted") continue;
        expect(isValid(inner, answer.witness, direction)).toBe(true);
        expect(isValid(outer, answer.witness, direction)).toBe(false);
      }
    }
  });

  test("equal schemas are known to be equal in each direction", async () => {
    const [left, right, other] = await schemasOf(
      object({ a: readOnly }, ["a"]),
      { ...object({ a: readOnly }, ["a"]), description: "With a description." },
      object({ a: { type: "integer", readOnly: true } }),
    );
    if (left === undefined || right === undefined || other === undefined) throw new Error();
    const comparer = new SchemaComparer();
    comparer.add([left, right, other]);
    expect(comparer.areEqual(left, right, "request")).toBe(true);
    expect(comparer.areEqual(left, right, "response")).toBe(true);
    expect(comparer.areEqual(left, other, "request")).toBe(true);
    expect(comparer.areEqual(left, other, "response")).toBe(false);
    expect(comparer.areEqual(left, other)).toBe(false);
  });
});
