// The examples in the READMEs of all packages compile and run, and the values in their comments are true.

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { readWorkspace } from "../../scripts/release/workspace.ts";
import { readBlocks } from "./read-blocks.ts";
import { type Example, readExamples } from "./read-examples.ts";
import { compileExamples, exampleFolder, runExample } from "./run-examples.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packages = globSync("{packages,generators,apps}/*/README.md", { cwd: root })
  .map((file) => file.replace("/README.md", ""))
  .sort();
const published = readWorkspace(root)
  .filter((each) => !each.private)
  .map(({ folder }) => folder);

const examples = new Map<string, Example>(
  packages.flatMap((name) =>
    readExamples(readFileSync(`${root}${name}/README.md`, "utf8")).map(
      (example): [string, Example] => [`${name}-${example.line}`, example],
    ),
  ),
);

describe("the READMEs", () => {
  let folder = "";
  let errors: readonly string[] = [];
  beforeAll(async () => {
    folder = await exampleFolder("readmes");
    errors = await compileExamples(folder, examples);
  });

  test.each(published)("%s fits on a screen and has an example", (name) => {
    const readme = readFileSync(`${root}${name}/README.md`, "utf8");
    expect(readme.split("\n").length).toBeLessThanOrEqual(60);
    expect(readBlocks(readme).some(({ language }) => /^(?:ts|sh)$/.test(language))).toBe(true);
  });

  test("have examples that compile", () => {
    expect(errors).toEqual([]);
  });

  const run = [...examples].filter(([, { isRun }]) => isRun);
  test.each(run)("%s runs", async (name, example) => {
    await runExample(folder, name, example);
  });
});

describe("an example", () => {
  const readme = (code: string) => `# Title\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
  const [wrongType] = readExamples(readme('const sum: number = "3";'));
  const [wrongValue] = readExamples(readme("1 + 1; // 3"));
  const [rightValue] = readExamples(
    readme('[1, 1n].concat(2); // [1, 1n, 2]\n"a".at(0); // "a": a'),
  );
  const [noError] = readExamples(readme('JSON.parse("1"); // throws SyntaxError'));
  const [error] = readExamples(readme('JSON.parse("{"); // throws SyntaxError'));

  test("is refused if it does not compile", async () => {
    const folder = await exampleFolder("readme-errors");
    const found = await compileExamples(folder, new Map([["wrong", wrongType as Example]]));
    expect(found.join("\n")).toContain("TS2322");
  });

  test("is refused if a value or an error in its comments is wrong", async () => {
    const folder = await exampleFolder("readme-values");
    await expect(runExample(folder, "wrong", wrongValue as Example)).rejects.toThrow("2 !== 3");
    await runExample(folder, "right", rightValue as Example);
    await expect(runExample(folder, "none", noError as Example)).rejects.toThrow("rejection");
    await runExample(folder, "error", error as Example);
  });
});
