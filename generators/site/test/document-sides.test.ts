// The two documents around a change, side by side.

import { describe, expect, it } from "vitest";
import { enclosingLine, sourceExcerpt } from "../src/changes/source-excerpt.ts";
import { sourceFinder } from "../src/changes/source-file.ts";
import { wholeSite } from "../src/whole-site/whole-site.ts";
import { byPath, interfaceOf } from "./site-of-versions.ts";

const yaml = `paths:
  /orders:
    get:
      tags:
      - orders

      summary: List
    post:
      summary: Add
`;
const json = `{
  "get": {
    "tags": ["a"]
  },
  "post": 1
}`;

describe("the lines of a part", () => {
  it.each([
    [
      "a member of YAML",
      yaml,
      3,
      ["    get:", "      tags:", "      - orders", "", "      summary: List"],
    ],
    ["a list that is not indented", yaml, 4, ["      tags:", "      - orders"]],
    ["an item", yaml, 5, ["      - orders"]],
    ["the last part", yaml, 8, ["    post:", "      summary: Add"]],
    ["a member of JSON", json, 2, ['  "get": {', '    "tags": ["a"]', "  },"]],
    ["a value on one line", json, 5, ['  "post": 1']],
  ])("%s", (_what, text, line, want) => {
    const excerpt = sourceExcerpt({ path: "x", lines: text.split("\n") }, { line, column: 1 });
    expect(excerpt?.lines).toEqual(want);
  });

  it("are at most 400, with at most 400 characters each", () => {
    const lines = ["a:", ...Array.from({ length: 100_000 }, (_none, at) => `  b${at}: 1`)];
    const excerpt = sourceExcerpt({ path: "x", lines }, { line: 1, column: 1 });
    expect([excerpt?.lines.length, excerpt?.hidden, excerpt?.after]).toEqual([400, 99_601, []]);
    const minified = `${"x".repeat(5000)}HERE${"y".repeat(5000)}`;
    const [line = ""] =
      sourceExcerpt({ path: "x", lines: [minified] }, { line: 1, column: 5001 })?.lines ?? [];
    expect(line).toMatch(/^… x{80}HEREy{316} …$/);
  });

  it("are empty after the end of a file", () => {
    expect(sourceExcerpt({ path: "x", lines: ["a"] }, { line: 2, column: 1 })).toBeUndefined();
  });
});

it.each([
  ["a/x.yaml", "a"],
  ["/some/where/only.yaml", "c"],
  ["x.yaml", undefined],
  ["none.yaml", undefined],
])("the file of %s is %s", (file, want) => {
  const find = sourceFinder([
    { path: "a/x.yaml", text: "a" },
    { path: "b/x.yaml", text: "b" },
    { path: "only.yaml", text: "c" },
  ]);
  expect(find(file)?.lines[0]).toBe(want);
});

const document = (version: string, limit: string, extra = "") => `openapi: 3.1.0
info: {title: Shop, version: "${version}"}
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - name: limit
          in: query
          schema:
            type: integer
            maximum: ${limit}
      responses:
        "200": {description: Done.}
${extra}`;

async function siteOf(texts: readonly string[]) {
  const { mkdtemp, rm, writeFile } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const folder = await mkdtemp(join(tmpdir(), "specwright-sides-"));
  try {
    const paths = await Promise.all(
      texts.map(async (text, at) => {
        const path = join(folder, `shop-${at}.yaml`);
        await writeFile(path, text);
        return path;
      }),
    );
    const { versions, ...site } = await interfaceOf("shop", paths);
    const withFiles = versions.map((version, at) => ({
      ...version,
      files: [{ path: `shop-${at}.yaml`, text: texts[at] ?? "" }],
    }));
    return byPath(wholeSite([{ ...site, versions: withFiles }], { title: "Sites" }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

it.each([
  [7, "get:", 3],
  [5, "/orders:", 2],
  [8, "get:", undefined],
  [1, "paths:", undefined],
])("around line %i, %s is line %s", (line, text, want) => {
  expect(enclosingLine(yaml.split("\n"), line, text)).toBe(want);
});

describe("the page of a change", () => {
  it("shows the lines that differ in both documents, with words and numbers", async () => {
    const pages = await siteOf([document("1.0", "100"), document("1.1", "50")]);
    const list = [...pages].find(([path]) => path.endsWith("versions/2/changes.html"));
    const [, link = ""] = /href="([^"]*changes\/[^"#]*)#documents"/.exec(list?.[1] ?? "") ?? [];
    const page = pages.get(`shop/${link.replace("../../", "")}`) ?? "";
    expect(page).toContain('<h2 id="documents">In the documents</h2>');
    expect(page).toContain("Lines with − are only in 1.0 (#1), and lines with + only in 1.1 (#2).");
    expect(page).toContain(
      '<del><span class="line-number">12</span>− <span class="unseen">removed: </span>            maximum: 100\n</del>',
    );
    expect(page).toContain(
      '<ins><span class="line-number">12</span>+ <span class="unseen">added: </span>            maximum: 50\n</ins>',
    );
    expect(page).toContain('href="../../../versions/1/document/shop-0.yaml"');
    const twin = pages.get(`shop/${link.replace("../../", "")}`.replace(".html", ".md")) ?? "";
    expect(twin).toMatch(/```diff\n[^`]*- {12}maximum: 100\n\+ {12}maximum: 50\n[^`]*```/);
  });

  it("marks lines that only one document has", async () => {
    const added = "    post:\n      operationId: addOrder\n      responses: {}\n";
    const pages = await siteOf([document("1.0", "1"), document("1.1", "1", added)]);
    const page = [...pages].find(
      ([path, text]) => path.includes("changes/") && text.includes("addOrder"),
    );
    expect(page?.[1]).toContain("This part does not exist here.");
    expect(page?.[1]).toContain('<span class="unseen">added: </span>      operationId: addOrder\n');
  });

  it("escapes texts of documents", async () => {
    const hostile = `  # <script>alert(1)</script>\n`;
    const text = document("1.1", "5").replace(
      "          schema:\n",
      `          schema:\n${hostile}`,
    );
    const pages = await siteOf([document("1.0", "1"), text]);
    expect(
      [...pages].filter(([, page]) => page.includes("<script>alert")).map(([path]) => path),
    ).toEqual(
      [...pages]
        .filter(([path]) => path.endsWith(".md") || path.endsWith(".yaml"))
        .filter(([, page]) => page.includes("<script>alert"))
        .map(([path]) => path),
    );
  });

  it("does not exist for another version number", async () => {
    const pages = await siteOf([document("1.0", "1"), document("2.0", "1")]);
    expect([...pages.keys()].filter((path) => path.includes("/changes/"))).toEqual([]);
    expect(pages.get("shop/versions/2/changes.html")).toContain("No changes");
  });
});
