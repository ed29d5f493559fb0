// The count of lines in examples/feeds/README.md.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countLines, methodText } from "../../scripts/feed-lines/count-lines.ts";
import { ownTable } from "../../scripts/feed-lines/main.ts";
import { countOwn } from "../../scripts/feed-lines/own-venues.ts";

const root = join(import.meta.dirname, "../..");

test.each([
  ["js", "/** Adds.\n * More. */\nf(); // once\n\n  // nothing\ng();\n", 2],
  ["js", "const a = {\n  b: 1, /* c */\n};\n", 3],
  ["py", 'def f():\n    """\n    Adds.\n    """\n    # nothing\n    return 1  # one\n', 2],
  ["yaml", "a: 1 # one\n# two\n\nb:\n  - 1\n", 3],
] as const)(
  "counts lines of %s that are neither blank nor a comment: %#",
  (language, text, want) => {
    expect(countLines(text, language)).toBe(want);
  },
);

test.each([
  ["js", "class A {\n    f(a) {\n        g();\n    }\n    g() {\n    }\n}\n", "f", 3],
  ["js", "class A {\n    async f(a) {\n        g();\n    }\n}\n", "f", 3],
  [
    "py",
    "class A:\n    async def f(self):\n        g()\n\n        h()\n\n    def g(self):\n        pass\n",
    "f",
    3,
  ],
  ["py", "class A:\n    def f(self):\n        g()\n", "f", 2],
] as const)("finds a method of %s: %#", (language, text, name, want) => {
  expect(countLines(methodText(text, name, language), language)).toBe(want);
});

test("reports a missing method", () => {
  expect(() => methodText("class A {\n}\n", "f", "js")).toThrow("no method f");
});

test("no contract needs handwritten code", () => {
  expect(countOwn(root).filter(({ byHand }) => byHand > 0)).toEqual([]);
});

test("examples/feeds/README.md has our figures (npm run feed-lines -- --write-docs)", () => {
  expect(readFileSync(join(root, "examples/feeds/README.md"), "utf8")).toContain(ownTable());
});
