import { describe, expect, test } from "vitest";
import { contractOf, named, plain, withSchemas } from "./contract-of.ts";

const animals = `
Cat: { properties: { kind: { type: string } } }
Dog: { properties: { kind: { const: dog } } }`;
const branches =
  'oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]';

const cases: { readonly it: string; given: string; want: unknown }[] = [
  {
    it: "takes the names of the branches, or the constants of their tags",
    given: `A: { ${branches}, discriminator: { propertyName: kind } }`,
    want: { Cat: "Cat", dog: "Dog" },
  },
  {
    it: "maps to references",
    given: `A: { ${branches}, discriminator: { propertyName: kind, mapping: { c: "#/components/schemas/Cat", d: "#/components/schemas/Dog" } } }`,
    want: { c: "Cat", d: "Dog" },
  },
  {
    it: "maps to names, and adds branches that are not mapped",
    given: `A: { ${branches}, discriminator: { propertyName: kind, mapping: { z: Cat, c: Cat } } }`,
    want: { c: "Cat", dog: "Dog", z: "Cat" },
  },
  {
    it: "maps to schemas that nothing else refers to",
    given: `A: { discriminator: { propertyName: kind, mapping: { c: Cat } } }`,
    want: { c: "Cat" },
  },
  {
    it: "finds the schemas that extend a base, and those that extend these",
    given: `
A: { properties: { kind: {} }, discriminator: { propertyName: kind } }
B: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: { kind: { enum: [b] } } }] }
C: { allOf: [{ $ref: "#/components/schemas/D" }] }
D: { allOf: [{ $ref: "#/components/schemas/A" }] }`,
    want: { b: "B", C: "C", D: "D" },
  },
  {
    it: "works on anyOf",
    given: `A: { anyOf: [{ $ref: "#/components/schemas/Cat" }], discriminator: { propertyName: kind } }`,
    want: { Cat: "Cat" },
  },
];

describe("a discriminator", () => {
  test.each(cases)("$it", async ({ given, want }) => {
    const contract = await contractOf(withSchemas("3.0.3", `${animals}\n${given}`));
    const { discriminator } = plain(named(contract, "A"), contract) as {
      discriminator: { mapping: unknown };
    };
    expect(discriminator).toStrictEqual({ propertyName: "kind", mapping: want });
  });

  test("does not make a base depend on what extends it", async () => {
    const contract = await contractOf(
      withSchemas(
        "3.0.3",
        `
A: { discriminator: { propertyName: kind } }
B: { allOf: [{ $ref: "#/components/schemas/A" }] }`,
      ),
    );
    expect(contract.declarations.map(({ name, recursive }) => [name, recursive])).toStrictEqual([
      ["A", false],
      ["B", false],
    ]);
  });

  test("may be the property name alone, as AsyncAPI has it", async () => {
    const contract = await contractOf(`
asyncapi: 3.0.0
info: { title: Test, version: "1" }
components:
  schemas:
    A: { type: object, discriminator: kind }
    B: { allOf: [{ $ref: "#/components/schemas/A" }] }
`);
    expect(plain(named(contract, "A"), contract)).toStrictEqual({
      types: ["object"],
      discriminator: { propertyName: "kind", mapping: { B: "B" } },
    });
  });
});
