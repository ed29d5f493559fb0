import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeRepositories, repositoryOf, type TestRepository } from "./git-repository.ts";
import { command, filesIn, folderOf, removeFolders, shop } from "./run-command.ts";

afterAll(removeFolders);
afterAll(removeRepositories);

const withCarts = shop.replace(
  "components:",
  `  /carts:
    get: { tags: [carts], responses: { "204": { description: None. } } }
components:`,
);
const moved = withCarts
  .replace("/orders:", "/purchases:")
  .replace("operationId", "tags: [sales]\n      operationId");
const where = ["--output", "site", "--base-url", "https://example.com/changes"];
const fromTags = ["feed", "--document", "specs/shop.yaml", "--tags", "shop@*", ...where];

describe("31.15 the settings of comparisons in feeds and pages", () => {
  const text = shop.replace("/orders:", "/v1/orders:");
  const config = (diff: object): string => `export default { diff: ${JSON.stringify(diff)},
    contracts: [{ input: "specs/shop.yaml", output: "gen", emitters: [{ name: "a", emit() {} }] }] };`;
  const removed = "GET /v1/orders was removed.";

  it.each([
    ["without any", {}, true],
    ["with a prefix that moved", { basePaths: ["/v1=/v2"] }, false],
    ["with a severity", { severity: [{ rule: "operation-removed", as: "off" }] }, false],
  ])("%s", async (_name, diff, isTold) => {
    const repository = await repositoryOf({ "specs/shop.yaml": text });
    repository.git("tag", "shop@1.9.0");
    await repository.commit({
      "specs/shop.yaml": text.replace("/v1/orders:", "/v2/orders:"),
      "specwright.config.mjs": config(diff),
    });
    repository.git("tag", "shop@1.10.0");
    const site = [
      "site",
      "--tags",
      "{name}@*",
      "--output",
      "pages",
      "--base-url",
      "https://a.example",
    ];
    for (const [args, output] of [
      [fromTags, "site"],
      [site, "pages"],
    ] as const) {
      const { code, err } = await command(repository.folder, [...args]);
      expect([code, err]).toEqual([0, ""]);
      const written = await filesIn(join(repository.folder, output));
      const feed = written["shop/changes-breaking.json"] ?? "";
      expect(feed.includes(removed), output).toBe(isTold);
    }
  });
});

