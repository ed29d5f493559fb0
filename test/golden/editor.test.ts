// The hints of an editor at a call of a generated client, from the language service that editors use.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchFolder, writeInto } from "./compile-typescript.ts";
import { errorsOf, generateDocument } from "./generate-document.ts";

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /items/{id}:
    get:
      operationId: readItem
      summary: Read one item
      description: Archived items are included.
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Done. } }
  /items:
    get:
      operationId: listItems
      summary: List the items.
      description: List the items. The newest come first.
      responses: { "204": { description: Done. } }
`;

const program = `import { createShopClient, readItem } from "./client.ts";
declare const transport: Parameters<typeof createShopClient>[0];
const client = createShopClient(transport);
await client.readItem({ path: { id: "1" } });
await client.listItems();
await readItem(transport, { path: { id: "1" } });
`;

let service: ts.LanguageService;
let file: string;

beforeAll(async () => {
  const folder = await scratchFolder("editor");
  const { files, diagnostics } = await generateDocument({ file: "shop.yaml", text: document });
  expect(errorsOf(diagnostics)).toEqual([]);
  for (const { path, content } of files) await writeInto(folder, path, content);
  await writeInto(folder, "main.ts", program);
  file = join(folder, "main.ts");
  const config = ts.readConfigFile(join(import.meta.dirname, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, import.meta.dirname);
  service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path)
        ? ts.ScriptSnapshot.fromString(readFileSync(path, "utf8"))
        : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
});

describe("an editor at a call", () => {
  const placeOf = (call: string): number => program.indexOf(call) + call.indexOf(".") + 1;

  it.each([
    ["client.readItem({", "Read one item\n\nArchived items are included.\n\nGET /items/{id}"],
    ["client.listItems(", "List the items. The newest come first.\n\nGET /items"],
    ["readItem(transport,", "Read one item. GET /items/{id}"],
  ])("shows the description of the operation at %s", (call, wanted) => {
    const shown = service.getQuickInfoAtPosition(file, placeOf(call));
    expect(ts.displayPartsToString(shown?.documentation)).toBe(wanted);
  });

  it.each(["client.readItem({", "client.listItems(", "readItem(transport,"])(
    "opens one definition of %s",
    (call) => {
      const found = service.getDefinitionAtPosition(file, placeOf(call)) ?? [];
      expect(found.map(({ fileName }) => fileName.slice(fileName.lastIndexOf("/")))).toEqual([
        "/client.ts",
      ]);
    },
  );
});
