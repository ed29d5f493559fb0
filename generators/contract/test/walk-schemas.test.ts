import {
  dereference,
  type Schema,
  schemaChildren,
  schemaReferences,
  walkSchemas,
} from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { contractOf, named, withSchemas } from "./contract-of.ts";

const everything = `
A:
  properties: { p: {} }
  patternProperties: { q: {} }
  dependentSchemas: { r: {} }
  prefixItems: [{}, {}]
  allOf: [{}]
  anyOf: [{}]
  oneOf: [{}]
  contentSchema: {}
  items: {}
  contains: {}
  unevaluatedItems: {}
  additionalProperties: {}
  propertyNames: {}
  unevaluatedProperties: {}
  not: {}
  if: {}
  then: {}
  else: { $ref: "#/components/schemas/A" }
B: { $ref: "#/components/schemas/C", description: Annotated }
C: { $ref: "#/components/schemas/D" }
D: { $ref: "#/components/schemas/A", minProperties: 1 }`;

describe("walking schemas", () => {
  test("visits every inner schema, with its place", async () => {
    const contract = await contractOf(withSchemas("3.1.0", everything));
    const a = named(contract, "A");
    const children = schemaChildren(a).map(({ keyword, key }) => [keyword, key].join(" ").trim());
    expect(children).toStrictEqual([
      "properties p",
      "patternProperties q",
      "dependentSchemas r",
      "prefixItems 0",
      "prefixItems 1",
      "allOf 0",
      "anyOf 0",
      "oneOf 0",
      "contentSchema",
      "items",
      "contains",
      "unevaluatedItems",
      "additionalProperties",
      "propertyNames",
      "unevaluatedProperties",
      "not",
      "if",
      "then",
      "else",
    ]);
    const visited: Schema[] = [];
    walkSchemas(a, (schema) => {
      visited.push(schema);
      return true;
    });
    expect(visited).toStrictEqual([a, ...schemaChildren(a).map(({ schema }) => schema)]);
  });

  test("skips schemas that the visitor rejects, and follows no reference", async () => {
    const contract = await contractOf(withSchemas("3.1.0", everything));
    const a = named(contract, "A");
    let count = 0;
    walkSchemas(a, () => {
      count += 1;
      return false;
    });
    expect(count).toBe(1);
    expect(a.else === undefined ? [] : schemaReferences(a.else)).toStrictEqual([a]);
  });

  test("dereferences references without siblings", async () => {
    const contract = await contractOf(withSchemas("3.1.0", everything));
    expect(dereference(named(contract, "B"))).toBe(named(contract, "D"));
  });
});