describe("feed", () => {
  let repository: TestRepository;
  let files: Record<string, string>;
  const items = async (name: string): Promise<readonly Item[]> => {
    const feed: { readonly items: readonly Item[] } = JSON.parse(
      await readFile(join(repository.folder, "site", name), "utf8"),
    );
    return feed.items;
  };

  beforeAll(async () => {
    repository = await repositoryOf({ "readme.md": "Nothing yet." });
    repository.git("tag", "shop@0.9.0");
    await repository.commit({ "specs/shop.yaml": withCarts });
    repository.git("tag", "shop@1.9.0");
    repository.git("tag", "other@7.0.0");
    await repository.commit({ "specs/shop.yaml": moved });
    repository.git("tag", "shop@1.10.0");
    const { code, err } = await command(repository.folder, fromTags);
    expect([code, err]).toEqual([0, "shop@0.9.0 has no specs/shop.yaml; skipped."]);
    files = await filesIn(join(repository.folder, "site"));
  });

  it("writes feeds of the tags of a document, and no pages", async () => {
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        "changes.rss",
        "shop/changes-breaking.atom",
        "shop/latest.json",
        "shop/tags/sales.json",
      ]),
    );
    expect(Object.keys(files).filter((path) => /\.(?:html|md)$/.test(path))).toEqual([]);
    expect(files["shop/changes-breaking.rss"]).toContain("GET /orders was removed.");
    const latest: { readonly version: string; readonly url: string } = JSON.parse(
      files["shop/latest.json"] ?? "",
    );
    expect([latest.version, latest.url]).toEqual(["1.10.0", "https://example.com/changes"]);
  });

  it.each([
    ["the address of the folder", [], "https://example.com/changes"],
    ["the home page", ["--homepage", "https://shop.example/api"], "https://shop.example/api"],
  ])("links to %s, because there are no pages", async (_name, flags, home) => {
    const { code } = await command(repository.folder, [...fromTags, ...flags]);
    expect(code).toBe(0);
    const written = Object.entries(await filesIn(join(repository.folder, "site")));
    const texts = written.filter(([path]) => !path.startsWith("."));
    for (const [path, text] of texts) {
      expect(text.match(/https:[^"<]*\.html/g), path).toBeNull();
      // An empty feed, too, names its home page.
      expect(text, path).toContain(home);
    }
    const breaking = (await items("changes-breaking.json"))[0];
    expect(breaking?.url).toBe(`${home}#1.10.0`);
    expect(breaking?.content_html).toContain("GET /orders was removed.");
    expect(breaking?.content_html).toContain("<p>1 more change is not shown here.</p>");
  });

  it("links to the pages of `specwright site` on request", async () => {
    const { code } = await command(repository.folder, [...fromTags, "--pages"]);
    const [newest] = await items("changes-breaking.json");
    const page = "https://example.com/changes/shop/versions/1.10.0/changes.html";
    expect([code, newest?.url]).toEqual([0, page]);
    expect(newest?.content_html).toContain(`1 more change is on <a href="${page}">`);
    await command(repository.folder, fromTags);
  });

  it("has the dates of the tags, and ids from names", async () => {
    const dates = repository
      .git("for-each-ref", "--format=%(creatordate:unix)", "refs/tags/shop@1*")
      .trim()
      .split("\n")
      .map((seconds) => new Date(Number(seconds) * 1000).toISOString().replace(".000", ""));
    expect((await items("changes.json")).map(({ id, date_published: date }) => [id, date])).toEqual(
      [
        ["tag:example.com,2026:releases/shop/1.10.0", dates[0]],
        ["tag:example.com,2026:releases/shop/1.9.0", dates[1]],
      ],
    );
  });

  it("writes the same on a second run", async () => {
    const { code } = await command(repository.folder, fromTags);
    expect(code).toBe(0);
    expect(await filesIn(join(repository.folder, "site"))).toEqual(files);
  });

  it("keeps edits of a history file, and adds newer tags", async () => {
    const before = await items("changes.json");
    await command(repository.folder, [...fromTags, "--save-history", "history.json"]);
    const history = join(repository.folder, "history.json");
    const text = await readFile(history, "utf8");
    // Carts did not change.
    expect(JSON.parse(text).releases[1].operationTags).toEqual({ "GET /purchases": ["sales"] });
    await writeFile(
      history,
      text.replace('"version":"1.10.0"', '"version":"1.10.0","title":"Moved"'),
    );
    await repository.commit({ "specs/shop.yaml": shop });
    repository.git("tag", "shop@2.0.0");
    const { code } = await command(repository.folder, [...fromTags, "--history", "history.json"]);
    expect(code).toBe(0);
    const after = await items("changes.json");
    expect(after.map(({ id }) => id)).toEqual([
      "tag:example.com,2026:releases/shop/2.0.0",
      ...before.map(({ id }) => id),
    ]);
    expect(after[1]?.title).toBe("Shop 1.10.0: Moved");
  });

  it.each([
    ["without a version", "shop@next", "shop@next does not contain a version; skipped."],
    ["of a development line", "shop@vnext", "shop@vnext does not contain a version; skipped."],
  ])("skips a tag %s", async (_name, tag, message) => {
    repository.git("tag", tag);
    const { code, err } = await command(repository.folder, fromTags);
    repository.git("tag", "--delete", tag);
    expect(code).toBe(0);
    expect(err.split("\n")).toContain(message);
    expect((await items("changes.json")).map(({ id }) => id)).not.toContain(
      `tag:example.com,2026:releases/shop/${tag.slice("shop@".length)}`,
    );
  });

  it("orders versions by date, and compares each with the next lower one", async () => {
    const backports = await repositoryOf({ "specs/shop.yaml": withCarts });
    const at = (date: string): void => {
      backports.git("commit", "-q", "--amend", "--no-edit", "--date", `${date}T12:00:00Z`);
      backports.git("rebase", "-q", "--committer-date-is-author-date", "--force-rebase", "--root");
    };
    at("2024-01-01");
    backports.git("tag", "shop@1.0.0");
    await backports.commit({ "specs/shop.yaml": moved });
    at("2024-01-02");
    backports.git("tag", "shop@2.0.0");
    await backports.commit({ "specs/shop.yaml": withCarts });
    at("2024-01-03");
    backports.git("tag", "shop@1.0.1");
    const { code, err } = await command(backports.folder, fromTags);
    expect([code, err]).toEqual([0, ""]);
    const text = await readFile(join(backports.folder, "site/changes.json"), "utf8");
    const titles = (JSON.parse(text) as { items: readonly Item[] }).items.map(
      ({ title, date_published: date }) => `${date.slice(0, 10)} ${title}`,
    );
    expect(titles).toEqual([
      "2024-01-03 Shop 1.0.1",
      expect.stringMatching(/^2024-01-02 Shop 2\.0\.0: 2 changes, 1 breaking/),
      "2024-01-01 Shop 1.0.0",
    ]);
  });

  it.each([
    ["no source", ["feed", ...where], "error usage: No source for the feed was given."],
    ["tags alone", ["feed", "--tags", "v*", ...where], "error usage: --tags needs --document."],
    ["a pattern without *", [...fromTags, "--tags", "v1"], "must have exactly one *"],
    ["no such tag", [...fromTags, "--tags", "v*"], "error ref_unknown"],
    [
      "a document that no tag has",
      [...fromTags, "--document", "specs/stores.yaml"],
      "error document_not_found: No tag shop@* has the document specs/stores.yaml.",
    ],
    [
      "an address that is not one",
      [...fromTags, "--base-url", "example.com"],
      "is not a valid value of --base-url.",
    ],
    [
      "an authority without a year",
      [...fromTags, "--authority", "x"],
      'error changelog_invalid: --authority: Invalid authority "x". Expected a domain and a date',
    ],
    ["no history", ["feed", "--history", "no.json", ...where], "error changelog_invalid"],
    [
      "to leave out an unknown tag",
      [...fromTags, "--skip-tag", "shop@9.9.9"],
      'error ref_unknown: The repository has no commit "refs/tags/shop@9.9.9".',
    ],
  ])("refuses %s", async (_name, args, message) => {
    const { code, err } = await command(repository.folder, args);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });

  it("refuses a history file with another shape", async () => {
    const folder = await folderOf({ "a.json": '{ "releases": [{}] }' });
    const { code, err } = await command(folder, ["feed", "--history", "a.json", ...where]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("a.json: releases/0/interface is not an object."),
    ]);
  });

  it("names tags with broken documents, with one cause each, and can leave them out", async () => {
    const broken = await repositoryOf({ "specs/shop.yaml": withCarts });
    broken.git("tag", "shop@1.0.0");
    await broken.commit({ "specs/shop.yaml": "openapi: {\npaths: {}\n\tinfo: }\n" });
    broken.git("tag", "shop@1.1.0");
    await broken.commit({ "specs/shop.yaml": "openapi: 3.1.0\npaths: [" });
    broken.git("tag", "shop@1.2.0");
    await broken.commit({ "specs/shop.yaml": moved });
    broken.git("tag", "shop@2.0.0");
    const failed = await command(broken.folder, fromTags);
    const lines = failed.err.split("\n");
    expect([failed.code, lines.filter((line) => line.includes(" error ")).length]).toEqual([1, 2]);
    expect(lines[0]).toMatch(/^git:shop@1\.1\.0:specs\/shop\.yaml:\d+:\d+ YAML_SYNTAX error /);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}\d+ more errors? may have the same cause\.$/),
    );
    expect(lines.slice(-2)).toEqual([
      "specs/shop.yaml of shop@1.1.0, shop@1.2.0 cannot be read. Nothing was written.",
      "  Leave out these tags: --skip-tag shop@1.1.0 --skip-tag shop@1.2.0",
    ]);
    const skips = ["--skip-tag", "shop@1.1.0", "--skip-tag", "shop@1.2.0"];
    const { code, err } = await command(broken.folder, [...fromTags, ...skips]);
    expect([code, err]).toEqual([0, ""]);
    const text = await readFile(join(broken.folder, "site/changes.json"), "utf8");
    const titles = (JSON.parse(text) as { items: readonly Item[] }).items.map(({ title }) => title);
    expect(titles).toEqual([
      expect.stringMatching(/^Shop 2\.0\.0: 2 changes, 1 breaking/),
      "Shop 1.0.0",
    ]);
  });
});

