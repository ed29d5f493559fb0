// Documents with faults outside of the requested part, or with faults that a setting allows.

import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

const document = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /good/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getGood, tags: [a], responses: { 204: { description: Done. } } }
    put:
      operationId: putBad
      requestBody: { $ref: "#/components/requestBodies/Missing" }
      responses: { 204: { description: Done. } }
  /bad/{x:
    get: { operationId: getBad, responses: { 204: { description: Done. } } }
`;
const keyword = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /good: { get: { operationId: getGood, responses: { 204: { description: Done. } } } }
  /bad:
    get:
      operationId: getBad
      parameters: [{ name: a, in: query, schema: { minimum: 1, exclusiveMinimum: true } }]
      responses: { 204: { description: Done. } }
`;
const channels = `asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  good: { address: good, messages: { m: { payload: { type: string } } } }
operations:
  hear: { action: send, channel: { $ref: "#/channels/good" } }
  bad: { action: shout, channel: { $ref: "#/channels/good" } }
`;
const generate = ["generate", "--input", "api.yaml", "--output", "out", "--emit", "types,client"];

describe("30.16 a fault in an operation outside of the selection", () => {
  it.each([
    ["--operation", ["--operation", "getGood"]],
    ["--tag", ["--tag", "a"]],
    ["--path", ["--path", "/good/*", "--operation", "getGood"]],
  ])("does not stop %s", async (_name, filters) => {
    const folder = await folderOf({ "api.yaml": document });
    expect(await command(folder, generate)).toMatchObject({ code: 1 });
    const { code, err } = await command(folder, [...generate, ...filters]);
    expect([code, err]).toEqual([0, expect.stringContaining("REF_NOT_FOUND warning")]);
    expect(err).toContain("not read, because the selected operations do not use it");
    const { "client.ts": client = "" } = await filesIn(join(folder, "out"));
    expect(client).toContain("getGood");
    expect(client).not.toContain("Bad");
  });

  it("stops the operation itself", async () => {
    const folder = await folderOf({ "api.yaml": document });
    for (const id of ["putBad", "getBad"]) {
      expect(await command(folder, [...generate, "--operation", id])).toMatchObject({ code: 1 });
    }
  });

  it("may be named by a filter that excludes it", async () => {
    const config = `import { defineConfig } from "@specwright/cli";
import { typesEmitter } from "@specwright/emit";
export default defineConfig({
  contracts: [{ input: "api.yaml", output: "out", emitters: [typesEmitter()], operations: { exclude: { ids: ["*Bad"] } } }],
});
`;
    const folder = await folderOf({ "api.yaml": document, "specwright.config.ts": config });
    expect(await command(folder, ["generate"])).toMatchObject({ code: 0 });
  });

  it("does not affect another operation of the contract", async () => {
    const folder = await folderOf({ "api.yaml": keyword });
    expect(await command(folder, generate)).toMatchObject({ code: 1 });
    const { code, err } = await command(folder, [...generate, "--operation", "getGood"]);
    expect([code, err]).toEqual([0, expect.stringContaining("SCHEMA_KEYWORD warning")]);
  });

  it("does not affect an operation of AsyncAPI", async () => {
    const folder = await folderOf({ "api.yaml": channels });
    expect(await command(folder, generate)).toMatchObject({ code: 1 });
    const args = [...generate, "--operation", "hear"];
    expect(await command(folder, args)).toMatchObject({ code: 0 });
  });
});

describe("30.16 a fault in a component", () => {
  const text = (schemas: string, used: string) => `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /good:
    get:
      operationId: getGood
      security: [{ key: [] }]
      responses: { 200: { description: Done., content: { application/json: { schema: { $ref: "${used}" } } } } }
  /bad: { get: { operationId: getBad, responses: { 204: { $ref: "#/components/responses/Bad" } } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  responses: { Bad: { description: Bad., content: { application/json: { schema: { $ref: "#/components/schemas/Missing" } } } } }
  schemas:
    Good: { properties: { id: { type: string } }, required: [id], type: object }
    Bad: { $ref: "#/components/schemas/Missing" }
    Worse: { $ref: "#/components/schemas/Bad" }
${schemas}`;
  const tagged = `    Base: { type: object, required: [k], properties: { k: { type: string } }, discriminator: { propertyName: k } }
    Middle: { allOf: [{ $ref: "#/components/schemas/Base" }] }
`;
  const only = [...generate, "--operation", "getGood"];
  const good = "#/components/schemas/Good";

  it("does not affect operations that do not use it", async () => {
    const folder = await folderOf({ "api.yaml": text(tagged, good) });
    expect(await command(folder, generate)).toMatchObject({ code: 1 });
    const { code, err } = await command(folder, only);
    expect([code, err]).toEqual([0, expect.stringContaining("REF_NOT_FOUND warning")]);
    const { "types.ts": types = "" } = await filesIn(join(folder, "out"));
    expect(types).toContain("interface Good");
  });

  it.each([
    ["a reference", "", "#/components/schemas/Bad"],
    ["a reference into it", "", "#/components/schemas/Worse/properties/id"],
    ["another component", `    Via: { items: { $ref: "#/components/schemas/Worse" } }`, "Via"],
    ["an anchor", `    Via: { $anchor: via, $ref: "#/components/schemas/Bad" }`, "#via"],
    [
      "a mapping",
      `    Via: { discriminator: { propertyName: k, mapping: { a: Bad } } }`,
      "#/components/schemas/Via",
    ],
    [
      "a discriminator of what it extends",
      `${tagged}    Leaf: { allOf: [{ $ref: "#/components/schemas/Middle" }, { $ref: "#/components/schemas/Bad" }] }`,
      "#/components/schemas/Base",
    ],
  ])("stops operations that use it by %s", async (_name, schemas, used) => {
    const folder = await folderOf({ "api.yaml": text(schemas, used) });
    expect((await command(folder, only)).err).toContain("REF_NOT_FOUND error");
  });

  it("does not affect operations if the contract selects it", async () => {
    const bad = "components: { schemas: { Bad: { minimum: 1, exclusiveMinimum: true } } }\n";
    const folder = await folderOf({ "api.yaml": `${keyword.split("  /bad:")[0]}${bad}` });
    expect(await command(folder, generate)).toMatchObject({ code: 1 });
    const { code, err } = await command(folder, [...generate, "--operation", "getGood"]);
    expect([code, err]).toEqual([0, expect.stringContaining("SCHEMA_KEYWORD warning")]);
  });

  it("does not keep --lenient from repairing a reference", async () => {
    const folder = await folderOf({ "api.yaml": text("", "#/definitions/Good") });
    expect(await command(folder, only)).toMatchObject({ code: 1 });
    expect(await command(folder, [...only, "--lenient"])).toMatchObject({ code: 0 });
  });
});

describe("30.16 the number of files", () => {
  const files = {
    "api.yaml": `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { $ref: a.yaml }, B: { $ref: b.yaml } } }\n`,
    "a.yaml": "type: string\n",
    "b.yaml": "type: string\n",
  };
  const config = (settings: string) => `import { defineConfig } from "@specwright/cli";
import { typesEmitter } from "@specwright/emit";
export default defineConfig({
  contracts: [{ input: "api.yaml", output: "out", emitters: [typesEmitter()], ${settings} }],
});
`;

  it.each([
    ["generate", generate],
    ["lint", ["lint", "api.yaml"]],
    ["bundle", ["bundle", "api.yaml"]],
    ["diff", ["diff", "api.yaml", "api.yaml"]],
  ])("is a flag of %s", async (_name, args) => {
    const folder = await folderOf(files);
    const few = await command(folder, [...args, "--max-files", "2"]);
    expect([few.code === 0, few.err]).toEqual([false, expect.stringContaining("FILE_COUNT error")]);
    expect(few.err).toContain("--max-files");
    expect(await command(folder, [...args, "--max-files", "3"])).toMatchObject({ code: 0 });
  });

  it("is a setting of a contract", async () => {
    const folder = await folderOf({ ...files, "specwright.config.ts": config("maxFiles: 2") });
    expect((await command(folder, ["generate"])).err).toContain("FILE_COUNT error");
    expect(await command(folder, ["generate", "--max-files", "3"])).toMatchObject({ code: 0 });
    const wrong = await folderOf({ ...files, "specwright.config.ts": config("maxFiles: 0") });
    expect((await command(wrong, ["generate"])).err).toContain("contracts[0].maxFiles is 0.");
  });
});

describe("30.16 the last line of a refused run", () => {
  const faulty = (more: string) =>
    `openapi: 3.1.0\ninfo: { title: T, version: 1 }\npaths: {}\n${more}`;

  it.each([
    ["`--lenient` would repair this error.", faulty("")],
    ["`--lenient` would repair all 2 errors.", faulty("tags: [{ name: 1 }]")],
    ["`--lenient` would repair 1 of the 2 errors.", faulty("tags: 3")],
  ])("is %s", async (line, text) => {
    const folder = await folderOf({ "api.yaml": text });
    for (const args of [generate, ["lint", "api.yaml"], ["bundle", "api.yaml"]]) {
      expect((await command(folder, args)).err.split("\n").at(-1)).toBe(line);
    }
  });

  it("does not mention repairs if no error can be repaired", async () => {
    const folder = await folderOf({ "api.yaml": "openapi: 3.1.0\n- a\n" });
    expect((await command(folder, generate)).err.split("\n").at(-1)).toBe("Nothing was written.");
  });
});
