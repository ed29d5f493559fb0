// Integers with more than one schema: all schemas decode the value to the same form.

import type { Schema } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { integerForm } from "../src/schema/link-forms.ts";
import { contractOf, named, withSchemas } from "./contract-of.ts";

const int64 = "{ type: integer, format: int64 }";
const id = '{ $ref: "#/components/schemas/Id" }';

describe("integers of more than one schema", () => {
  it.each([
    { name: "parts", schema: `{ allOf: [{ type: integer }, ${int64}] }`, want: "bigint bigint" },
    { name: "a reference", schema: `{ type: integer, allOf: [${id}] }`, want: "bigint" },
    {
      name: "a union and its branches",
      schema: `{ type: integer, anyOf: [${int64}, { type: integer, minimum: 5 }] }`,
      want: "bigint bigint bigint",
    },
    {
      name: "branches alone",
      schema: `{ anyOf: [${int64}, { type: integer }] }`,
      want: "bigint number",
    },
    {
      name: "a number that is always an integer",
      schema: `{ allOf: [{ type: number }, ${int64}] }`,
      want: "bigint bigint",
    },
    {
      name: "a number that is a fraction elsewhere",
      schema: `{ allOf: [{ $ref: "#/components/schemas/Price" }, ${int64}] }`,
      want: "number",
    },
    {
      name: "a fraction in another branch",
      schema: `{ type: number, anyOf: [{ type: number }, ${int64}] }`,
      want: "number number number",
    },
    { name: "x-type", schema: "{ type: integer, x-type: bigint }", want: "bigint" },
    {
      name: "x-type of an int64",
      schema: "{ type: integer, format: int64, x-type: number }",
      want: "number",
    },
    {
      name: "x-type string beside another part",
      schema: `{ allOf: [{ type: integer, x-type: string }, ${int64}] }`,
      want: "string string",
    },
    { name: "x-type of a fraction", schema: "{ type: number, x-type: bigint }", want: "number" },
    { name: "x-type of a word", schema: "{ type: integer, x-type: Id }", want: "number" },
    {
      name: "x-type beside another part",
      schema: `{ allOf: [{ type: integer, x-type: number }, ${int64}] }`,
      want: "number number",
    },
  ])("$name", async ({ schema, want }) => {
    const contract = await contractOf(
      withSchemas("3.1.0", `Id: ${int64}\nPrice: { type: number }\nA: ${schema}`),
    );
    const a = named(contract, "A");
    const schemas: readonly Schema[] = [a, ...(a.allOf ?? []), ...(a.anyOf ?? [])];
    const forms = schemas.flatMap((each) =>
      each.kind === "schema" && each.types !== undefined ? [integerForm(each)] : [],
    );
    expect(forms.join(" ")).toBe(want);
  });

  it("are found in members of both", async () => {
    const contract = await contractOf(
      withSchemas(
        "3.1.0",
        `Base: { properties: { n: { type: integer }, m: { type: integer } } }
A: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { n: ${int64} } }] }`,
      ),
    );
    const { properties } = named(contract, "Base");
    const [n, m] = ["n", "m"].map((name) => properties?.get(name));
    if (n?.kind !== "schema" || m?.kind !== "schema") throw new Error("no properties");
    expect([integerForm(n), integerForm(m)]).toEqual(["bigint", "number"]);
  });
});
