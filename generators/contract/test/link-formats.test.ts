// Strings with more than one schema: all schemas decode the value to the same form.

import { formatForm, type ObjectSchema, type Schema, walkSchemas } from "@specwright/contract";
import { expect, it } from "vitest";
import { contractOf, named, withSchemas } from "./contract-of.ts";

const time = "{ type: string, format: date-time }";
const asked = "{ type: string, format: date-time, x-type: Date }";

it.each([
  { name: "a format", schema: time, want: "date-time" },
  { name: "an unknown format", schema: "{ type: string, format: money }", want: "none" },
  { name: "a format without a type", schema: "{ format: date-time }", want: "none" },
  { name: "listed values", schema: "{ type: string, format: date, enum: [a] }", want: "none" },
  { name: "x-type", schema: asked, want: "date-time Date" },
  {
    name: "a part without a format",
    schema: `{ allOf: [{ type: string, minLength: 3 }, ${time}] }`,
    want: "date-time, date-time",
  },
  {
    name: "x-type of a part",
    schema: `{ allOf: [${time}, ${asked}] }`,
    want: "date-time Date, date-time Date",
  },
  {
    name: "a part of another format",
    schema: `{ allOf: [{ type: string, format: uri }, ${time}] }`,
    want: "none, none",
  },
  {
    name: "a part with listed values",
    schema: `{ allOf: [{ type: string, enum: [a] }, ${time}] }`,
    want: "none, none",
  },
  {
    name: "branches of a union",
    schema: `{ anyOf: [${time}, { type: string }] }`,
    want: "date-time, none",
  },
  {
    name: "a union of strings and its branches",
    schema: `{ type: string, anyOf: [${time}, { type: string, format: uri }] }`,
    want: "none, none, none",
  },
  {
    name: "a decimal and another number",
    schema: "{ allOf: [{ type: number, format: decimal }, { type: number, minimum: 0 }] }",
    want: "decimal, decimal",
  },
  {
    name: "a decimal and an integer",
    schema: "{ allOf: [{ type: number, format: decimal }, { type: integer }] }",
    want: "none, none",
  },
])("$name: $want", async ({ schema, want }) => {
  const contract = await contractOf(withSchemas("3.1.0", `A: ${schema}`));
  const a = named(contract, "A");
  const schemas: readonly Schema[] = [a, ...(a.allOf ?? []), ...(a.anyOf ?? [])];
  const forms = schemas.flatMap((each) =>
    each.kind === "schema" && (each.types ?? each.format) !== undefined ? [wordsOf(each)] : [],
  );
  expect(forms.join(", ")).toBe(want);
});

function wordsOf(schema: ObjectSchema): string {
  const form = formatForm(schema);
  return form === undefined ? "none" : [form.format, form.asked].join(" ").trim();
}

it.each([
  { schema: "{ anyOf: [{ type: number }, { type: string }] }", want: [true] },
  { schema: "{ type: [integer, string] }", want: [true] },
  { schema: "{ oneOf: [{ allOf: [{ type: number }] }, { enum: [7, '7'] }] }", want: [true] },
  { schema: "{ anyOf: [{ type: number }, { enum: [none] }] }", want: [] },
  { schema: "{ anyOf: [{ type: number }, { type: 'null' }] }", want: [] },
  { schema: "{ properties: { a: { type: number }, b: { type: string } } }", want: [] },
])("numbers beside strings: $schema", async ({ schema, want }) => {
  const contract = await contractOf(withSchemas("3.1.0", `A: ${schema}`));
  const marks: boolean[] = [];
  walkSchemas(named(contract, "A"), (each) => {
    if (each.kind === "schema" && each.keepsNumber === true) marks.push(true);
    return true;
  });
  expect(marks).toEqual(want);
});
