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

const pets = `swagger: "2.0"
info: { title: Pets, version: "1" }
host: pets.example
schemes: [https]
consumes: [application/json]
produces: [application/json]
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { $ref: "#/parameters/limit" }
      responses:
        200:
          description: D
          schema: { type: array, items: { $ref: "#/definitions/Pet" } }
          headers: { X-Next: { type: string } }
        default: { $ref: "#/responses/Failed" }
    post:
      operationId: createPet
      parameters: [{ name: pet, in: body, required: true, schema: { $ref: "#/definitions/Pet" } }]
      responses: { 201: { description: D } }
  /pets/{id}/picture:
    parameters: [{ name: id, in: path, required: true, type: integer, format: int64 }]
    put:
      operationId: putPicture
      consumes: [multipart/form-data]
      parameters:
        - { name: file, in: formData, type: file, required: true }
        - { name: note, in: formData, type: string }
      responses: { 204: { description: D } }
    get:
      operationId: getPicture
      produces: [image/png]
      responses: { 200: { description: D, schema: { type: file } } }
parameters:
  limit: { name: limit, in: query, type: integer, maximum: 100, exclusiveMaximum: true }
responses:
  Failed: { description: D, schema: { $ref: "#/definitions/Failure" } }
definitions:
  Pet:
    type: object
    discriminator: kind
    required: [kind, name]
    properties:
      kind: { type: string }
      name: { type: string, minLength: 1, example: Rex }
      born: { type: string, format: date, x-nullable: true }
      size: { type: string, enum: [small, large], x-nullable: true }
  Dog: { allOf: [{ $ref: "#/definitions/Pet" }, { type: object, properties: { loud: { type: boolean } } }] }
  Failure: { type: object, additionalProperties: { type: string } }
`;
const talk = `asyncapi: 2.6.0
info: { title: Talk, version: "1" }
servers: { main: { url: "wss://talk.example/v1", protocol: wss } }
channels:
  rooms/{room}:
    parameters: { room: { schema: { type: string, enum: [blue, red] } } }
    publish:
      operationId: say
      message: { oneOf: [{ $ref: "#/components/messages/Said" }, { name: left, payload: { type: object, properties: { at: { type: string, format: date-time } } } }] }
    subscribe:
      operationId: hear
      message: { $ref: "#/components/messages/Said" }
components:
  messages: { Said: { payload: { $ref: "#/components/schemas/Text" } } }
  schemas: { Text: { type: object, required: [text], properties: { text: { type: string }, by: { type: integer } } } }
`;

/** Returns generated code without comments, which name the places of the document. */
function code(text = ""): string {
  return text.replace(/^.*\n/, "").replaceAll(/\/\*[\s\S]*?\*\/\s*/g, "");
}

