// A whole site of our three interfaces: complete, linked, and safe.

import { gzipSync } from "node:zlib";
import { referencePages, type SiteInterface, wholeSite } from "@specwright/site";
import { beforeAll, describe, expect, it } from "vitest";
import { referencePaths } from "../src/pages/reference-paths.ts";
import { brokenLinks } from "./broken-links.ts";
import { pageProblems } from "./page-problems.ts";
import { byPath, ourSite } from "./site-of-versions.ts";

const options = { title: "Our interfaces", baseUrl: "https://site.test" };

/** Returns interfaces with copied releases. */
function structuredReleases(interfaces: readonly SiteInterface[]): readonly SiteInterface[] {
  return interfaces.map((each) => ({
    ...each,
    versions: each.versions.map((version) => ({
      ...version,
      release: structuredClone(version.release),
    })),
  }));
}

describe("the site of our interfaces", () => {
  let interfaces: readonly SiteInterface[];
  let files: ReadonlyMap<string, string>;
  let pages: readonly (readonly [string, string])[];
  const textOf = (path: string): string => files.get(path) ?? "";

  beforeAll(async () => {
    interfaces = await ourSite();
    files = byPath(wholeSite(interfaces, options));
    pages = [...files].filter(([path]) => path.endsWith(".html"));
  }, 60_000);

  it.each([
    "index.html",
    "rules.html",
    "llms.txt",
    "changes.rss",
    "marketplace/index.html",
    "marketplace/llms.txt",
    "marketplace/latest.json",
    "marketplace/changes.html",
    "marketplace/changes-breaking.html",
    "marketplace/changes-deprecations.html",
    "marketplace/changes.atom",
    "marketplace/changes-breaking.json",
    "marketplace/versions.html",
    "marketplace/search.html",
    "marketplace/search/index.json",
    "marketplace/compare/1...4.html",
    "marketplace/versions/1/index.html",
    "marketplace/versions/2/changes.html",
    "marketplace/versions/2/document/openapi.yaml",
    "streams/index.html",
    "publisher/versions/1/operations/publish-version.html",
  ])("has %s", (path) => {
    expect([...files.keys()]).toContain(path);
  });

  it.each([
    ["marketplace/index.html", "versions/4/document/openapi.yaml"],
    ["marketplace/versions/2/index.html", "document/openapi.yaml"],
  ])("offers the document of %s for download", (path, address) => {
    expect(textOf(path)).toContain(`<a href="${address}" download>Download openapi.yaml</a>`);
    expect(textOf(path)).not.toContain("other file");
    expect(textOf(path.replace("index", "changes"))).not.toContain(">Download ");
  });

  it("has no broken link", () => {
    expect(brokenLinks(files)).toEqual([]);
  });

  it("has pages that a browser reads correctly", () => {
    // Reference pages have their own tests.
    const own = pages.filter(([path]) => !/\/(?:operations|schemas|channels|groups)\//.test(path));
    const problems = own.flatMap(([path, text]) =>
      pageProblems(text).map((each) => `${path}: ${each}`),
    );
    expect(own.length).toBeGreaterThan(100);
    expect(problems).toEqual([]);
  });

  it("knows the paths of reference pages without generating them", () => {
    for (const { contract } of interfaces.flatMap(({ versions }) => versions)) {
      const written = new Set([...referencePages(contract)].map(({ path }) => path));
      expect(referencePaths(contract)).toEqual(written);
    }
  });

  it("has a page in Markdown for each in HTML", () => {
    const missing = pages.filter(([path]) => !files.has(path.replace(/\.html$/, ".md")));
    expect(missing.map(([path]) => path)).toEqual([]);
  });

  it("has one main heading on each page, and different titles", () => {
    const titles = new Map<string, string>();
    for (const [path, text] of pages) {
      expect([path, text.match(/<h1[ >]/g)?.length]).toEqual([path, 1]);
      const [, title = ""] = /<title>([^<]*)<\/title>/.exec(text) ?? [];
      const address = /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1] ?? path;
      // The newest version also has a path without a number.
      expect([path, titles.get(title) ?? address]).toEqual([path, address]);
      titles.set(title, address);
    }
  });

  it("has no page over 100 kB, compressed", () => {
    const large = pages.filter(([, text]) => gzipSync(text).length > 100_000);
    expect(large.map(([path]) => path)).toEqual([]);
  });

  it("has scripts of less than 20 kB", () => {
    const scripts = [...files].filter(([path]) => /^assets\/.*\.js$/.test(path));
    const length = scripts.reduce((sum, [, text]) => sum + text.length, 0);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(20_000);
  });

  it("finds the newest reference and the changes of all versions by its index", () => {
    const parsed = (path: string) => JSON.parse(textOf(`marketplace/${path}`));
    const { pages: listed, files: parts } = parsed("search/index.json");
    const entries = parts.flatMap((path: string) => parsed(path));
    const kinds = new Map<string, Set<string>>();
    for (const [kind, , , page] of entries) {
      const [path, title] = listed[page];
      const folder = path.startsWith("versions/") ? title : "newest";
      kinds.set(folder, (kinds.get(folder) ?? new Set()).add(kind === "change" ? kind : "other"));
    }
    expect([...kinds].map(([folder, own]) => [folder, [...own]])).toEqual([
      ["newest", ["other"]],
      ...[4, 3, 2].map((key) => [expect.stringContaining(`(#${key})`), ["change"]]),
    ]);
  });

  it("announces its feeds on every page of an interface", () => {
    const silent = pages.filter(
      ([path, text]) =>
        path.includes("/") && !text.includes('<link rel="alternate" type="application/atom+xml"'),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it("has the same bytes after another build", () => {
    const some = interfaces.slice(1);
    expect(byPath(wholeSite(structuredReleases(some), options))).toEqual(
      byPath(wholeSite(some, options)),
    );
  });

  it("keeps addresses and ids when a release gets another title", () => {
    const renamed = interfaces.slice(0, 1).map((each) => ({
      ...each,
      versions: each.versions.map((version) => ({
        ...version,
        release: { ...version.release, title: "Another title" },
      })),
    }));
    const after = byPath(wholeSite(renamed, options));
    const own = (paths: Iterable<string>): readonly string[] =>
      [...paths].filter((path) => path.startsWith("marketplace/"));
    expect(own(after.keys())).toEqual(own(files.keys()));
    const idsIn = (feed: string | undefined): readonly string[] =>
      [...(feed ?? "").matchAll(/<id>([^<]*)<\/id>/g)].map(([, id = ""]) => id);
    expect(idsIn(after.get("marketplace/changes.atom"))).toEqual(
      idsIn(textOf("marketplace/changes.atom")),
    );
    expect(after.get("marketplace/changes.html")).toContain("Another title");
  });

  it("without a URL has no feeds, and no broken links either", () => {
    const local = byPath(wholeSite(interfaces.slice(1, 2), { title: "Ours" }));
    expect([...local.keys()].filter((path) => /\.(?:rss|atom)$/.test(path))).toEqual([]);
    expect(brokenLinks(local)).toEqual([]);
  });

  it("compares only adjacent versions if there are too many", () => {
    const few = byPath(wholeSite(interfaces.slice(0, 1), { ...options, maxCompared: 3 }));
    const compared = [...few.keys()].filter((path) => /compare\/[^-]*html$/.test(path));
    expect(compared).toEqual([
      "marketplace/compare/1...2.html",
      "marketplace/compare/2...3.html",
      "marketplace/compare/3...4.html",
    ]);
  });
});
