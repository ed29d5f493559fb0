// The pages of a site: complete, linked, without scripts, and safe whatever texts say.

import { createHash } from "node:crypto";
import { changelogSite, type Release, readHistory, type SiteFile } from "@specwright/changelog";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostile, hostileRelease } from "./hostile-release.ts";
import { readAtom, readRss } from "./read-feeds.ts";
import { history } from "./shop-history.ts";

const baseUrl = "https://shop.example/changelog";
const siteOptions = { title: "Our interfaces", baseUrl, authority: "shop.example,2022" };
const site = (releases: readonly Release[] = history): readonly SiteFile[] =>
  changelogSite(releases, siteOptions);
const textOf = (path: string): string => site().find((file) => file.path === path)?.text ?? "";

/** Returns the addresses of a page that lead to the same site, without what they escape. */
function ownLinks(html: string): readonly string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => href.startsWith(baseUrl))
    .map((href) => decodeURI(href.slice(baseUrl.length + 1)));
}

/** Returns the links of a site that lead nowhere, page and anchor alike. */
function brokenLinks(files: readonly SiteFile[]): readonly string[] {
  const byPath = new Map(files.map(({ path, text }) => [path, text]));
  return files
    .filter(({ path }) => path.endsWith(".html"))
    .flatMap(({ text }) => ownLinks(text))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = byPath.get(path);
      return target === undefined || (anchor !== undefined && !target.includes(`id="${anchor}"`));
    });
}

test("has a page for each view and release, feeds, tags and the latest version", () => {
  const view = (name: string, page: string): readonly string[] => [
    `${page}.html`,
    ...(page.endsWith("index") ? [`${page}.md`] : []),
    ...["rss", "atom", "json"].map((format) => `${name}.${format}`),
  ];
  const scope = (folder: string): readonly string[] => [
    ...view(`${folder}all`, `${folder}index`),
    ...view(`${folder}breaking`, `${folder}breaking`),
    ...view(`${folder}deprecations`, `${folder}deprecations`),
  ];
  const versions = (folder: string, ...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => [`${folder}versions/${name}.html`, `${folder}versions/${name}.md`]);
  expect(site().map(({ path }) => path)).toEqual([
    ...scope(""),
    ...scope("shop/"),
    "shop/latest.json",
    ...["carts", "money"].flatMap((tag) =>
      ["rss", "atom", "json"].map((format) => `shop/tags/${tag}.${format}`),
    ),
    ...versions("shop/", "3.0.0", "2.1.0", "2.0.0", "1.0.0"),
    ...scope("stream/"),
    "stream/latest.json",
    ...versions("stream/", "1.0.0"),
  ]);
});

test("has no link that leads nowhere", () => {
  expect(ownLinks(textOf("index.html")).length).toBeGreaterThan(20);
  expect(brokenLinks(site())).toEqual([]);
});

test("has feeds that name their own address and the pages", () => {
  const rss = readRss(textOf("shop/breaking.rss"));
  expect(rss.self).toBe(`${baseUrl}/shop/breaking.rss`);
  expect(rss.entries.map(({ url }) => url)).toEqual([
    `${baseUrl}/shop/versions/3.0.0.html`,
    `${baseUrl}/shop/versions/2.0.0.html`,
  ]);
  expect(readAtom(textOf("shop/tags/money.atom")).entries.length).toBe(1);
});

test("has the same bytes after another build", () => {
  expect(changelogSite(structuredClone(history), { ...siteOptions })).toEqual(site());
});

describe("a page", () => {
  const page = textOf("shop/versions/3.0.0.html");

  test("admits its style sheet and nothing else", () => {
    const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/<script|<img|<link rel="stylesheet"| style=| on\w+=/);
  });

  test("says what, why, where, whom it affects, and what proves it", () => {
    for (const text of [
      "<h1>Shop 3.0.0: Whole amounts</h1>",
      "Released on 29 February 2024.",
      "<h2>Breaking (1)</h2>",
      "The minimum of amount was raised from 0 to 1.",
      "The provider refuses values that it used to accept.",
      "shop.yaml:40:9",
      "and 2 more",
      "No longer valid: <code>{&quot;amount&quot;:0,",
      "May be removed from: 2025-01-01",
      'Older: <a href="https://shop.example/changelog/shop/versions/2.1.0.html">',
    ]) {
      expect(page).toContain(text);
    }
  });

  test("has one main heading, a language, a title, and feeds to find", () => {
    expect(page.match(/<h1>/g)).toHaveLength(1);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain("<title>Shop 3.0.0: Whole amounts</title>");
    expect(page.match(/<link rel="alternate" type="application\//g)).toHaveLength(9);
    expect(page).toContain(
      'type="text/markdown" href="https://shop.example/changelog/shop/versions/3.0.0.md"',
    );
  });

  test("in Markdown says the same", () => {
    expect(textOf("shop/versions/3.0.0.md")).toContain(
      `# Shop 3.0.0: Whole amounts

Released on 29 February 2024.

# Why

See [the guide](../guide) and ![a plan](plan.png).

<script>alert(1)</script>

## Breaking (1)

- **The minimum of amount was raised from 0 to 1.** The provider refuses values that it used to accept.
  - Place: \`shop.yaml:40:9\`
  - Affects: POST /a (request body), POST /b (request body), POST /c (request body) and 2 more
  - No longer valid: \`{"amount":0,"note":"<>"}\`
  - Rule: \`operation-removed\`

## Deprecations (1)
`,
    );
  });
});

test("the list of a view shows the changes of that view", () => {
  expect(textOf("shop/breaking.html")).toContain(
    '<span class="label breaking">Breaking:</span> <a href="https://shop.example/changelog/shop/versions/2.0.0.html#change-0123456789ab">GET /orders was removed.</a>',
  );
  expect(textOf("shop/breaking.html")).not.toContain("GET /carts");
  expect(textOf("stream/breaking.html")).toContain("There are none.");
});

test("hostile text neither breaks out of the markup nor out of the folder", () => {
  const allowed =
    /^<(!doctype html|\/?(html|head|body|main|header|footer|nav|style|title|p|ul|ol|li|strong|em|code|pre|h\d|blockquote|a)|hr|br|html lang="en"|main id="content"|nav aria-label="Pages"|(meta|link) [^<>]*|ol start="\d+"|li id="change-\w+"|span class="label [a-z-]+"|\/span|a href="(https?|mailto):[^"<>]*"( title="[^"<>]*"| aria-current="page")?|a class="skip" href="#content"|code class="language-[^"<>]*")>$/;
  fc.assert(
    fc.property(hostile, (text) => {
      const files = site([hostileRelease(text)]);
      for (const { path, text: content } of files) {
        expect(path).toMatch(/^([\w~][\w~.-]*\/)*[\w~][\w~.-]*$/);
        if (!path.endsWith(".html")) continue;
        const tags = content.replace(/<style>[^<]*/, "<style>").match(/<[^>]*>/g) ?? [];
        expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
      }
      expect(brokenLinks(files)).toEqual([]);
      expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
    }),
    { numRuns: 60 },
  );
});

test("a site of a history file has nothing but its releases", () => {
  expect(changelogSite(readHistory('{ "releases": [] }'), siteOptions)).toHaveLength(13);
});
