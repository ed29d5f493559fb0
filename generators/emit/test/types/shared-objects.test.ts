import { describe, expect, it } from "vitest";
import { compile } from "./compile.ts";
import { schemaDocument, typesOf } from "./types-of.ts";

const members = (names: string): string =>
  `properties: { ${names
    .split(" ")
    .map((name) => `${name}: { type: string }`)
    .join(", ")} }`;
const user = `{ title: User, type: object, ${members("id login url email")} }`;
const owner = `{ title: User, type: object, ${members("id login url email type")} }`;

async function types(schemas: string): Promise<string> {
  const { files } = await typesOf(schemaDocument(schemas));
  return files.get("types.ts") ?? "";
}

describe("32.2 unnamed objects that repeat inside types", () => {
  it("are printed once, by their title, with a new name", async () => {
    const text =
      await types(`Opened: { type: object, properties: { sender: ${user}, owner: ${owner} } }
Closed: { type: object, properties: { sender: ${user}, by: { type: array, items: ${user} }, owner: ${owner} } }
User: { type: object, properties: { name: { type: string } } }`);
    expect(text.match(/login\?: string/g)).toHaveLength(2);
    expect(text).toContain("export interface User {");
    expect(text).toContain(
      "\ntype User_ = {\n  id?: string;\n  login?: string;\n  url?: string;\n  email?: string;\n};",
    );
    expect(text).toContain("sender?: User_;");
    expect(text).toContain("by?: User_[];");
    expect(text).toContain("owner?: User_2;");
  });

  it("are named after their member if all their members have one name", async () => {
    const plain = `{ type: object, ${members("a b c d")} }`;
    const other = `{ type: object, ${members("e f g h")} }`;
    const text = await types(`A: { type: object, properties: { links: ${plain}, one: ${other} } }
B: { type: object, properties: { links: ${plain}, two: ${other} } }`);
    expect(text.match(/links\?: Links;/g)).toHaveLength(2);
    // The name of one member would be misleading at another.
    expect(text.match(/e\?: string; f\?: string|e\?: string;\n/g)).toHaveLength(2);
  });

  it("stay inline if they occur once in the output, or are small", async () => {
    const inner = `{ type: object, ${members("a b c d")} }`;
    const outer = `{ type: object, properties: { w: ${inner}, x: { type: string }, y: { type: string }, z: { type: string } } }`;
    const small = `{ type: object, ${members("m n")} }`;
    const text = await types(`A: { type: object, properties: { outer: ${outer}, small: ${small} } }
B: { type: object, properties: { outer: ${outer}, small: ${small} } }`);
    expect(text.match(/^type \w+/gm)).toEqual(["type Outer"]);
    expect(text.match(/small\?: \{ m\?: string; n\?: string \}/g)).toHaveLength(2);
  });

  it("can be assigned like the inline objects, also to index signatures", async () => {
    const text = await types(`A: { type: object, properties: { links: ${user} } }
B: { type: object, properties: { links: ${user} } }`);
    expect(text).toContain("links?: User;");
    const use = `import type { A, B } from "./types.ts";
export const a: A = { links: { id: "1", login: "l" } };
export const links: NonNullable<B["links"]> = a.links ?? {};
export const open: { readonly [key: string]: unknown } = links;
// @ts-expect-error: the member is a string.
export const wrong: A = { links: { id: 1 } };
`;
    const files = new Map([
      ["types.ts", text],
      ["use.ts", use],
    ]);
    expect(await compile(files)).toBe("");
  });
});
