// The same document gives the same bytes: twice, in any order of keys except properties, in YAML and in
// JSON.

import type { EmittedFile } from "@specwright/emit/print";
import { seededRandom } from "@specwright/runtime/testing";
import type { JsonValue } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { errorsOf, type GenerateOptions, generateDocument } from "./generate-document.ts";
import { corpusDocuments, ownDocuments } from "./repository-documents.ts";
import { loadDocument, objectsWithText, rewriteDocument } from "./rewrite-document.ts";

const everything: GenerateOptions = { emit: ["types", "zod", "server", "client", "docs"] };
const corpus = corpusDocuments.filter(({ name }) => name.startsWith("openapi/"));
const documents = [...ownDocuments, ...corpus];

describe.each(documents)("$name", { timeout: 120_000 }, ({ path }) => {
  it("gives the same twice, and for any order of keys except properties", async () => {
    const specification = await loadDocument(path);
    const random = seededRandom(1);
    const shuffled = rewriteDocument(path, specification, {
      // Properties are in the order of the document.
      order: (keys, under) => (under === "properties" ? keys : random.shuffle(keys)),
    });
    const first = await filesOf(path);
    expect(changedLines(first, await filesOf(path))).toEqual([]);
    expect(changedLines(first, await filesOf(shuffled.input, shuffled.options))).toEqual([]);
  });
});

describe.each(ownDocuments)("$name", ({ path }) => {
  it("gives the same in JSON, except for the file name", async () => {
    // As long as the original name, because comments with it are wrapped.
    const name = path.slice(path.lastIndexOf("/") + 1);
    const file = name.replace(".yaml", ".json");
    const json = rewriteDocument(path, await loadDocument(path), { file });
    const files = await filesOf(json.input, json.options);
    const renamed = files.map((emitted) => ({
      ...emitted,
      content: emitted.content.replaceAll(file, name),
    }));
    expect(changedLines(await filesOf(path), renamed)).toEqual([]);
  });

  it("changes only comments, and pages with a description", async () => {
    const specification = await loadDocument(path);
    const described = objectsWithText(specification, "description");
    const random = seededRandom(2);
    const before = (await filesOf(path)).filter(isCode);
    for (let count = 0; count < 4; count++) {
      const chosen = random.pick(described);
      const text = `${chosen["description"]} It also says this, at some length, so that a line breaks elsewhere.`;
      const edited = rewriteDocument(path, specification, {
        replace: (value: JsonValue) =>
          value === chosen ? { ...chosen, description: text } : value,
      });
      const after = (await filesOf(edited.input, edited.options)).filter(isCode);
      expect(changedLines(before, after)).not.toEqual([]);
      expect(changedLines(before.map(withoutComments), after.map(withoutComments))).toEqual([]);
    }
  });
});

async function filesOf(
  input: Parameters<typeof generateDocument>[0],
  options: Pick<GenerateOptions, "load"> = {},
): Promise<readonly EmittedFile[]> {
  const { files, diagnostics } = await generateDocument(input, {
    ...everything,
    load: { validate: false, ...options.load },
  });
  expect(errorsOf(diagnostics)).toEqual([]);
  return files;
}

/** Lists the first lines that differ: a whole diff of generated code is too long to read. */
function changedLines(
  before: readonly EmittedFile[],
  after: readonly EmittedFile[],
): readonly string[] {
  const paths = new Set([...before, ...after].map(({ path }) => path));
  const changes = [...paths].flatMap((path) => {
    const [old, now] = [before, after].map((files) => files.find((file) => file.path === path));
    if (old?.content === now?.content) return [];
    const lines = old?.content.split("\n") ?? [];
    const index = now?.content.split("\n").findIndex((line, at) => line !== lines[at]) ?? 0;
    return [`${path}:${index + 1}: ${lines[index]} -> ${now?.content.split("\n")[index]}`];
  });
  return changes.slice(0, 5);
}

function isCode({ path }: EmittedFile): boolean {
  return !path.endsWith(".md");
}

function withoutComments({ path, content }: EmittedFile): EmittedFile {
  const lines = content.split("\n").filter((line) => !/^\s*(\/\/|\/\*\*|\*)/.test(line));
  return { path, content: lines.join("\n") };
}
