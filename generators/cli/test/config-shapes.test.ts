// Configuration files in every syntax that people write, in packages of every type.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { command, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

const contracts = (input: string): string =>
  `{ contracts: [{ input: ${input}, output: "gen", emitters: [] }] }`;
const typed = 'import { defineConfig } from "@specwright/cli";';
const esm = `${typed}\nexport default defineConfig(${contracts('"a.yaml"')});\n`;
const cjs = `module.exports = ${contracts('"a.yaml"')};\n`;
const importing = (from: string): string =>
  `${typed}\nimport { input } from "${from}";\nexport default defineConfig(${contracts("input")});\n`;
const withEnum = `enum Input {\n  A = "a.yaml",\n}\n${typed}\nexport default defineConfig(${contracts("Input.A")});\n`;
const input = { "input.ts": 'export const input: string = "a.yaml";\n' };

/** The name of each shape, its file, the text, and further files. */
const shapes: readonly (readonly [string, string, string, Readonly<Record<string, string>>])[] = [
  ["an ES module in TypeScript", "ts", esm, {}],
  ["with an enum", "ts", withEnum, {}],
  ["that imports without an extension", "ts", importing("./input"), input],
  ["that imports .js for .ts", "ts", importing("./input.js"), input],
  ["that imports .ts", "ts", importing("./input.ts"), input],
  ["that awaits", "ts", `${esm.replace('"a.yaml"', 'await Promise.resolve("a.yaml")')}`, {}],
  [
    "CommonJS in TypeScript",
    "cts",
    `const a: string = "a.yaml";\nmodule.exports = ${contracts("a")};\n`,
    {},
  ],
  ["an .mts file", "mts", esm, {}],
  ["an ES module in JavaScript", "js", esm, {}],
  ["CommonJS in JavaScript", "js", cjs, {}],
  ["an .mjs file", "mjs", esm, {}],
  ["a .cjs file", "cjs", cjs, {}],
];

describe("configuration files load", () => {
  const types = ["module", "commonjs", undefined] as const;

  it("in 12 syntaxes and packages of 3 types", async () => {
    const cases = types.flatMap((type) => shapes.map((shape) => ({ type, shape })));
    const paths = await Promise.all(
      cases.map(async ({ type, shape: [, extension, text, files] }) => {
        const name = `specwright.config.${extension}`;
        const manifest = JSON.stringify({ name: "project", type });
        const folder = await folderOf({ "package.json": manifest, [name]: text, ...files });
        return join(folder, name);
      }),
    );
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      "--conditions=@specwright/source",
      join(import.meta.dirname, "load-configs.ts"),
      ...paths,
    ]);
    // Node would warn of ES modules in packages without a type.
    expect(stderr).toBe("");
    const loaded: readonly string[] = JSON.parse(stdout);
    const seen = cases.map(({ type, shape: [name] }, index) => [type, name, loaded[index]]);
    expect(seen).toEqual(cases.map(({ type, shape: [name] }) => [type, name, "a.yaml"]));
  });
});

it.each([
  [
    "an unknown member",
    "operation: {}",
    'an unknown member "operation"',
    "Did you mean `operations`?",
  ],
  ["an unknown value", 'int64: "bigInt"', 'contracts[0].int64 is "bigInt".', 'Use one of "bigint"'],
  ["another type", 'lenient: "no"', 'contracts[0].lenient is "no".', "Use one of true, false."],
  [
    "an unknown format",
    'formats: { "date-tiem": "report" }',
    'contracts[0].formats names the format "date-tiem", which is not checked anyway.',
    'Did you mean "date-time"?',
  ],
  [
    "a format that decides types",
    'formats: { int64: "annotation" }',
    'The format "int64" decides the type of values',
    "Change the schema with an overlay",
  ],
  [
    "an unknown use of formats",
    'formats: "annotations"',
    'contracts[0].formats is "annotations".',
    'Use one of "enforce", "report", "annotation"',
  ],
  [
    "an unknown use of a format",
    'formats: { uuid: "off" }',
    'contracts[0].formats["uuid"] is "off".',
    'Use one of "enforce", "report", "annotation".',
  ],
  [
    "an unknown use of a format in a schema",
    "formats: { uuid: { Order: true } }",
    'contracts[0].formats["uuid"]["Order"] is true.',
    'Use one of "enforce", "report", "annotation".',
  ],
  [
    "an unknown use of missing members",
    'missing: "warn"',
    'contracts[0].missing is "warn".',
    'Use one of "error", "report".',
  ],
  [
    "an option of emitters",
    "paths: true",
    'an unknown member "paths"',
    "builtInEmitters([…], { paths: … })",
  ],
])("a configuration with %s is refused", async (_, member, message, fix) => {
  const folder = await folderOf({
    "specwright.config.mjs": `export default { contracts: [{ input: "a.yaml", output: "gen", emitters: [], ${member} }] };\n`,
  });
  const { code, err } = await command(folder, ["generate"]);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect(err).toContain(fix);
});

