import { describe, expect, it } from "vitest";
import { compile } from "./compile.ts";
import { pathsDocument, typesOf } from "./types-of.ts";

const none = "responses: { '204': { description: Gone } }";
const parameter = (name: string, description: string): string =>
  `{ name: ${name}, in: path, required: true, description: ${description}, schema: { type: string } }`;
const operation = (id: string, parameters: string, rest = ""): string =>
  `{ operationId: ${id}, parameters: [${parameters}], ${rest}${none} }`;
const body = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }, `;

async function types(paths: string): Promise<string> {
  const { files } = await typesOf(pathsDocument(paths));
  return files.get("types.ts") ?? "";
}

describe("32.2 unnamed types that repeat", () => {
  it("become an alias of the first one, with its members and comments", async () => {
    const shop = parameter("shop", "The shop.");
    const text = await types(`/a/{shop}: { get: ${operation("readShop", shop)} }
/b/{shop}: { get: ${operation("readStock", shop)} }
/c/{shop}: { get: ${operation("readOther", parameter("shop", "Another shop."))} }`);
    expect(text).toContain(
      "export interface ReadShopPath {\n  /** The shop. */\n  shop: string;\n}",
    );
    expect(text).toContain("export type ReadStockPath = ReadShopPath;");
    // A comment is a part of the meaning of a type.
    expect(text).toContain("export interface ReadOtherPath {\n  /** Another shop. */");
  });

  it("stay inline if they are as short as a name", async () => {
    const list = body("{ type: array, items: { type: string } }");
    const text = await types(`/a: { post: ${operation("makeA", "", list)} }
/b: { post: ${operation("makeB", "", list)} }`);
    expect(text).toContain("export type MakeABody = string[];");
    expect(text).toContain("export type MakeBBody = string[];");
  });

  it("do not replace a component, and stay assignable to each other", async () => {
    const inline = body("{ type: object, properties: { id: { type: string } } }");
    const text = await types(`/a: { post: ${operation("makeA", "", inline)} }
/b: { post: ${operation("makeB", "", inline)} }`);
    expect(text).toContain("export interface Item {\n");
    expect(text).toContain("export interface Problem {\n");
    expect(text).toContain("export type MakeBBody = MakeABody;");
    const use = `import type { MakeABody, MakeBBody, MakeBRequest } from "./types.ts";
export const a: MakeABody = { id: "1" };
export const b: MakeBBody = a;
export const request: MakeBRequest = { body: b };
// @ts-expect-error: the member is a string.
export const wrong: MakeBBody = { id: 1 };
`;
    expect(
      await compile(
        new Map([
          ["types.ts", text],
          ["use.ts", use],
        ]),
      ),
    ).toBe("");
  });
});