describe("convert", () => {
  it("prints the converted document, and says what it left out", async () => {
    const folder = await folderOf({ "swagger.yaml": swagger });
    const { code, out, err } = await command(folder, ["convert", "swagger.yaml"]);
    expect(code).toBe(0);
    expect(out.startsWith('# The shop.\nopenapi: "3.1.1"\n')).toBe(true);
    expect(err.split("\n")).toEqual([
      'swagger.yaml:11:22 CONVERT_DROPPED info the name "body" of the body is left out; a request body has no name',
      "  Do nothing: the document means the same without this part.",
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
    const folder = await folderOf({ "talk.yaml": talk });
    const { code, out } = await command(folder, ["convert", "talk.yaml"]);
    expect([code, parse(out)]).toMatchObject([
      0,
      { asyncapi: "3.0.0", operations: { hear: { action: "send" } } },
    ]);
  });

  it.each([
    ["Swagger 2.0", "swagger.yaml", pets],
    ["AsyncAPI 2", "asyncapi.yaml", talk],
  ])("generates from %s what the old document does", async (_, name, text) => {
    const folder = await folderOf({ [name]: text });
    await command(folder, ["convert", name, "--output", `new/${name}`]);
    const emit = ["--emit", "types,client"];
    await command(folder, ["generate", "--input", name, "--output", "before", ...emit]);
    await command(folder, ["generate", "--input", `new/${name}`, "--output", "after", ...emit]);
    const files = await filesIn(folder);
    for (const file of ["types.ts", "client.ts"]) {
      expect(code(files[`after/${file}`])).toBe(code(files[`before/${file}`]));
    }
    expect(code(files["after/types.ts"]).length).toBeGreaterThan(200);
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

  it("leads other files to the new name of the document", async () => {
    const folder = await folderOf({
      "swagger.yaml": `swagger: "2.0"
info: { title: T, version: "1" }
paths: { /a: { $ref: "sub/paths.yaml#/a" } }
definitions: { D: { type: object }, E: { $ref: "swagger.yaml#/definitions/D" } }
`,
      "sub/paths.yaml":
        'a: { get: { responses: { 200: { description: D, schema: { $ref: "../swagger.yaml#/definitions/D" } } } } }\n',
    });
    const output = ["--output", "new/open api.yaml"];
    expect(await command(folder, ["convert", "swagger.yaml", ...output])).toMatchObject({
      code: 0,
    });
    const files = await filesIn(folder);
    expect(files["new/sub/paths.yaml"]).toContain("../open%20api.yaml#/components/schemas/D");
    expect(files["new/open api.yaml"]).toContain("open%20api.yaml#/components/schemas/D");
    expect(await command(folder, ["lint", "new/open api.yaml"])).toMatchObject({ code: 0 });
  });

  it("leaves an unchanged file as it is beside the document", async () => {
    const part = "# As it was.\n{ type:   string }\n";
    const folder = await folderOf({ ...separate, "parts/order.yaml": part });
    const output = ["--output", "openapi.yaml"];
    const { code, err } = await command(folder, ["convert", "swagger.yaml", ...output]);
    expect([code, err]).toEqual([0, expect.not.stringContaining("around it")]);
    expect((await filesIn(folder))["parts/order.yaml"]).toBe(part);
  });

  it.each([
    ["a document with an error", ["wrong.yaml"], "wrong.yaml:3:1 FIELD_MISSING error"],
    ["one that needs no conversion", ["shop.yaml"], "CONVERT_VERSION error"],
    ["no file", ["none.yaml"], "error document_not_found: The file none.yaml does not exist."],
    [
      "an ending without a format",
      ["swagger.yaml", "--output", "a.txt"],
      "error usage: The format of --output",
    ],
    [
      "several files without an output",
      ["swagger.yaml"],
      "error usage: The document refers to other files",
    ],
    [
      "an output that replaces another file",
      ["swagger.yaml", "--output", "openapi.yaml"],
      "error usage: This would overwrite parts/order.yaml",
    ],
    [
      "an output that is another file of the document",
      ["swagger.yaml", "--output", "parts/order.yaml"],
      "error usage: This would overwrite parts/order.yaml",
    ],
    [
      "an output that is an overlay",
      ["whole.yaml", "--overlay", "overlay.yaml", "--output", "overlay.yaml"],
      "error usage: This would overwrite overlay.yaml, which the command reads",
    ],
  ])("writes nothing for %s", async (_, args, message) => {
    const wrong = swagger.replace('{ title: Shop, version: "1" }', "{ title: Shop }");
    const folder = await folderOf({
      ...separate,
      "shop.yaml": shop,
      "wrong.yaml": wrong,
      "whole.yaml": swagger,
      "overlay.yaml":
        'overlay: 1.0.0\ninfo: { title: O, version: "1" }\nactions: [{ target: $.info, update: { x-a: 1 } }]\n',
    });
    const before = await filesIn(folder);
    const { code, out, err } = await command(folder, ["convert", ...args]);
    expect([code, out, err]).toEqual([1, "", expect.stringContaining(message)]);
    expect(await filesIn(folder)).toEqual(before);
  });
});
