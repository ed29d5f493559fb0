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

  test("does not make a base depend on its extensions", async () => {
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

  test("may be just the property name, as in AsyncAPI", async () => {
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

const children = `
Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: {} } }] }
Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { tricks: {} } }] }
Puppy: { allOf: [{ $ref: "#/components/schemas/Dog" }] }`;
const pet = "Pet: { properties: { kind: {} }, discriminator: { propertyName: kind } }";
const oneOf = (...names: readonly string[]): string =>
  `oneOf: [${names.map((name) => `{ $ref: "#/components/schemas/${name}" }`).join(", ")}]`;

const inherited: { readonly it: string; given: string; want: unknown }[] = [
  {
    it: "is that of the branches' parent",
    given: `A: { ${oneOf("Cat", "Dog")} }${children}\n${pet}`,
    want: { Cat: "Cat", Dog: "Dog" },
  },
  {
    it: "has the parent's mapping",
    given: `A: { ${oneOf("Cat", "Puppy")} }${children}
Pet: { discriminator: { propertyName: kind, mapping: { c: Cat, d: Dog, k: Cat } } }`,
    want: { c: "Cat", k: "Cat", Puppy: "Puppy" },
  },
  {
    it: "may select the parent as well",
    given: `A: { ${oneOf("Pet", "Dog", "Puppy")} }${children}\n${pet}`,
    want: { Pet: "Pet", Dog: "Dog", Puppy: "Puppy" },
  },
  {
    it: "is that of the schema which has the union in its allOf",
    given: `Box: { allOf: [{ ${oneOf("B", "C")} }], discriminator: { propertyName: kind, mapping: { b: B } } }
B: { properties: { kind: {} } }\nC: { properties: { kind: {} } }`,
    want: { b: "B", C: "C" },
  },
  {
    it: "is missing where the parent has no tag for a branch",
    given: `A: { ${oneOf("Cat", "Stone")} }${children}\n${pet}\nStone: { properties: { kind: {} } }`,
    want: undefined,
  },
  {
    it: "is missing in anyOf, which values of several branches fit",
    given: `A: { ${oneOf("Cat", "Dog").replace("oneOf", "anyOf")} }${children}\n${pet}`,
    want: undefined,
  },
];

describe("30.8 the discriminator of a oneOf without one", () => {
  test.each(inherited)("$it", async ({ given, want }) => {
    const contract = await contractOf(withSchemas("3.0.3", given));
    const holder = contract.declarations.find(({ name }) => name === "A" || name === "Box");
    if (holder?.schema.kind !== "schema") throw new Error("no union");
    const union = holder.name === "A" ? holder.schema : holder.schema.allOf?.[0];
    if (union?.kind !== "schema") throw new Error("no union");
    const { discriminator } = plain(union, contract) as { discriminator?: unknown };
    expect(discriminator).toEqual(want && { propertyName: "kind", mapping: want });
  });
});
