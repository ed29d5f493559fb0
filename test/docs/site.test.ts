// docs/ as a site that our tools build: every page exists, every link works, and all pages are readable
// without a script.

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@specwright/cli/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenLinks } from "../../generators/site/test/broken-links.ts";
import { pageProblems } from "../../generators/site/test/page-problems.ts";
import { readPages, root } from "./pages.ts";

const files = new Map<string, string>();
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-site-"));
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const args = /bin\.ts (site .*)$/.exec(scripts["docs-site"])?.[1]?.split(" ") ?? [];
  const output = join(folder, "site");
  const print = (): void => {};
  const terminal = { folder: join(root, "docs"), out: print, err: print, status: print };
  const code = await run([...args.slice(0, -1), output], terminal, { version: "0.0.0" });
  expect([code, args.at(-2)]).toEqual([0, "--output"]);
  for (const entry of await readdir(output, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(file.slice(output.length + 1), await readFile(file, "utf8"));
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("each page of docs/ is a page of the site", () => {
  const paths = readPages().map(({ name }) => `${name.replace(/(^|\/)README$/, "$1index")}.html`);
  expect(paths.filter((path) => !files.has(path))).toEqual([]);
});

test("all links lead to existing pages", () => {
  expect(brokenLinks(files)).toEqual([]);
});

test("all pages are valid and readable without a script", () => {
  const pages = [...files].filter(([path]) => path.endsWith(".html"));
  expect(pages.flatMap(([, text]) => pageProblems(text))).toEqual([]);
  const started = files.get("getting-started.html") ?? "";
  expect(started).toContain('<h2 id="the-server">The server</h2>');
  expect(started).toContain('<span class="hljs-keyword">import</span>');
  expect(started).toContain('<a href="frameworks.html"');
  expect(started).not.toContain("before the example");
});

test("links to files outside of docs/ lead to the repository", () => {
  const page = files.get("conformance.html");
  expect(page).toContain(
    'href="https://github.com/specwright/specwright/blob/main/packages/conformance/README.md"',
  );
});
