// Typical uses of an object schema in zod: read its members, pick and extend them, infer its type, and pass
// it to a form.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf, generateDocument } from "./generate-document.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: {}
components:
  schemas:
    Owner:
      type: object
      required: [name]
      properties: { name: { type: string }, friend: { $ref: "#/components/schemas/Owner" } }
    Pet:
      type: object
      additionalProperties: false
      required: [name, owner, kind]
      properties:
        name: { type: string, minLength: 2 }
        owner: { $ref: "#/components/schemas/Owner" }
        kind: { const: pet }
        born: { type: string, format: date }
        weight: { type: integer, format: int64 }
    Toy:
      type: object
      required: [kind]
      properties: { kind: { const: toy } }
    Thing:
      oneOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Toy" }]
      discriminator:
        propertyName: kind
        mapping: { pet: "#/components/schemas/Pet", toy: "#/components/schemas/Toy" }
    Animal: { $ref: "#/components/schemas/Pet" }
    Named:
      allOf: [{ $ref: "#/components/schemas/Owner" }, { required: [age], properties: { age: { type: integer } } }]
    Prices: { type: object, additionalProperties: { type: number } }
`;

const program = `import * as z from "zod";
import { AnimalSchema, NamedSchema, OwnerSchema, PetSchema, PricesSchema, ThingSchema } from "./schemas.ts";
import type { Named, Owner, Pet, Thing } from "./types.ts";

type Same<A, B> = [A, B] extends [B, A] ? true : false;
export const same: readonly true[] = [
  true satisfies Same<z.infer<typeof PetSchema>, Pet>,
  true satisfies Same<z.infer<typeof OwnerSchema>, Owner>,
  true satisfies Same<z.infer<typeof NamedSchema>, Named>,
  true satisfies Same<z.infer<typeof AnimalSchema>, Pet>,
  true satisfies Same<z.infer<typeof ThingSchema>, Thing>,
];
export const name: z.ZodType<string> = PetSchema.shape.name;
export const owner: z.ZodType<Owner> = AnimalSchema.shape.owner;
export const extended: { name: string; colour: string } = PetSchema.extend({ colour: z.string() }).parse({});
export const picked: { name: string } = PetSchema.pick({ name: true }).parse({});
export const omitted: Omit<Pet, "owner"> = PetSchema.omit({ owner: true }).parse({});
export const partial: { name?: string | undefined } = PetSchema.partial().parse({});
export const keys: readonly ("name" | "friend")[] = OwnerSchema.keyof().options;
// The input of a form's resolver.
declare function form<Values>(schema: z.ZodType<unknown, Values>): Values;
export const values: Owner = form(OwnerSchema) satisfies z.infer<typeof OwnerSchema>;
// @ts-expect-error Pet has no such member.
export const none: unknown = PetSchema.shape.colour;
// @ts-expect-error Its members have no names.
export const prices: unknown = PricesSchema.shape;
`;

describe.each(["zod", "zod/mini"] as const)("schemas of objects with %s", (zodTarget) => {
  let folder: string;
  let schemas: Readonly<Record<string, z.ZodObject>>;

  beforeAll(async () => {
    folder = await scratchFolder(`zod-objects-${zodTarget.replace("/", "-")}`);
    const { files, diagnostics } = await generateDocument(
      { file: "shop.yaml", text: document },
      { emit: ["types", "zod"], zodTarget },
    );
    expect(errorsOf(diagnostics)).toEqual([]);
    for (const { path, content } of files) await writeInto(folder, path, content);
    schemas = await import(pathToFileURL(join(folder, "schemas.ts")).href);
  });

  it("are objects for the compiler", async () => {
    // The functions of zod/mini are not methods, so that only its types are compared.
    const text =
      zodTarget === "zod"
        ? program
        : program
            .replace('"zod"', '"zod/mini"')
            .replaceAll("z.ZodType", "z.ZodMiniType")
            .replaceAll(/^export const (?:extended|picked|omitted|partial|keys)\b.*\n/gm, "");
    await writeInto(folder, "main.ts", text);
    expect(await compileFolder(folder)).toEqual([]);
  });

  it.each(["Pet", "Owner", "Toy", "Animal", "Named"])("have members, as %s", (name) => {
    const { shape } = schemas[`${name}Schema`] as z.ZodObject;
    expect(Object.keys(shape).length).toBeGreaterThan(0);
  });

  it.runIf(zodTarget === "zod")("can be extended, picked from and made partial", () => {
    const pet = schemas["PetSchema"] as z.ZodObject;
    const owner = { name: "Ann", friend: { name: "Bob" } };
    expect(pet.pick({ name: true }).safeParse({ name: "Rex" }).success).toBe(true);
    expect(pet.pick({ name: true }).safeParse({ name: "R" }).success).toBe(false);
    expect(pet.partial().safeParse({}).success).toBe(true);
    expect(pet.partial().safeParse({ kind: "toy" }).success).toBe(false);
    const { name } = pet.shape;
    expect(
      pet.extend({ colour: name as z.ZodType }).safeParse({ name: "Rex", kind: "pet", owner })
        .success,
    ).toBe(false);
    expect(pet.omit({ owner: true }).safeParse({ name: "Rex", kind: "pet" }).success).toBe(true);
  });
});
