import { describe, expect, test } from "vitest";
import { mayMatchBoth } from "../src/schema/may-match-both.ts";
import { contractOf, named, withSchemas } from "./contract-of.ts";

const list = "{ type: object, required: [list], properties: { list: { type: array } } }";

describe("30.8 members that only additionalProperties checks", () => {
  test.each([
    [
      "a schema that refuses a declared member",
      "{ additionalProperties: { type: object } }",
      false,
    ],
    [
      "a schema that refers to the union around it",
      `{ type: object, additionalProperties: ${ref("A")} }`,
      false,
    ],
    ["a schema that allows it", "{ additionalProperties: { type: array } }", true],
    ["nothing", "{ additionalProperties: false }", false],
    ["anything", "{ additionalProperties: true }", true],
    ["a schema, and a pattern of names", patterns("{ type: object }"), true],
    ["a part with a schema", "{ allOf: [{ additionalProperties: { type: string } }] }", false],
    [
      "a schema, and its declaration",
      "{ properties: { list: {} }, additionalProperties: { type: string } }",
      true,
    ],
  ])("%s", async (_name, other, want) => {
    const schemas = `{ A: { oneOf: [${ref("B")}, ${ref("C")}] }, B: ${list}, C: ${other} }`;
    const contract = await contractOf(withSchemas("3.1.0", schemas));
    expect(mayMatchBoth(named(contract, "B"), named(contract, "C"))).toBe(want);
  });
});

function ref(name: string): string {
  return `{ $ref: "#/components/schemas/${name}" }`;
}

function patterns(others: string): string {
  return `{ patternProperties: { "^l": {} }, additionalProperties: ${others} }`;
}
