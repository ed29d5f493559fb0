// Texts that are hard to read, by the list in `scripts/words/phrases.ts`. `npm run words -- PATH` shows those
// of a file or folder.

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exceptions } from "../scripts/words/exceptions.ts";
import { findHardWords, hardWordsIn } from "../scripts/words/find-words.ts";

const root = join(import.meta.dirname, "..");

describe("hard words of a file", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["a phrase of a comment", "a.ts", "// The name is no word.\nf();", ["1 phrase"]],
    ["over two lines", "a.ts", "// The name\n// is no word.\nf();", ["2 phrase"]],
    ["of a string", "a.ts", '\nf("The file is none.");', ["2 phrase"]],
    ["of a template", "a.ts", `f(\`\${x} is no file\`);`, ["1 phrase"]],
    ["not of code", "a.ts", "// Returns `x is none`.\nf();", []],
    ["not after there", "a.ts", "// There is no word.\nf();", []],
    ["a clause as a subject", "a.ts", "// What is late is closed.\nf();", ["1 phrase"]],
    ["not a question", "a.md", "What is new?", []],
    ["in a page", "a.md", "Text.\n\nIt is mended.", ["3 phrase"]],
    ["not in an example", "a.md", "```\nis none\n```\n<!--\nis none\n-->", []],
    ["in a cell of a table", "a.md", "| a | what is told |\n", ["1 phrase"]],
    ["in a description", "a.yaml", "a:\n  description: It is mended.\n", ["2 phrase"]],
    ["a long sentence", "a.md", `${"word ".repeat(31)}end.`, ["1 long"]],
    ["a long message", "a.ts", `f("${"word ".repeat(31)}end.");`, ["1 long"]],
    ["not 30 words", "a.md", `${"word ".repeat(29)}end. Word.`, []],
    [
      "a comment that repeats",
      "a.ts",
      "/** Returns the file name. */\nfunction fileName() {}",
      ["1 repeats"],
    ],
    [
      "not one that says more",
      "a.ts",
      "/** The file name, in lowercase. */\nconst fileName = 1;",
      [],
    ],
  ])("%s", (_name, path, text, want) => {
    expect(hardWordsIn(path, text).map(({ line, kind }) => `${line} ${kind}`)).toEqual(want);
  });
});

test("the repository has none of them", () => {
  const found = findHardWords(root).map(
    ({ path, line, text, plain }) => `${path}:${line} ${text}: ${plain}`,
  );
  expect(found).toEqual([]);
});

test.each(exceptions)("$path may say $text", ({ path, text, reason }) => {
  expect(reason).not.toBe("");
  expect(findHardWords(root, path, []).some((found) => found.text.includes(text))).toBe(true);
});
