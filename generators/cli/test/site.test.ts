import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSiteFolder } from "../src/site/site-folder.ts";
import { removeRepositories, repositoryOf, type TestRepository } from "./git-repository.ts";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);
afterAll(removeRepositories);

const renamed = shop.replace("/orders:", "/purchases:").replace('"1.0"', '"2.0"');
const toSite = ["--output", "site"];
const withFeeds = [...toSite, "--base-url", "https://example.com/docs"];

describe("site", () => {
  it("writes the reference, the changelog and feeds of documents", async () => {
    const folder = await folderOf({ "specs/shop.yaml": shop, "specs/store/openapi.yaml": renamed });
    const { code, out, err } = await command(folder, ["site", "specs", ...withFeeds]);
    const files = await filesIn(join(folder, "site"));
    const count = Object.keys(files).length - 1;
    expect([code, out, err]).toEqual([
      0,
      `site: ${count} files about 2 versions of 2 interfaces`,
      "",
    ]);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        "index.html",
        "rules.html",
        "llms.txt",
        "changes.rss",
        "shop/operations/list-orders.html",
        "shop/changes.html",
        "store/changes.atom",
        "store/versions/2.0/document/openapi.yaml",
      ]),
    );
    expect(await readdir(folder)).toEqual(["site", "specs"]);
  });

  it("uses the documents of the configuration, and reports that feeds need a URL", async () => {
    const folder = await folderOf({
      "shop.yaml": shop,
      "specwright.config.ts": `export default { contracts: [{ input: "shop.yaml", output: "gen", emitters: [] }] };`,
    });
    const { code, err } = await command(folder, ["site", ...toSite]);
    expect([code, err]).toEqual([0, expect.stringContaining("No feeds were written")]);
    const files = await filesIn(join(folder, "site"));
    expect(Object.keys(files).filter((path) => /\.(?:rss|atom)$/.test(path))).toEqual([]);
    expect(files["shop/index.html"]).toContain("<h1>Shop</h1>");
  });

  it("refuses all links of a brand to missing pages at once", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    const args = ["site", "shop.yaml", ...toSite, "--brand", "brand.json"];
    const linking = async (...to: readonly string[]) => {
      const links = to.map((each) => ({ text: "x", to: each }));
      await write(folder, "brand.json", JSON.stringify({ links }));
      return await command(folder, args);
    };
    const good = ["https://example.com/none", "shop/index.html", "shop/", "shop/changes.html"];
    expect((await linking(...good)).code).toBe(0);
    const { code, err } = await linking("shop/index.html", "shop/none.html", "guide/");
    expect(code).not.toBe(0);
    expect(err).toContain(
      "--brand: links[1].to leads to shop/none.html, which is not in the site; links[2].to leads to guide/, which",
    );
    expect(err).toContain("Name a file of the site, such as shop/index.html.");
  });

  it("has the pages of a folder beside the interfaces, or alone", async () => {
    const folder = await folderOf({
      "shop.yaml": shop,
      "docs/README.md": "# Guide\n\n[How](how.md#to-buy), [why](../why.md)\n",
      "docs/how.md": "# How\n\n## To buy\n",
      "docs/node_modules/x/README.md": "# X\n",
    });
    const pages = ["site", "--pages", "docs", ...toSite];
    const alone = await command(folder, pages);
    expect([alone.code, alone.out]).toEqual([0, "site: 13 files about 2 pages"]);
    const source = ["--pages-source", "https://example.com/docs"];
    const both = await command(folder, [...pages, "shop.yaml", ...source]);
    expect(both.out).toContain("about 2 pages and 1 version of 1 interface");
    const files = await filesIn(join(folder, "site"));
    expect(files["guide/index.html"]).toContain('href="how.html#to-buy"');
    expect(files["guide/index.html"]).toContain('href="https://example.com/why.md"');
    expect(files["index.html"]).toContain('href="guide/index.html"');
  });

  it.each([
    ["pages_invalid", "README.md: none.md", "[a](none.md)"],
    ["document_not_found", "no Markdown", undefined],
  ])("refuses pages with %s", async (code, said, text) => {
    const folder = await folderOf({ "docs/README.md": text ?? "" });
    const pages = text === undefined ? "none" : "docs";
    const result = await command(folder, ["site", "--pages", pages, ...toSite]);
    expect([result.code, result.err]).toEqual([1, expect.stringContaining(`error ${code}`)]);
    expect(result.err).toContain(said);
  });

  it("adds declared consoles to pages, and lets only these pages connect", async () => {
    const declared = {
      shop: { sdk: "sdk.js", server: "https://api.example.com/v1" },
      other: { sdk: "sdk.js", server: "/v1" },
    };
    const folder = await folderOf({
      "shop.yaml": shop,
      "consoles.json": JSON.stringify(declared),
      "sdk.js": "export const createClient = () => ({});",
    });
    const args = ["site", "shop.yaml", ...toSite, "--consoles", "consoles.json"];
    const { code, err } = await command(folder, args);
    expect([code, err]).toEqual([0, expect.stringContaining("a console of other, which is not")]);
    const files = await filesIn(join(folder, "site"));
    const page = files["shop/operations/list-orders.html"] ?? "";
    expect(page).toContain("connect-src &#39;self&#39; https://api.example.com;");
    const script = /"\.\.\/\.\.\/(assets\/[^"]*)" data-console-settings="\.\.\/console\.json"/.exec(
      page,
    );
    const { module, style, sdk, server } = JSON.parse(files["shop/console.json"] ?? "") as {
      readonly [name: string]: string;
    };
    const assets = [script?.[1], ...[module, style, sdk].map((each) => each?.replace("../", ""))];
    expect(assets.filter((path) => files[path ?? ""] === undefined)).toEqual([]);
    expect(server).toBe("https://api.example.com/v1");
    const strict = "connect-src &#39;self&#39;;";
    const others = ["shop/index.html", "shop/versions/1.0/operations/list-orders.html"];
    expect(others.filter((path) => !files[path]?.includes(strict))).toEqual([]);
  });

  it("refuses an invalid declaration of consoles", async () => {
    const folder = await folderOf({ "shop.yaml": shop, "consoles.json": '{"shop":{}}' });
    const { code, err } = await command(folder, [
      ...["site", "shop.yaml", ...toSite],
      ...["--consoles", "consoles.json"],
    ]);
    expect([code, err]).toEqual([1, expect.stringContaining("server must be a URL")]);
    expect(await readdir(folder)).toEqual(["consoles.json", "shop.yaml"]);
  });

  it("uses a declared brand", async () => {
    const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const brand = { purpose: "Our interfaces.", logo: { file: "img/logo.svg", alt: "Us" } };
    const folder = await folderOf({
      "shop.yaml": shop,
      "looks/brand.json": JSON.stringify(brand),
      "looks/img/logo.svg": logo,
    });
    const args = ["site", "shop.yaml", ...toSite, "--brand", "looks/brand.json"];
    expect((await command(folder, args)).code).toBe(0);
    const files = await filesIn(join(folder, "site"));
    const [, path = ""] =
      /src="(assets\/logo-[^"]*)" alt="Us"/.exec(files["index.html"] ?? "") ?? [];
    expect(files[path]).toBe(logo);
    await write(folder, "looks/brand.json", '{"colors": {"light": {"accent": "#ffff00"}}}');
    const { code, err } = await command(folder, args);
    expect([code, err]).toEqual([1, expect.stringContaining("has a contrast of 1:1")]);
  });

  it("keeps the folders of a document's files", async () => {
    const folder = await folderOf({
      "specs/shop/openapi.yaml": shop.replace(
        '"#/components/schemas/Order"',
        '"../schemas/order.yaml"',
      ),
      "specs/schemas/order.yaml": "type: object",
    });
    const { code } = await command(folder, ["site", "specs/shop/openapi.yaml", ...toSite]);
    expect(code).toBe(0);
    expect(
      Object.keys(await filesIn(join(folder, "site/shop/versions/1.0/document"))).sort(),
    ).toEqual(["schemas/order.yaml", "shop/openapi.yaml"]);
  });

  it("replaces its earlier output completely", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, ["site", "shop.yaml", ...toSite]);
    await write(folder, "shop.yaml", renamed.replace("listOrders", "listPurchases"));
    const { code } = await command(folder, ["site", "shop.yaml", ...toSite]);
    expect(code).toBe(0);
    const files = Object.keys(await filesIn(join(folder, "site")));
    expect(files).toContain("shop/operations/list-purchases.html");
    expect(files).not.toContain("shop/operations/list-orders.html");
    expect(await readdir(folder)).toEqual(["shop.yaml", "site"]);
  });

  it.each([
    ["a folder with a file of somebody else", "site/notes.txt"],
    ["a file in the place of the folder", "site"],
  ])("refuses %s, and changes nothing", async (_name, path) => {
    const folder = await folderOf({ "shop.yaml": shop, [path]: "mine" });
    const { code, err } = await command(folder, ["site", "shop.yaml", ...toSite]);
    expect([code, err]).toEqual([1, expect.stringContaining("error output_unsafe")]);
    expect(await readFile(join(folder, path), "utf8")).toBe("mine");
    expect((await readdir(folder)).sort()).toEqual(["shop.yaml", "site"]);
  });

  it("refuses its own folder after a foreign file was added", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, ["site", "shop.yaml", ...toSite]);
    await writeFile(join(folder, "site/CNAME"), "docs.example.com");
    const { code, err } = await command(folder, ["site", "shop.yaml", ...toSite]);
    expect([code, err]).toEqual([1, expect.stringContaining("has CNAME, which")]);
    expect(await readFile(join(folder, "site/CNAME"), "utf8")).toBe("docs.example.com");
  });

  it("keeps the old site whole if a document has errors", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, ["site", "shop.yaml", ...toSite]);
    const before = await filesIn(join(folder, "site"));
    await write(folder, "shop.yaml", "openapi: [");
    const { code, err } = await command(folder, ["site", "shop.yaml", ...toSite]);
    expect([code, err]).toEqual([1, expect.stringContaining("shop.yaml")]);
    expect(await filesIn(join(folder, "site"))).toEqual(before);
  });

  it("keeps the old site whole if writing fails half-way", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, ["site", "shop.yaml", ...toSite]);
    const before = await filesIn(join(folder, "site"));
    const broken = function* () {
      yield { path: "index.html", text: "new" };
      throw new Error("The disk is full.");
    };
    await expect(writeSiteFolder(join(folder, "site"), broken(), () => {})).rejects.toThrow(
      "The disk is full.",
    );
    expect(await filesIn(join(folder, "site"))).toEqual(before);
    expect((await readdir(folder)).sort()).toEqual(["shop.yaml", "site"]);
  });

  it("makes versions from a history file, with the documents as the newest", async () => {
    const folder = await folderOf({
      "history/history.json": JSON.stringify({
        versions: [
          { interface: "shop", document: "first.yaml", released_at: "2022-05-02", title: "Start" },
          {
            interface: "shop",
            document: "second.yaml",
            released_at: null,
            notes: "*Unknown* day.",
          },
        ],
      }),
      "history/first.yaml": shop,
      "history/second.yaml": shop.replace("The orders.", "All orders."),
      "shop.yaml": renamed,
    });
    const { code, out } = await command(folder, [
      ...["site", "shop.yaml", "--from", "history/history.json"],
      ...withFeeds,
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining("3 versions of 1 interface")]);
    const files = await filesIn(join(folder, "site"));
    expect(files["shop/versions/1/changes.html"]).toContain("Released on");
    expect(files["shop/versions/2/changes.html"]).toContain("<em>Unknown</em> day.");
    expect(files["shop/versions/3/changes.html"]).toContain("GET /orders was removed.");
    expect(files["shop/changes.html"]).toContain("Undated");
    expect(Object.keys(files)).toContain("shop/compare/1...3.html");
    expect(files["shop/operations/list-orders.html"]).toContain("/purchases");
  });

  describe("with git tags", () => {
    let repository: TestRepository;
    let files: Record<string, string>;

    beforeAll(async () => {
      repository = await repositoryOf({ "specs/shop.yaml": shop });
      repository.git("tag", "shop@1.0.0");
      await repository.commit({ "specs/shop.yaml": renamed });
      repository.git("tag", "shop@2.0.0");
      repository.git("tag", "shop@next");
      await repository.commit({ "specs/shop.yaml": "openapi: [" });
      const args = ["site", "specs/shop.yaml", "--tags", "{name}@*", ...withFeeds];
      const { code } = await command(repository.folder, args);
      expect(code).toBe(0);
      files = await filesIn(join(repository.folder, "site"));
    });

    it("has a version for each, with its changes", () => {
      expect(files["shop/versions/2.0.0/changes.html"]).toContain("GET /orders was removed.");
      expect(Object.keys(files)).toContain("shop/compare/1.0.0...2.0.0.html");
      expect(files["shop/latest.json"]).toContain('"version": "2.0.0"');
      expect(files["shop/changes.rss"]).toContain("tag:example.com,2026:releases/shop/2.0.0");
    });

    it("has the feeds of `specwright feed`, byte for byte", async () => {
      const { code } = await command(repository.folder, [
        ...["feed", "--document", "specs/shop.yaml", "--tags", "shop@*", "--output", "feeds"],
        ...["--base-url", "https://example.com/docs", "--pages"],
      ]);
      expect(code).toBe(0);
      const feeds = Object.entries(await filesIn(join(repository.folder, "feeds")));
      const written = feeds.filter(([path]) => path !== ".specwright.json");
      expect(written.length).toBeGreaterThan(18);
      expect(written.filter(([path, text]) => files[path] !== text)).toEqual([]);
    });
  });

  it.each([
    ["no document", ["site", ...toSite], "error config_not_found"],
    ["a document that is not there", ["site", "no.yaml", ...toSite], "error document_not_found"],
    [
      "an address without a scheme",
      ["site", "a.yaml", ...toSite, "--base-url", "x.example"],
      "is not a valid value of --base-url.",
    ],
    [
      "an authority without a year",
      ["site", "a.yaml", ...withFeeds, "--authority", "x"],
      "error changelog_invalid",
    ],
    ["tags that are not there", ["site", "a.yaml", ...toSite, "--tags", "v*"], "error ref_unknown"],
    [
      "tags and a file",
      ["site", "a.yaml", ...toSite, "--tags", "v*", "--from", "h.json"],
      "error usage",
    ],
    [
      "a history file that is not there",
      ["site", ...toSite, "--from", "h.json"],
      "error changelog_invalid",
    ],
    [
      "two documents of one name",
      ["site", "a.yaml", "a.json", ...toSite],
      "would both be the interface a",
    ],
    ["no output", ["site", "a.yaml"], "--output"],
  ])("refuses %s", async (_name, args, message) => {
    const folder = await folderOf({ "a.yaml": shop, "a.json": "{}" });
    const { code, err } = await command(folder, args);
    // commander's own errors go to the terminal of the process.
    expect([code, err]).toEqual([1, err === "" ? "" : expect.stringContaining(message)]);
    expect((await readdir(folder)).sort()).toEqual(["a.json", "a.yaml"]);
  });

  it.each([
    ["not JSON", "{", "cannot be read as JSON"],
    ["without versions", "{}", "has no list `versions`"],
    ["with a version that is a text", '{"versions":["a"]}', "has no object at versions/0"],
    ["without a document", '{"versions":[{"interface":"a"}]}', "lacks versions/0/document"],
    [
      "with a date that is a number",
      '{"versions":[{"interface":"a","document":"a.yaml","released_at":1}]}',
      "has no string at versions/0/released_at",
    ],
  ])("refuses a history file %s", async (_name, text, message) => {
    const folder = await folderOf({ "h.json": text });
    const { code, err } = await command(folder, ["site", "--from", "h.json", ...toSite]);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  });
});
