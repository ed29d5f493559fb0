// Errors in a document are reported with file, line, column, code and fix; the exit code is 1, and
// nothing is written.

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
const get = (id: string): string =>
  `    get: { operationId: ${id}, responses: { "204": { description: Done. } } }\n`;

it.each(["lint", "diff"])("%s names the path of a file that is not text", async (name) => {
  const folder = await folderOf({});
  await mkdir(join(folder, "specs"));
  await writeFile(join(folder, "specs/a.yaml"), Uint8Array.of(0x61, 0xff));
  const args = name === "diff" ? ["specs/a.yaml", "specs/a.yaml"] : ["specs/a.yaml"];
  const { err } = await command(folder, [name, ...args]);
  expect(err.split("\n")[0]).toBe(
    "specs/a.yaml:1:1 FILE_ENCODING error the file is not valid UTF-8",
  );
});

it("lint reports every document, although one is missing", async () => {
  const files = { "a.yaml": `${head}paths: {}\n`, "bad.yaml": "openapi: [" };
  const folder = await folderOf(files);
  const { code, out, err } = await command(folder, [
    "lint",
    "a.yaml",
    "x.yaml",
    "y.yaml",
    "bad.yaml",
  ]);
  expect([code, out]).toEqual([1, "a.yaml: nothing to report"]);
  for (const want of ["x.yaml does not exist", "y.yaml does not exist", "bad.yaml:1:"]) {
    expect(err).toContain(want);
  }
});

/** Documents, each with the first line of the expected diagnostic. */
const documents: readonly (readonly [string, string, string, string])[] = [
  ["YAML that does not parse", "a.yaml", `${head}paths: [\n`, "a.yaml:4:1 YAML_SYNTAX error"],
  [
    "JSON that does not parse",
    "a.json",
    '{ "openapi": "3.1.0",, }',
    "a.json:1:22 JSON_SYNTAX error",
  ],
  [
    "a reference that dangles",
    "a.yaml",
    `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: "#/components/schemas/B" }\n`,
    "a.yaml:6:10 REF_NOT_FOUND error",
  ],
  [
    "a reference to a file that is not there",
    "a.yaml",
    `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: "b.yaml" }\n`,
    "a.yaml:6:10 REF_NOT_FOUND error",
  ],
  [
    "an operation id that is there twice",
    "a.yaml",
    `${head}paths:\n  /a:\n${get("one")}  /b:\n${get("one")}`,
    "a.yaml:7:12 OPERATION_ID_DUPLICATE error",
  ],
  [
    "a reference to a URL",
    "a.yaml",
    `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: "https://example.com/a.yaml" }\n`,
    "a.yaml:6:10 REF_REMOTE error",
  ],
  [
    "a reference out of the root",
    "a.yaml",
    `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: "../../b.yaml" }\n`,
    "a.yaml:6:10 REF_OUTSIDE_ROOT error",
  ],
  [
    "a version that is too old",
    "a.yaml",
    'swagger: "2.0"\n',
    "a.yaml:1:1 VERSION_UNSUPPORTED error",
  ],
];

describe("generate refuses", () => {
  it.each(documents)("%s", async (_, name, text, want) => {
    const folder = await folderOf({ [name]: text });
    const { code, out, err } = await command(folder, [
      "generate",
      "--input",
      name,
      "--output",
      "out",
      "--root",
      ".",
    ]);
    expect(err).toContain(want);
    // The line below the message contains the fix.
    expect(err.split("\n")[1]).toMatch(/^ {2}\S.*[.?]$/);
    expect(err).toContain("Nothing was written.");
    expect([code, out, Object.keys(await filesIn(join(folder, "out")))]).toEqual([1, "", []]);
  });

  it("a link that leads out of the root", async () => {
    const outside = await folderOf({ "b.yaml": "type: string\n" });
    const folder = await folderOf({
      "a.yaml": `${head}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: "b.yaml" }\n`,
    });
    await symlink(join(outside, "b.yaml"), join(folder, "b.yaml"));
    const { code, err } = await command(folder, [
      "generate",
      "--input",
      "a.yaml",
      "--output",
      "out",
      "--root",
      ".",
    ]);
    expect([code, err]).toEqual([1, expect.stringContaining("a.yaml:6:10 REF_OUTSIDE_ROOT error")]);
  });

  it("every document of a run if one is invalid, and keeps the old files whole", async () => {
    const config = (emitters: string): string =>
      `import { builtInEmitters } from "@specwright/cli";
const emitters = builtInEmitters(["${emitters}"]);
export default { contracts: [
  { input: "good.yaml", output: "good", emitters }, { input: "bad.yaml", output: "bad", emitters },
] };`;
    const folder = await folderOf({ "good.yaml": shop, "bad.yaml": shop });
    await write(folder, "specwright.config.ts", config("types"));
    expect((await command(folder, ["generate"])).code).toBe(0);
    const before = await filesIn(folder);
    await write(folder, "good.yaml", shop.replaceAll("Order", "Purchase"));
    await write(folder, "bad.yaml", "openapi: [");
    const { code, err } = await command(folder, ["generate"]);
    expect([code, err]).toEqual([1, expect.stringContaining("bad.yaml:1:")]);
    expect((await filesIn(folder))["good/types.ts"]).toBe(before["good/types.ts"]);
  });
});

