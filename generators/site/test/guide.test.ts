// Pages of one's own on a site: rendered, linked and safe.

import { guidePages, wholeSite } from "@specwright/site";
import { describe, expect, it } from "vitest";
import { brokenLinks } from "./broken-links.ts";
import { pageProblems } from "./page-problems.ts";
import { byPath, ourSite } from "./site-of-versions.ts";

const index = `# Shop

How to buy.

## Start

- [First](first.md), [its end](first.md#the-end)

## Reference

- [All fields](fields/README.md)
`;
const first = `# The \`first\` page

<!-- only compiled -->
\`\`\`ts
const a = 1; // [no](link.md) <!-- kept -->
\`\`\`

Read [the fields](fields/), [the end](#the-end) or [the code](../src/a.ts). \`[b](c.md)\`

## The end!

<script>alert(1)</script> [no](javascript:alert(1))

## The end!
`;
const fields =
  "# Fields\n\nBack to [the first](../first.md#the-end-1), or to [the shop](../README.md).\n";
const files = [
  { path: "README.md", text: index },
  { path: "first.md", text: first },
  { path: "fields/README.md", text: fields },
  { path: "last.md", text: "# Last\n" },
];
const source = "https://example.com/blob/main/docs";

describe("a guide", () => {
  const { pages, navigation, deadLinks } = guidePages({ files, source });
  const page = (path: string) => pages.find((each) => each.path === path);

  it("has pages with titles, descriptions and sections to search", () => {
    const facts = pages.map(({ path, title, description }) => [path, title, description]);
    expect(facts.slice(0, 2)).toEqual([
      ["index.html", "Shop", "How to buy."],
      ["first.html", "The first page", expect.any(String)],
    ]);
    expect(page("first.html")?.search.map(({ name, anchor }) => [name, anchor])).toEqual([
      ["The first page", "the-first-page"],
      ["The end!", "the-end"],
      ["The end!", "the-end-1"],
    ]);
  });

  it.each([
    ['<h1 id="the-first-page">', "ids of headings"],
    ['<a href="fields/index.html">the fields</a>', "a folder"],
    ['<a href="#the-end">', "a heading"],
    ['<a href="https://example.com/blob/main/src/a.ts">', "a file that is not a page"],
    ['<span class="hljs-keyword">const</span>', "colours of code"],
    ["&lt;!-- kept --&gt;", "comments in code"],
    ["&lt;script&gt;", "markup as text"],
  ])("writes %s for %s", (markup) => {
    expect(page("first.html")?.main).toContain(markup);
  });

  it.each(["only compiled", "<script", 'href="javascript', "link.html", "c.html"])(
    "does not write %s",
    (text) => {
      expect(page("first.html")?.main).not.toContain(text);
    },
  );

  it("has the same links in Markdown, and leaves code alone", () => {
    const markdown = page("first.html")?.markdown ?? "";
    expect(markdown).toContain("[the fields](fields/index.md), [the end](#the-end)");
    expect(markdown).toContain("(https://example.com/blob/main/src/a.ts). `[b](c.md)`");
    expect(markdown).toContain("[no](link.md) <!-- kept -->");
    expect(page("fields/index.html")?.markdown).toContain("(../first.md#the-end-1)");
  });

  it("has the sections of its first page as navigation, and the other pages after these", () => {
    expect(navigation.map(({ text, items }) => [text, items.map(({ path }) => path)])).toEqual([
      ["", ["index.html"]],
      ["Start", ["first.html"]],
      ["Reference", ["fields/index.html"]],
      ["More", ["last.html"]],
    ]);
  });

  it.each([
    ["[a](none.md)", ["a.md: none.md"]],
    ["[a](#none)", ["a.md: #none"]],
    ["[a](b.md#none)", ["a.md: b.md#none"]],
    ["[a](b.md#b) [b](../none.md) [c](https://example.com/c.md)", []],
  ])("of %s, names the dead links %s", (text, dead) => {
    const two = [
      { path: "a.md", text },
      { path: "b.md", text: "# B" },
    ];
    expect(guidePages({ files: two }).deadLinks).toEqual(dead);
  });

  it("has no dead links here", () => {
    expect(deadLinks).toEqual([]);
  });
});

describe("a site with a guide", () => {
  it.each([
    ["alone", false, "first.html"],
    ["beside interfaces", true, "guide/first.html"],
  ])("has it %s, whole and without problems", async (_, hasInterfaces, path) => {
    const interfaces = hasInterfaces ? (await ourSite()).slice(0, 1) : [];
    const options = { title: "Shop", guide: { files, source } };
    const site = byPath(wholeSite(interfaces, options));
    const folder = path.replace("first.html", "");
    expect(brokenLinks(site)).toEqual([]);
    const written = [...site].filter(([each]) => each.startsWith(folder) && each.endsWith(".html"));
    expect(written.flatMap(([, text]) => pageProblems(text))).toEqual([]);
    expect(site.get(path)).toContain("The first page – Shop");
    expect(site.get(`${folder}llms.txt`)).toContain("The first page");
    expect(site.get(`${folder}search/entries-1.json`)).toContain("the-end-1");
    expect(site.has("rules.html")).toBe(hasInterfaces);
    expect(site.get("llms.txt")?.includes("guide/llms.txt")).toBe(hasInterfaces);
  });

  it("has a list of its pages if there is no first page", () => {
    const guide = { files: [{ path: "a.md", text: "# Alpha" }] };
    const site = byPath(wholeSite([], { title: "Shop", guide }));
    expect(site.get("index.html")).toContain('<a href="a.html">Alpha</a>');
  });
});
