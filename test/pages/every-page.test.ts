// Rules for every page of the publishing service with the history of our interfaces.

import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Crawl, type CrawledPage, crawlSite } from "./crawl-site.ts";
import { type PublishedSite, publishSite } from "./published-site.ts";

const MAX_PAGE_BYTES = 100_000;
const MAX_SCRIPT_BYTES = 20_000;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

let site: PublishedSite;
let crawl: Crawl;

beforeAll(async () => {
  site = await publishSite();
  crawl = await crawlSite(site.url);
});

afterAll(async () => {
  await site?.close();
});

it("every link leads to an existing page and anchor", () => {
  expect(crawl.broken.slice(0, 20)).toEqual([]);
  expect(crawl.pages.length).toBeGreaterThan(700);
  expect(crawl.linkCount).toBeGreaterThan(50_000);
});

it.each<readonly [string, (page: CrawledPage) => unknown]>([
  ["has a strict policy", ({ headers }) => headers.get("content-security-policy") === POLICY],
  ["is not guessed to be of another type", ({ headers }) => headers.get("x-content-type-options")],
  ["has no script and no style in itself", ({ text }) => !isInline(text)],
  ["has one main heading", ({ text }) => [...text.matchAll(/<h1[ >]/g)].length === 1],
  ["has headings in order", ({ text }) => isInOrder(headingLevels(text))],
  [
    "has landmarks and a link to its content",
    ({ text }) => landmarks.every((each) => text.includes(each)),
  ],
  ["has anchors that differ", ({ text }) => !hasRepeats(valuesOf(text, "id"))],
  ["has a name at each table and each head", ({ text }) => tablesOf(text).every(isNamed)],
  ["has a field with an anchor in sight", ({ text }) => fieldsOf(text).every(hasAnchor)],
  [
    "has code that a keyboard can scroll",
    ({ text }) => !/<pre(?! tabindex="0")/.test(codeOf(text)),
  ],
  ["has less than 100 kB", ({ text }) => compressed(text, MAX_PAGE_BYTES) < MAX_PAGE_BYTES],
  [
    "has a twin in Markdown",
    ({ text }) => text.includes('<link rel="alternate" type="text/markdown"'),
  ],
])("every page %s", (_what, isRight) => {
  expect(crawl.pages.filter((page) => !isRight(page)).map(({ path }) => path)).toEqual([]);
});

it("pages have different titles", () => {
  const addresses = new Map<string, Set<string>>();
  for (const { title, canonical } of crawl.pages) {
    // The same sentence may be true at two places of an operation.
    if (/\/changes\/[0-9a-f]+\.html$/.test(canonical)) continue;
    addresses.set(title, (addresses.get(title) ?? new Set()).add(canonical));
  }
  expect([...addresses].filter(([, { size }]) => size > 1)).toEqual([]);
  expect(addresses.has("")).toBe(false);
});

it("the scripts of all pages together have less than 20 kB", () => {
  const scripts = crawl.others.filter(({ path }) => path.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(0);
  const bytes = scripts.reduce((sum, { text }) => sum + gzipSync(text).length, 0);
  expect(bytes).toBeLessThan(MAX_SCRIPT_BYTES);
});

const landmarks = [
  '<html lang="en">',
  '<a class="skip" href="#main">',
  '<header class="top">',
  '<main id="main"',
  '<footer class="bottom">',
];

function isInline(text: string): boolean {
  return /<script(?! src="[^"]+"(?: defer)?><\/script>)|<style| style="| on[a-z]+="/.test(
    text.replaceAll(/<code>.*?<\/code>/gs, ""),
  );
}

function headingLevels(text: string): readonly number[] {
  return [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
}

function isInOrder(levels: readonly number[]): boolean {
  return levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1);
}

function valuesOf(text: string, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value = ""]) => value);
}

function hasRepeats(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}

/** Lists the tables, except those in descriptions, which authors write. */
function tablesOf(text: string): readonly string[] {
  return text
    .replaceAll(/<div class="prose">.*?<\/div>/gs, "")
    .split("<table")
    .slice(1)
    .map((rest) => rest.split("</table>")[0] ?? "");
}

function isNamed(table: string): boolean {
  return /<caption[ >]/.test(table) && !/<th(?! scope=)[ >]/.test(table);
}

function fieldsOf(text: string): readonly string[] {
  return text.split('<li class="field"').slice(1);
}

function hasAnchor(field: string): boolean {
  const [, id = ""] = /^ id="([^"]+)"/.exec(field) ?? [];
  const [head = ""] = field.split("</p>");
  return id !== "" && /<a class="anchor" href="#[^"]+" aria-label="Link to /.test(head);
}

function codeOf(text: string): string {
  return text.split('<div class="code">').slice(1).join("");
}

/** Returns the compressed size of a text, or its own size if that is below the limit. */
function compressed(text: string, limit: number): number {
  const bytes = Buffer.byteLength(text);
  return bytes < limit ? bytes : gzipSync(text).length;
}
