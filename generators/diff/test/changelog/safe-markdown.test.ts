// Release notes come from users, and our pages contain them.

import { orderReleases } from "@specwright/diff/changelog";
import { safeMarkdown } from "@specwright/diff/changelog/text";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { releaseMarkdown } from "../../src/changelog/notes/release-markdown.ts";
import { hostile } from "./hostile-release.ts";
import { shop } from "./shop-history.ts";

const reader = new MarkdownIt({ html: true, linkify: false });

test.each([
  ["# A *big* `step`", "**A big `step`**"],
  ["Breaking (0)\n===\nx", "**Breaking (0)**\n\nx"],
  ["- # in a list\n- b", "- **in a list**\n- b"],
  ["> ## quoted", "> **quoted**"],
  ["one\ntwo  \nthree", "one two three"],
  ["**b** *i* ~~s~~ `c`", "**b** *i* ~~s~~ `c`"],
  ["<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>"],
  ["<!-- open", "\\<\\!-- open"],
  ["a <b onclick=x>b</b>", "a \\<b onclick=x\\>b\\</b\\>"],
  ["```\nunclosed\n# x", "```\nunclosed\n# x\n```"],
  ["~~~~ a`b\n```\n~~~~", "````a\n```\n````"],
  ["    code", "```\ncode\n```"],
  ["[a](https://a.example/b_c)", "[a](<https://a.example/b_c>)"],
  ["[a][1]\n\n[1]: https://a.example/", "[a](<https://a.example/>)"],
  ["[a](guide.html)", "[a](<https://shop.example/docs/guide.html>)"],
  ["[a](javascript:alert(1))", "\\[a\\](javascript:alert(1))"],
  ["![text](https://a.example/i.png)", "text"],
  ["<https://a.example/>", "<https://a.example/>"],
  ["3. a\n4. b\n\n   c", "3. a\n4. b\n\n   c"],
  ["1\\. a", "1\\. a"],
  ["\\- a", "\\- a"],
  ["\\---", "\\---"],
  ["&#35; a", "\\# a"],
  ["&#10;&#10;# a", "\\# a"],
  ["| a | b |\n|---|---|\n| `x` | \\| |", "| a | b |\n| --- | --- |\n| `x` | \\| |"],
  ["", ""],
])("%j is written as %j", (text, want) => {
  expect(safeMarkdown(text, { base: shop.url })).toBe(want);
});

test("lists can have another mark than the lists around them", () => {
  expect(safeMarkdown("- a\n  - b\n\n1. c", { bullet: "*" })).toBe("* a\n\n  * b\n\n1. c");
});

const parts = fc.oneof(
  hostile,
  fc.constantFrom("# ", "## Breaking (9)", "\n===\n", "\n---\n", "```", "~~~\n", "> ", "- ", "1. "),
  fc.constantFrom(
    "<div>",
    "</main>",
    "<!--",
    "-->",
    "<?x",
    "<![CDATA[",
    "<script>",
    "&#10;",
    "&lt;",
  ),
  fc.constantFrom(
    "[a]: https://e.example\n",
    "[a]",
    "](javascript:x)",
    "![",
    "\n\n",
    "\n",
    "    ",
    "\t",
  ),
  fc.constantFrom("|", "|---|\n", "\\", "`", "**", "_", "a", "1"),
);

test("any text stays in its place", () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (each) => {
      const page = `# Ours\n\n${safeMarkdown(each.join(""))}\n\n## After\n\n[Ours][a]\n`;
      const tokens = reader.parse(page, {});
      const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
      const headings = tokens.flatMap(({ type }, at) =>
        type === "heading_open" ? [tokens[at + 1]?.content] : [],
      );
      expect(headings).toEqual(["Ours", "After"]);
      const html = all.filter(({ type }) => type.startsWith("html_"));
      expect(html.filter(({ content }) => content !== "<!-- -->")).toEqual([]);
      const addresses = all.flatMap((token) => token.attrGet("href") ?? []).map(String);
      expect(addresses.filter((href) => !/^(?:https?|mailto):/.test(href))).toEqual([]);
      expect(all.some(({ type }) => type === "image")).toBe(false);
      // The last paragraph is still text: no reference was defined.
      expect(tokens.at(-2)?.children?.map(({ type }) => type)).toEqual(["text"]);
    }),
    { numRuns: 3000 },
  );
});

test("the notes of a release cannot end the release", () => {
  const notes = "# Shop 9.9.9\n\n## Breaking (0)\n\nNothing.\n\n<!--";
  const changes = [] as const;
  const releases = orderReleases([{ interface: shop, version: "1.0.0", notes, changes }]);
  const text = releases.map(releaseMarkdown).join("");
  expect(text.match(/^#.*$/gm)).toEqual(["# Shop 1.0.0"]);
  expect(text).toContain("**Breaking (0)**");
  expect(text).not.toContain("<!--");
});