interface Item {
  readonly id: string;
  readonly url: string;
  readonly content_html: string;
  readonly title: string;
  readonly date_published: string;
}

describe("changelog", () => {
  const written = "# a\n\n## 1.1.0\n\n### Minor Changes\n\n- Fixed: totals are exact.\n";
  const formatted = "# a\n\n## 1.1.0 - 2026-11-23\n\n### Fixed\n\n- Totals are exact.\n";
  const manifest = '{ "name": "a", "version": "1.1.0" }';
  const noon = (): Date => new Date("2026-11-23T12:00:00Z");

  it("formats the changelogs of packages, once", async () => {
    const folder = await folderOf({
      "a/package.json": manifest,
      "a/CHANGELOG.md": written,
      "b/package.json": manifest,
    });
    const first = await command(folder, ["changelog", "a", "b"], undefined, noon);
    expect(first).toEqual({ code: 0, out: "a/CHANGELOG.md: 1.1.0, 2026-11-23", err: "" });
    const second = await command(folder, ["changelog", "a", "--date", "2030-01-01"]);
    expect(second.out).toBe("a/CHANGELOG.md: unchanged");
    expect(await readFile(join(folder, "a/CHANGELOG.md"), "utf8")).toBe(formatted);
  });

  it.each([
    ["a folder without a package", ["changelog"], "error changelog_invalid"],
    ["an invalid day", ["changelog", "--date", "2026-02-30"], "Expected a date"],
  ])("refuses %s", async (_name, args, message) => {
    const { code, err } = await command(await folderOf({}), args);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });
});
