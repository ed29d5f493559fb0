// A report lists, place by place, the values that emitted schemas wrongly accept.

import type { Relaxation } from "@specwright/contract";
import { zodDiagnostics as diagnostics } from "@specwright/emit";
import { describe, expect, test } from "vitest";
import { documentOf, fileText, generate } from "./generated-schemas.ts";

interface Row {
  readonly name: string;
  readonly schema: unknown;
  readonly want: readonly string[];
  readonly relaxation?: Relaxation;
  /** Intended by the author of the document, so that no diagnostic reports it. */
  readonly isIntended?: true;
}

const rows: readonly Row[] = [
  { name: "nothing", schema: { type: "string", format: "uuid" }, want: [] },
  {
    name: "a format that is not known",
    schema: { type: "string", format: "money" },
    want: ["format"],
  },
  {
    name: "a format by option",
    schema: { type: "string", format: "date" },
    want: ["format"],
    isIntended: true,
    relaxation: { formats: "annotation" },
  },
  { name: "directions", schema: { readOnly: true, writeOnly: true }, want: [] },
  {
    name: "encodings",
    schema: { type: "string", contentEncoding: "base64" },
    want: ["contentEncoding"],
    isIntended: true,
  },
  {
    name: "an open enum",
    schema: { enum: ["a"], "x-open-enum": true },
    want: ["enum"],
    isIntended: true,
  },
  {
    name: "a pattern of another engine",
    schema: { type: "string", pattern: "(?i)a(?<!x" },
    want: ["pattern"],
  },
  {
    name: "a discriminator of a base",
    schema: { type: "object", discriminator: { propertyName: "a" } },
    want: ["discriminator"],
  },
  {
    name: "a schema that refers to itself directly",
    schema: { anyOf: [{ $ref: "#/components/schemas/Sample" }, { type: "string" }] },
    want: ["anyOf"],
  },
];

describe("not enforced", () => {
  test.each(rows)("$name", async ({ schema, want, relaxation, isIntended }) => {
    const generated = await generate(documentOf({ Sample: schema }), relaxation && { relaxation });
    const text = fileText(generated, "schemas.report.json");
    const listed: { notEnforced: { keyword: string; pointer: string }[] } =
      text === "" ? { notEnforced: [] } : JSON.parse(text);
    expect(listed.notEnforced.map(({ keyword }) => keyword)).toEqual(want);
    for (const { pointer } of listed.notEnforced)
      expect(pointer).toBe("/components/schemas/Sample");
    const reported = generated.diagnostics.filter(({ code }) => code === "KEYWORD_NOT_ENFORCED");
    expect(reported).toHaveLength(isIntended ? 0 : want.length);
    for (const { code } of generated.diagnostics) expect(Object.keys(diagnostics)).toContain(code);
  });
});
