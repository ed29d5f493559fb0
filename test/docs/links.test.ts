// Every link of a page leads to an existing file of the repository and to an existing heading.

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "./pages.ts";

const files = globSync(["*.md", "docs/**/*.md", "examples/**/*.md"], {
  cwd: root,
  exclude: (file) => file === "node_modules",
}).toSorted();

test.each(files)("the links of %s lead to files and headings", (file) => {
  expect(deadLinks(file, readFileSync(join(root, file), "utf8"))).toEqual([]);
});

test("docs/README.md leads to every page", () => {
  const index = readFileSync(join(root, "docs/README.md"), "utf8");
  const pages = globSync("docs/*.md", { cwd: root }).map((file) => file.slice("docs/".length));
  expect(pages.filter((page) => page !== "README.md" && !index.includes(`](${page})`))).toEqual([]);
});

test.each([
  ["[a](nothing.md)", ["nothing.md"]],
  ["[a](errors.md#nothing)", ["errors.md#nothing"]],
  ["[a](#b-c)\n\n## `B` c\n", []],
  ["[a](https://example.com/) `[b](code.md)` [c](errors.md#errors-of-programs)", []],
])("of %s, the dead links are %s", (text, dead) => {
  expect(deadLinks("docs/chat.md", text)).toEqual(dead);
});

function deadLinks(file: string, text: string): readonly string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : relative(root, join(root, dirname(file), path));
      if (!existsSync(join(root, target))) return true;
      if (anchor === undefined) return false;
      const page = path === "" ? text : readFileSync(join(root, target), "utf8");
      return !anchorsOf(page).has(anchor);
    });
}

/** Returns the anchors of the headings, as GitHub makes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, title = ""] of page.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)) {
    const slug = title
      .toLowerCase()
      .replaceAll(/\]\([^)]*\)/g, "")
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    let name = slug;
    for (let count = 1; anchors.has(name); count++) name = `${slug}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

function withoutCode(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "").replaceAll(/`[^`\n]*`/g, "");
}
