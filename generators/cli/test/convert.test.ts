import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { command, filesIn, folderOf, removeFolders, shop } from "./run-command.ts";

afterAll(removeFolders);

const swagger = `# The shop.
swagger: "2.0"
info: { title: Shop, version: "1" }
host: shop.example
schemes: [https]
consumes: [application/json]
paths:
  /orders:
    post:
      operationId: createOrder
      parameters: [{ name: body, in: body, schema: { $ref: "#/definitions/Order" } }]
      responses: { 201: { description: Created. } }
definitions:
  Order: { type: object, properties: { note: { type: string, x-nullable: true } } }
`;
const separate = {
  "swagger.yaml": `${swagger.slice(0, swagger.indexOf("  Order:"))}  Order: { $ref: parts/order.yaml }\n`,
  "parts/order.yaml": "# What was bought.\ntype: string\nx-nullable: true\n",
};

describe("convert", () => {
  it("prints the converted document, and says what it left out", async () => {
    const folder = await folderOf({ "swagger.yaml": swagger });
    const { code, out, err } = await command(folder, ["convert", "swagger.yaml"]);
    expect(code).toBe(0);
    expect(out.startsWith('# The shop.\nopenapi: "3.1.1"\n')).toBe(true);
    expect(err.split("\n")).toEqual([
      'swagger.yaml:11:22 CONVERT_DROPPED info the name "body" of the body is left out; a request body has none',
      "  Nothing: the document means the same without it.",
      "1 info. `specwright explain CODE` says more.",
    ]);
  });

  it("writes a document that generates", async () => {
    const folder = await folderOf({ "swagger.yaml": swagger });
    const output = ["--output", "new/openapi.json"];
    const { code, out, err } = await command(folder, ["convert", "swagger.yaml", ...output]);
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("swagger.yaml (Swagger 2.0) -> new/openapi.json (OpenAPI 3.1.1)");
    const generate = ["generate", "--input", "new/openapi.json", "--output", "gen"];
    expect(await command(folder, [...generate, "--emit", "types"])).toMatchObject({ code: 0 });
    const types = await readFile(join(folder, "gen/types.ts"), "utf8");
    expect(types).toContain("note?: string | null;");
  });

  it("converts AsyncAPI 2", async () => {
    const talk = `asyncapi: 2.6.0
info: { title: Talk, version: "1" }
channels: { room: { subscribe: { message: { payload: { type: string } } } } }
`;
    const folder = await folderOf({ "talk.yaml": talk });
    const { code, out } = await command(folder, ["convert", "talk.yaml"]);
    expect([code, parse(out)]).toMatchObject([
      0,
      { asyncapi: "3.0.0", operations: { subscribeRoom: { action: "send" } } },
    ]);
  });

  it("writes other files around the document", async () => {
    const folder = await folderOf(separate);
    const output = ["--output", "new/openapi.yaml"];
    const { code, err } = await command(folder, ["convert", "swagger.yaml", ...output]);
    expect([code, err]).toEqual([0, expect.stringContaining("with 1 file around it")]);
    const files = await filesIn(folder);
    expect(files["new/parts/order.yaml"]).toBe(
      '# What was bought.\ntype:\n  - string\n  - "null"\n',
    );
    expect(files["parts/order.yaml"]).toBe(separate["parts/order.yaml"]);
  });

  it.each([
    ["a document with an error", ["wrong.yaml"], "wrong.yaml:3:1 FIELD_MISSING error"],
    ["one that needs no conversion", ["shop.yaml"], "CONVERT_VERSION error"],
    ["no file", ["none.yaml"], "error document_not_found: The file none.yaml does not exist."],
    [
      "an ending without a format",
      ["swagger.yaml", "--output", "a.txt"],
      "error usage: The ending",
    ],
    [
      "several files without an output",
      ["swagger.yaml"],
      "error usage: The document has other files",
    ],
    [
      "an output that replaces another file",
      ["swagger.yaml", "--output", "openapi.yaml"],
      "error usage: This would overwrite parts/order.yaml",
    ],
  ])("writes nothing for %s", async (_, args, message) => {
    const wrong = swagger.replace('{ title: Shop, version: "1" }', "{ title: Shop }");
    const folder = await folderOf({ ...separate, "shop.yaml": shop, "wrong.yaml": wrong });
    const before = await filesIn(folder);
    const { code, out, err } = await command(folder, ["convert", ...args]);
    expect([code, out, err]).toEqual([1, "", expect.stringContaining(message)]);
    expect(await filesIn(folder)).toEqual(before);
  });
});