describe("a command line that cannot run", () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ["no configuration and no input", ["generate"], "error config_not_found"],
    [
      "a configuration that is not there",
      ["generate", "--config", "x.ts"],
      "error config_not_found",
    ],
    [
      "nothing to lint",
      ["lint"],
      "No document was named, and there is no specwright.config.ts here or in a workspace.\n  Name a document: `specwright lint openapi.yaml`; or run `specwright init`.",
    ],
    [
      "an input and a configuration",
      ["generate", "--input", "a.yaml", "--output", "o", "--config", "x.ts"],
      "error usage: --input and --config cannot be combined.",
    ],
    [
      "an input without output",
      ["generate", "--input", "a.yaml"],
      "error usage: --input needs --output.",
    ],
    [
      "an input that is not there",
      ["generate", "--input", "x.yaml", "--output", "o"],
      "error document_not_found: The file x.yaml does not exist.",
    ],
    [
      "a document to lint that is not there",
      ["lint", "x.yaml"],
      "error document_not_found: The file x.yaml does not exist.",
    ],
    [
      "an emitter that does not exist",
      ["generate", "--input", "a.yaml", "--output", "o", "--emit", "types,java"],
      'Unknown emitter "java".',
    ],
    [
      "an empty list of emitters",
      ["generate", "--input", "a.yaml", "--output", "o", "--emit", " ,"],
      "error usage: --emit names no emitter.",
    ],
    [
      "a code that does not exist",
      ["explain", "NOPE"],
      "error unknown_code: Unknown diagnostic, rule or error NOPE.",
    ],
  ];
  it.each(cases)("%s", async (_, args, want) => {
    const folder = await folderOf({ "a.yaml": shop });
    const { code, err } = await command(folder, args);
    expect(err).toContain(want);
    expect([code, Object.keys(await filesIn(folder))]).toEqual([1, ["a.yaml"]]);
  });

  const onDocument = ["lint a.yaml", "generate --input a.yaml --output o", "bundle a.yaml"];
  onDocument.push("diff a.yaml a.yaml", "convert a.yaml", "mock a.yaml", "overlay apply a.yaml b");
  it.each(onDocument)("%s refuses a root that is not a folder", async (line) => {
    const folder = await folderOf({ "a.yaml": shop });
    for (const root of ["nope", "a.yaml"]) {
      const { code, err } = await command(folder, [...line.split(" "), "--root", root]);
      expect(code).toBe(line.startsWith("diff") ? 2 : 1);
      expect(err).toContain(`error usage: The root ${root} is not a folder.\n  Set --root`);
    }
    expect(Object.keys(await filesIn(folder))).toEqual(["a.yaml"]);
  });

  it.each(onDocument)("%s accepts a document outside of the root, as it is named", async (line) => {
    if (/mock|convert|overlay/.test(line)) return;
    const folder = await folderOf({ "a.yaml": shop, "dir/b.yaml": "" });
    expect((await command(folder, [...line.split(" "), "--root", "dir"])).code).toBe(0);
  });

  const lines = ["lint DOC", "generate --input DOC --output o", "bundle DOC", "convert DOC"];
  lines.push("mock DOC", "overlay apply DOC b", "overlay compare DOC b", "init --input DOC --yes");
  it.each(lines)("%s refuses a folder and standard input", async (line) => {
    const folder = await folderOf({ "dir/a.yaml": shop });
    for (const [name, message] of [
      ["dir", "error document_not_found: dir is a folder.\n  Name the document in it"],
      [
        "-",
        "error usage: A document cannot be read from standard input (-).\n  Write the document",
      ],
    ] as const) {
      const { code, err } = await command(folder, line.replace("DOC", name).split(" "));
      expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    }
    expect(Object.keys(await filesIn(folder))).toEqual(["dir/a.yaml"]);
  });

  it("diff refuses standard input", async () => {
    const { code, err } = await command(await folderOf({ "a.yaml": shop }), [
      "diff",
      "a.yaml",
      "-",
    ]);
    expect([code, err]).toEqual([2, expect.stringContaining("error usage: A document cannot be")]);
  });

  it.each<readonly [line: string, message: string, fix: string]>([
    ["generat", 'Unknown command "generat".', "Did you mean generate? Run `specwright --help`"],
    ["help nope", 'Unknown command "nope".', "Run `specwright --help` for help."],
    ["nope --help", 'Unknown command "nope".', "Run `specwright --help` for help."],
    ["overlay aply a b", 'Unknown command "aply".', "Did you mean apply? Run `specwright overlay"],
    ["help overlay aply", 'Unknown command "aply".', "Did you mean apply? Run `specwright overlay"],
    ["generate --colour", 'Unknown option "--colour".', "Run `specwright generate --help`"],
    [
      "check --confg a",
      'Unknown option "--confg".',
      "Did you mean --config? Run `specwright check",
    ],
    ["generate --emit", "The option --emit needs a value.", "Write --emit <list>. Run"],
    ["implement", "The option --handlers is missing.", "Add --handlers <file>. Run"],
    ["bundle", "The argument <document> is missing.", "Run `specwright bundle --help` for help."],
    ["explain a b", "Too many arguments. Expected 1 argument but got 2: a, b.", "Run `specw"],
    ["generate --int64 x", '"x" is not a valid value of --int64.', "Allowed choices are bigint,"],
    ["lint --max-files 0", '"0" is not a valid value of --max-files.', "Expected a whole number"],
  ])("%s", async (line, message, fix) => {
    const { code, out, err } = await command(await folderOf({}), line.split(" "));
    expect([code, out]).toEqual([1, ""]);
    expect(err.split("\n")).toEqual([
      `error usage: ${message}`,
      expect.stringContaining(`  ${fix}`),
    ]);
  });

  it.each([
    ["help", "specwright [options] [command]"],
    ["help lint", "specwright lint [options] [documents...]"],
    ["help overlay apply", "specwright overlay apply [options]"],
  ])("%s prints the help", async (line, usage) => {
    const { code, out, err } = await command(await folderOf({}), line.split(" "));
    expect([code, out, err]).toEqual([0, expect.stringContaining(`Usage: ${usage}`), ""]);
  });

  it("of diff returns 2 for a wrong flag", async () => {
    expect((await command(await folderOf({}), ["diff", "--colour"])).code).toBe(2);
  });

  it.each([
    ["does not load", "export default {", "does not load"],
    ["has no default export", "export const a = 1;", "does not export a configuration"],
    ["has another shape", "export default 5;", "does not export a configuration"],
    [
      "misspells a member",
      "export default { contracts: [{ input: 'a.yaml', output: 'o', emitter: [] }] };",
      "Did you mean `emitters`?",
    ],
    [
      "lists an emitter without what it needs",
      'import { builtInEmitters } from "@specwright/cli";\nexport default { contracts: [{ input: "a.yaml", output: "o", emitters: builtInEmitters(["client"]).slice(-1) }] };',
      '"client" requires "types"',
    ],
  ])("a configuration that %s", async (_, text, want) => {
    const folder = await folderOf({ "a.yaml": shop, "specwright.config.mts": text });
    const { code, err } = await command(folder, ["generate"]);
    expect([code, err]).toEqual([1, expect.stringContaining(want)]);
  });
});
