// Unnamed schemas that a document repeats.

import { zodEmitter } from "@specwright/emit";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const schemas = async (components: string, paths = "{}"): Promise<string> => {
  const text = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: ${paths}
components: { schemas: { ${components} } }
`;
  const { files } = await emitText(zodEmitter(), text);
  return files.get("schemas.ts") ?? "";
};

const count = (text: string, part: string): number => text.split(part).length - 1;

const owner = `type: object, required: [id, home], properties: {
  id: { type: integer }, home: { type: string, format: uri }, place: { type: object, properties: {
    city: { type: string }, street: { type: string } } } }`;

describe("32.2 an unnamed schema that is repeated", () => {
  it("is declared once, before its first use, and named after it", async () => {
    const text = await schemas(
      `Pet: { type: object, properties: { owner: { ${owner} } } },
       Shop: { type: object, properties: { owners: { type: array, items: { ${owner}, title: Owner } } } }`,
    );
    expect(text).toContain("\nconst petOwnerSchema = z.looseObject({\n");
    expect(text.indexOf("const petOwnerSchema")).toBeLessThan(text.indexOf("const PetSchema"));
    expect(text).toContain("  owner: z.exactOptional(petOwnerSchema),");
    expect(text).toContain("  owners: z.exactOptional(z.array(petOwnerSchema)),");
    // A part of it is only printed there.
    expect(text).not.toContain("PlaceSchema");
    expect(count(text, "city:")).toBe(1);
  });

  it("is declared as a leaf if it is longer than its name", async () => {
    const text = await schemas(
      `A: { type: object, properties: { x: { type: string, format: uri }, n: { type: integer } } },
       B: { type: object, properties: { y: { type: string, format: uri }, n: { type: integer } } }`,
    );
    expect(count(text, "z.string().check(uriFormat)")).toBe(1);
    expect(count(text, "z.exactOptional(uriSchema)")).toBe(2);
    expect(count(text, "n: z.exactOptional(z.int())")).toBe(2);
  });

  it("keeps members that refer to later declarations", async () => {
    const later = `type: object, properties: { a: { type: string }, node: { $ref: "#/components/schemas/Node" } }`;
    const text = await schemas(
      `Node: { type: object, properties: { x: { ${later} }, y: { ${later} } } }`,
    );
    const declared = text.indexOf("const nodeXSchema = z.looseObject({");
    expect(declared).toBeGreaterThan(0);
    expect(text.slice(declared)).toMatch(
      /get node\(\) \{\s+return z\.exactOptional\(NodeSchema\);/,
    );
    expect(text).toContain("x: z.exactOptional(nodeXSchema)");
    expect(text).toContain("y: z.exactOptional(nodeXSchema)");
  });
});

it("32.2 shares one schema between equal parameters of operations", async () => {
  const operation = (id: string): string => `{ operationId: ${id},
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }],
    responses: { "204": { description: Done. } } }`;
  const paths = `{ "/a/{id}": { get: ${operation("readA")}, put: ${operation("writeA")} } }`;
  const text = await schemas("", paths);
  expect(text).toContain(
    "export const WriteAPathSchema: ObjectSchema<types.WriteAPath> = ReadAPathSchema;",
  );
  expect(count(text, "id: z.int()")).toBe(1);
});
