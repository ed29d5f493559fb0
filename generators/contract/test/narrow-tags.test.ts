// Discriminators as constants of the schemas that they select, and parents apart from their children.

import { type Contract, narrowTags, type Schema, separateParents } from "@specwright/contract";
import { describe, expect, it } from "vitest";
import { contractOf, withSchemas } from "./contract-of.ts";

const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const union = `oneOf: [${ref("Cat")}, ${ref("Dog")}]`;
const cat = "Cat: { required: [kind], properties: { kind: { type: string } } }";
const dog = "Dog: { properties: { kind: { type: string } } }";

describe("the tag of a branch", () => {
  it.each([
    {
      name: "is its component",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind } }\n${cat}\n${dog}`,
      want: { Cat: "Cat", Dog: "Dog" },
    },
    {
      name: "is what the mapping says; others keep their names",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind, mapping: { c: Cat, d: Cat } } }\n${cat}\n${dog}`,
      want: { Cat: "c d", Dog: "Dog" },
    },
    {
      name: "is the branch's own constant",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind } }
Cat: { required: [kind], properties: { kind: { const: tom } } }\n${dog}`,
      want: { Cat: "tom", Dog: "Dog" },
    },
    {
      name: "is one of the values that all branches share",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind } }
Kind: { type: string, enum: [Cat, Dog] }
Cat: { properties: { kind: ${ref("Kind")} } }\n${dog}`,
      want: { Cat: "Cat", Dog: "Dog" },
    },
    {
      name: "is of the type that the property has",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind, mapping: { "true": Cat, "2": Dog } } }
Cat: { properties: { kind: { type: boolean } } }
Dog: { properties: { kind: { type: integer } } }`,
      want: { Cat: "boolean true", Dog: "number 2" },
    },
    {
      name: "stays open if the schema is used elsewhere",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind } }
House: { properties: { cat: ${ref("Cat")} } }\n${cat}\n${dog}`,
      want: { Cat: "", Dog: "Dog" },
    },
    {
      name: "stays open if two unions differ",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind } }
Beast: { ${union}, discriminator: { propertyName: kind, mapping: { c: Cat } } }\n${cat}\n${dog}`,
      want: { Cat: "", Dog: "Dog" },
    },
    {
      name: "stays open with a default",
      schemas: `Pet: { ${union}, discriminator: { propertyName: kind, defaultMapping: Dog } }\n${cat}\n${dog}`,
      want: { Cat: "", Dog: "" },
    },
  ])("$name", async ({ schemas, want }) => {
    const contract = narrowTags(await contractOf(withSchemas("3.2.0", schemas)));
    expect({ Cat: tags(contract, "Cat"), Dog: tags(contract, "Dog") }).toEqual(want);
  });
});

describe("a parent that lists its children", () => {
  const child = `allOf: [${ref("Pet")}, { properties: { lives: {} } }]`;

  it("is only the list, and the children share a base", async () => {
    const contract = separateParents(
      await contractOf(
        withSchemas(
          "3.1.0",
          `Pet: { properties: { name: {} }, ${union} }\nCat: { ${child} }\nDog: { ${child} }`,
        ),
      ),
    );
    expect(contract.declarations.map(({ name }) => name).sort()).toEqual([
      "Cat",
      "Dog",
      "Pet",
      "Pet base",
    ]);
    const pet = find(contract, "Pet");
    expect(pet.kind === "schema" && pet.properties).toBeUndefined();
    const [part] = (find(contract, "Cat") as { allOf?: readonly Schema[] }).allOf ?? [];
    expect(part?.kind === "schema" && part.ref?.target).toBe(find(contract, "Pet base"));
  });

  it("keeps its properties beside other branches", async () => {
    const contract = separateParents(
      await contractOf(
        withSchemas(
          "3.1.0",
          `Pet: { properties: { name: {} }, ${union} }\nCat: { ${child} }\n${dog}`,
        ),
      ),
    );
    const pet = find(contract, "Pet");
    expect(pet.kind === "schema" && [...(pet.properties?.keys() ?? [])]).toEqual(["name"]);
  });

  it("does not change other contracts", async () => {
    const contract = await contractOf(withSchemas("3.1.0", `Pet: { ${union} }\n${cat}\n${dog}`));
    expect(separateParents(contract)).toBe(contract);
    expect(narrowTags(contract)).toBe(contract);
  });
});

function find({ declarations }: Contract, wanted: string): Schema {
  const found = declarations.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no ${wanted}`);
  return found.schema;
}

/** Lists the constants of `kind`. */
function shown(value: unknown): string {
  return typeof value === "string" ? value : `${typeof value} ${value}`;
}

function tags(contract: Contract, name: string): string {
  const schema = find(contract, name);
  const kind = schema.kind === "schema" ? schema.properties?.get("kind") : undefined;
  if (kind?.kind !== "schema") return "";
  return kind.const === undefined
    ? (kind.enum ?? []).map(shown).join(" ")
    : String(kind.const.value);
}