it.each([
  ['"types"', 'emitters is "types".', 'Write `emitters: builtInEmitters(["types", "client"])`.'],
  ["undefined", "emitters is missing.", 'Write `emitters: builtInEmitters(["types", "client"])`.'],
  ["[], emitter: []", 'an unknown member "emitter"', "Did you mean `emitters`?"],
  ["[], input: 5", "input is 5.", 'Write the path or the address of a document: `input: "openapi'],
  ["[], output: undefined", "output is missing.", 'Write the folder for the files: `output: "src'],
  ["[], name: 5", "name is 5.", "Write a string."],
  ["[], root: true", "root is true.", "Write a string."],
  ["[], allowRemote: 1", "allowRemote is 1.", "Use true, false, or a list of addresses"],
  ['["types"]', 'emitters[0] is "types".', 'Write `emitters: builtInEmitters(["types"])`.'],
  ['["types", "client"]', 'emitters[0] is "types".', 'builtInEmitters(["types", "client"])`.'],
  [
    "[{}]",
    "emitters[0] is not an emitter.",
    "`builtInEmitters([…])` returns those of the command.",
  ],
  [
    "[null]",
    "emitters[0] is not an emitter.",
    "`builtInEmitters([…])` returns those of the command.",
  ],
  ['[{ name: "mine" }]', "emitters[0] is not an emitter.", "`builtInEmitters([…])` returns those"],
  ["[function mine() {}]", "emitters[0] is a function that was not called.", "`mine()`"],
])("a configuration with emitters: %s is refused", async (emitters, message, fix) => {
  const folder = await folderOf({
    "specwright.config.mjs": `export default { contracts: [{ input: "a.yaml", output: "gen", emitters: ${emitters} }] };\n`,
  });
  const { code, err } = await command(folder, ["generate"]);
  expect([code, err]).toEqual([1, expect.stringMatching(/contracts\[0\][. ]/)]);
  expect(err).toContain(message);
  expect(err).toContain(fix);
});

it.each([
  ["@specwright/emit-nothing", "npm install --save-dev @specwright/emit-nothing"],
  ["@specwright/emit-nothing/deep.js", "npm install --save-dev @specwright/emit-nothing"],
  ["emit-nothing/deep", "npm install --save-dev emit-nothing"],
  ["./missing.ts", "Fix the file"],
])("a configuration with a missing import of %s reports what to do", async (name, fix) => {
  const text = `import { emitter } from "${name}";\nexport default { contracts: [{ input: "a.yaml", output: "gen", emitters: [emitter] }] };\n`;
  for (const extension of ["ts", "mjs"]) {
    const folder = await folderOf({ [`specwright.config.${extension}`]: text });
    const { code, err } = await command(folder, ["generate"]);
    expect([code, err]).toEqual([1, expect.stringContaining("does not load")]);
    expect(err).toContain(fix);
    expect(err).not.toContain("Require stack");
  }
});

it.each([
  ["{ lnt: {}, contracts: [] }", 'an unknown member "lnt"', "Did you mean `lint`?"],
  ["{ inputs: [] }", 'an unknown member "inputs"', "Use contracts, lint, diff."],
  ["{}", "contracts is missing.", "List at least one document"],
  ["{ contracts: [] }", "contracts is [].", "List at least one document"],
  ['{ contracts: ["a.yaml"] }', 'contracts[0] is "a.yaml".', "Write an object"],
  ["{ contracts: [{}] }", "contracts[0].input is missing.", "Write the path or the address"],
  ["{ contracts: [], lint: 5 }", "lint is 5.", "Write an object"],
  ["{ contracts: [], lint: { rule: {} } }", 'an unknown member "rule"', "Did you mean `rules`?"],
  ["{ contracts: [], lint: { rules: [] } }", "lint.rules is [].", "Write an object"],
  ['{ contracts: [], diff: "x" }', 'diff is "x".', "Write an object"],
])("a configuration %s is refused", async (config, message, fix) => {
  const folder = await folderOf({ "specwright.config.mjs": `export default ${config};\n` });
  const { code, err } = await command(folder, ["generate"]);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect(err).toContain(fix);
});

it.each([
  ["{ enumObject: true }", 'no option "enumObject"', "Did you mean `enumObjects`?"],
  ['{ groupBy: "tags" }', 'groupBy of builtInEmitters is "tags"', 'Use one of "tag".'],
  ['{ zodTarget: "zod-mini" }', 'is "zod-mini"', 'Use one of "zod", "zod/mini".'],
])("built-in emitters with the options %s are refused", async (options, message, fix) => {
  const folder = await folderOf({
    "specwright.config.mjs": `import { builtInEmitters } from "@specwright/cli";
export default { contracts: [{ input: "a.yaml", output: "gen", emitters: builtInEmitters(["types"], ${options}) }] };\n`,
  });
  const { code, err } = await command(folder, ["generate"]);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect(err).toContain(fix);
});
