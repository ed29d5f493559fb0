// Every block of `docs/` is checked: examples compile and run, commands run, documents load. Blocks without
// a check are marked and counted.

import { existsSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { run } from "@specwright/cli/api";
import { loadSpecification } from "@specwright/spec-loader";
import { beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { commandErrors } from "../../generators/cli/src/terminal/command-errors.ts";
import { type Block, readBlocks } from "../readmes/read-blocks.ts";
import { type Example, readExamples, readQuotedFiles } from "../readmes/read-examples.ts";
import { compileExamples, exampleFolder, runExample } from "../readmes/run-examples.ts";
import { flagsOf, unknownCommands } from "./command-flags.ts";
import { documentOf, type Page, readPages, root } from "./pages.ts";
import { createProject, parseShell, runShell } from "./run-shell.ts";

const pages = readPages();

/**
 * The number of blocks that are not checked, and of commands that do not run. An example that only compiles
 * counts as checked.
 */
const marked = { "only parsed": 33, output: 12, "not checked": 5 };

describe("the examples of docs/", () => {
  const examples = new Map<string, Example>(
    pages.flatMap(({ name, text }) =>
      readExamples(text).map((example): [string, Example] => [`${name}/${example.name}`, example]),
    ),
  );
  let folder = "";
  let errors: readonly string[] = [];
  beforeAll(async () => {
    folder = await exampleFolder("docs");
    const generated = pages.filter(({ text }) =>
      readExamples(text).some(({ code }) => code.includes('"./gen/')),
    );
    for (const page of generated) await generate(folder, page);
    errors = await compileExamples(folder, examples);
  });

  test("compile", () => {
    expect(errors).toEqual([]);
  });

  test.each([...examples].filter(([, { isRun }]) => isRun))("%s runs", async (name, example) => {
    await runExample(folder, name, example);
  });

  const quoted = pages.flatMap(({ text }) => readQuotedFiles(text));
  test.each(quoted)("%s quotes its file exactly", (path, text) => {
    expect(text).toBe(readFileSync(join(root, path), "utf8"));
  });
});

describe("the commands of docs/", () => {
  const shells = pages.filter(({ blocks }) => runBlocks(blocks).length > 0);
  test.each(shells.map((page): [string, Page] => [page.name, page]))(
    "%s run in order",
    async (_, page) => {
      const project = await createProject(page.name, documentOf(page));
      for (const { before, text } of runBlocks(page.blocks)) await runShell(project, before + text);
    },
  );

  test.each(pages)("$name has commands and flags that exist", async ({ blocks, text }) => {
    const parsed = blocks.filter(({ language }) => language === "sh");
    await Promise.all(parsed.map((block) => parseShell(block.text)));
    expect(await unknownCommands(text)).toEqual([]);
  });
});

describe("the documents and data of docs/", () => {
  const data = pages.flatMap(({ name, blocks }) =>
    blocks
      .filter(({ language }) => language === "yaml" || language === "json")
      .map((block): [string, Block] => [`${name}:${block.line}`, block]),
  );
  test.each(data)("%s is valid", async (_, block) => {
    expect(await faultsOf(block)).toEqual([]);
  });
});

describe("the blocks of docs/", () => {
  test("are all checked or marked", () => {
    const checked = /^(?:tsx?|sh|json|yaml)$/;
    const unmarked = pages.flatMap(({ name, blocks }) =>
      blocks
        .filter(({ language, mark }) => {
          const [, file] = /^checked by (\S+)$/.exec(mark) ?? [];
          if (file !== undefined) return !existsSync(join(root, file));
          return !checked.test(language) && !/^(?:output|not )/.test(mark);
        })
        .map(({ line, language }) => `docs/${name}.md:${line} ${language}`),
    );
    expect(unmarked).toEqual([]);
  });

  test("are all found", () => {
    const lost = pages.filter(({ text, blocks }) => {
      const fences = text.match(/^ *`{3,}/gm) ?? [];
      return fences.length !== 2 * blocks.length;
    });
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  test("are counted here if they are marked as not run", () => {
    const marks = pages.flatMap(({ blocks }) => blocks.map(({ mark }) => mark));
    const counts = Object.keys(marked).map((mark) => [
      mark,
      marks.filter((each) => each.startsWith(mark)).length,
    ]);
    expect(Object.fromEntries(counts)).toEqual(marked);
  });
});

test("docs/troubleshooting.md uses only codes of docs/errors.md and `specwright explain`", () => {
  const text = (name: string): string => pages.find((page) => page.name === name)?.text ?? "";
  const rows = text("troubleshooting").match(/^\| .*?(?= \| )/gm) ?? [];
  const codes = rows.flatMap((row) => row.match(/(?<=`)[a-z]+(?:_[a-z]+)+(?=`)/g) ?? []);
  expect(codes.length).toBeGreaterThan(5);
  const isExplained = (code: string): boolean =>
    code in commandErrors || text("errors").includes(`| \`${code}\` |`);
  expect(codes.filter((code) => !isExplained(code))).toEqual([]);
});

describe("a block", () => {
  const [first] = readBlocks("\n```yaml\na: [\n```\n") as [Block];
  const cases: readonly [string, Block][] = [
    ["YAML", first],
    ["JSON", { ...first, language: "json", text: "{ a: 1 }" }],
    ["a document", { ...first, text: "openapi: 3.1.0\ninfo: { title: 1 }\n" }],
  ];
  test.each(cases)("is refused if %s in it is wrong", async (_, block) => {
    expect(await faultsOf(block)).not.toEqual([]);
  });

  test.each([
    ["npx specwright generate --outptu gen", 1],
    ["npx specwright generat", 1],
    ["npx specwright diff \\\n  --accpet no", 1],
    ["npx specwright generate --watch # as --before", 0],
  ])("is refused if it calls a command that does not exist: %s", async (commands, count) => {
    expect(await unknownCommands(commands)).toHaveLength(count);
  });

  test("is refused if a command fails, or names a package that does not exist", async () => {
    const document = { name: "openapi.yaml", text: "openapi: 3.1.0\n" } as const;
    await expect(createProject("broken", document)).rejects.toThrow("FIELD_MISSING");
    const folder = await createProject("whole", documentOf(pages[0] as Page));
    await expect(runShell(folder, "npm install @specwright/nothing")).rejects.toThrow("no package");
    await expect(parseShell("if true; then")).rejects.toThrow();
  });

  test("is read together with the hidden code around it", () => {
    const page = "<!-- before the example\nlet a;\n-->\n```ts\na = 1;\n```\n\n";
    const [example] = readExamples(`${page}<!-- after the example\na++;\n-->\n`);
    expect(example?.code).toBe("let a;\na = 1;\na++;\nexport {};\n");
    expect(readExamples("<!-- not checked: no reason -->\n```ts\nlet\n```\n")).toEqual([]);
  });
});

function runBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter(({ language, mark }) => language === "sh" && /^(?:before|$)/.test(mark));
}

/** Generates the code that the examples of a page import, into `gen` in their folder. */
async function generate(folder: string, page: Page): Promise<void> {
  const { name, text } = documentOf(page);
  const input = join(folder, page.name, name);
  await mkdir(dirname(input), { recursive: true });
  await writeFile(input, text);
  const said: string[] = [];
  const print = (line: string): void => {
    said.push(line);
  };
  const terminal = { folder: dirname(input), out: print, err: print, status: () => {} };
  const args = ["generate", "--input", name, "--output", "gen", "--import-extension", "ts"];
  const code = await run([...args, "--paths"], terminal, { version: "0.0.0" });
  if (code !== 0) throw new Error(`${page.name}: ${said.join("\n")}`);
}

/** Returns the faults of a block of JSON or YAML. */
async function faultsOf({ language, text }: Block): Promise<readonly string[]> {
  if (language === "json") {
    try {
      JSON.parse(text);
      return [];
    } catch (error) {
      return [String(error)];
    }
  }
  const errors = parseAllDocuments(text).flatMap((document) => document.errors);
  if (errors.length > 0) return errors.map(({ message }) => message);
  if (!/^(?:openapi|asyncapi):/m.test(text)) return [];
  const { diagnostics } = await loadSpecification({ file: "document.yaml", text });
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
}

test("31.15 docs/diff.md lists only flags of `specwright diff`", async () => {
  const page = pages.find(({ name }) => name === "diff");
  const rows = page?.text.match(/^\| `--.*$/gm) ?? [];
  const listed = rows.flatMap((row) => row.split(" | ")[0]?.match(/--[a-z][\w-]*/g) ?? []);
  const flags = await flagsOf("diff");
  expect(listed.length).toBeGreaterThan(2);
  expect(listed.filter((flag) => !flags.includes(flag))).toEqual([]);
});
