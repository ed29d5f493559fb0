// The errors of the compiler about a handler that `specwright implement` wrote, with a wrong response in
// it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "@specwright/cli/api";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchFolder, writeInto } from "./compile-typescript.ts";

const problem = `
          content:
            application/problem+json:
              schema: { type: object, required: [code], properties: { code: { type: string } } }`;
const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /items/{id}:
    get:
      operationId: readItem
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The item.
          content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } }
        "404":
          description: Missing.${problem}
        default:
          description: Failed.${problem}
components:
  schemas:
    Item:
      type: object
      required: [id, owner]
      properties:
        id: { type: integer, format: int64 }
        owner: { type: object, required: [name], properties: { name: { type: string } } }
`;

let folder: string;
let stubs: string;

async function command(...args: readonly string[]): Promise<void> {
  const errors: string[] = [];
  const terminal = { folder, out: () => {}, err: (line: string) => void errors.push(line) };
  const code = await run([...args], { ...terminal, status: () => {} }, { version: "1.2.3" });
  expect([code, code === 0 ? [] : errors]).toEqual([0, []]);
}

beforeAll(async () => {
  folder = await scratchFolder("handlers");
  await writeInto(folder, "shop.yaml", document);
  await writeInto(
    folder,
    "specwright.config.ts",
    `import { builtInEmitters } from "@specwright/cli";
export default {
  contracts: [{ input: "shop.yaml", output: "gen", emitters: builtInEmitters(["server"]) }],
};
`,
  );
  await command("generate");
  await command("implement", "--handlers", "handlers.ts");
  stubs = await readFile(join(folder, "handlers.ts"), "utf8");
});

/** Compiles the handlers with a statement in place of the error, and returns the errors. */
async function errorsWith(statement: string): Promise<readonly (readonly [string, string])[]> {
  const text = stubs.replace(/throw .*;/, statement);
  await writeInto(folder, "handlers.ts", text);
  const file = join(folder, "handlers.ts");
  const config = ts.readConfigFile(join(import.meta.dirname, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, import.meta.dirname);
  const program = ts.createProgram([file], { ...options, noUnusedLocals: false });
  const source = program.getSourceFile(file);
  return program
    .getSemanticDiagnostics(source)
    .map(({ start = 0, length, messageText }) => [
      text.slice(start, start + (length ?? 0)),
      ts.flattenDiagnosticMessageText(messageText, "\n"),
    ]);
}

describe("32.6 a handler", () => {
  it("with a correct response compiles", async () => {
    expect(
      await errorsWith('return { status: 200, body: { id: 1n, owner: { name: "Ada" } } };'),
    ).toEqual([]);
  });

  it.each([
    [
      "wrong",
      "return { status: 200, body: { id: 1n, owner: { name: 7 } } };",
      "name",
      "Type 'number' is not assignable to type 'string'.",
    ],
    [
      "wrong beside other statuses",
      'if (_request.path.id === "") return { status: 404, body: { code: 404 } };\n    return { status: 200, body: { id: 1n, owner: { name: "Ada" } } };',
      "code",
      "Type 'number' is not assignable to type 'string'.",
    ],
  ])("with a member that is %s has one error, at the member", async (_, statement, at, message) => {
    expect(await errorsWith(statement)).toEqual([[at, message]]);
  });
});
