// Feeds as files: their paths and links.

import { type FeedFile, feedFiles, type Release, readHistory } from "@specwright/diff/changelog";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hostile, hostileRelease } from "./hostile-release.ts";
import { readAtom, readRss } from "./read-feeds.ts";
import { history } from "./shop-history.ts";

const baseUrl = "https://shop.example/changelog";
const options = {
  title: "Our interfaces",
  baseUrl,
  authority: "shop.example,2022",
  releaseUrl: ({ version }: Release) =>
    `${baseUrl}/pages/${encodeURIComponent(version.toWellFormed())}`,
};
const filesOf = (releases: readonly Release[] = history): readonly FeedFile[] =>
  feedFiles(releases, options);
const textOf = (path: string): string => filesOf().find((file) => file.path === path)?.text ?? "";

test("has feeds of each choice, interface and tag, and the latest version", () => {
  const formats = (path: string): readonly string[] =>
    ["rss", "atom", "json"].map((format) => `${path}.${format}`);
  const scope = (folder: string): readonly string[] =>
    ["changes", "changes-breaking", "changes-deprecations"].flatMap((name) =>
      formats(folder + name),
    );
  expect(filesOf().map(({ path }) => path)).toEqual([
    ...scope(""),
    ...scope("shop/"),
    ...formats("shop/tags/carts"),
    ...formats("shop/tags/money"),
    "shop/latest.json",
    ...scope("stream/"),
    "stream/latest.json",
  ]);
});

test("names its own address and the pages", () => {
  const rss = readRss(textOf("shop/changes-breaking.rss"));
  expect(rss.self).toBe(`${baseUrl}/shop/changes-breaking.rss`);
  expect(rss.entries.map(({ url }) => url)).toEqual([
    `${baseUrl}/pages/3.0.0`,
    `${baseUrl}/pages/2.0.0`,
  ]);
  expect(readAtom(textOf("shop/tags/money.atom")).entries.length).toBe(1);
});

test("links to the home pages of interfaces if there are no pages", () => {
  const { releaseUrl: _, ...without } = options;
  const files = feedFiles(history, without);
  const json = (path: string): { home_page_url: string; items: readonly { url: string }[] } =>
    JSON.parse(files.find((file) => file.path === path)?.text ?? "");
  expect(json("changes.json").home_page_url).toBe(baseUrl);
  expect(json("stream/changes.json").home_page_url).toBe("https://shop.example/stream");
  expect(json("stream/changes.json").items.map(({ url }) => url)).toEqual([
    "https://shop.example/stream#1.0.0",
  ]);
  expect(files.filter(({ text }) => text.includes("the page of the release"))).toEqual([]);
});

test("has the same bytes after another build", () => {
  expect(feedFiles(structuredClone(history), { ...options })).toEqual(filesOf());
});

test("has paths for any name, each once", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const paths = filesOf([hostileRelease(text)]).map(({ path }) => path);
      expect(paths.filter((path) => !/^([\w~][\w~.-]*\/)*[\w~][\w~.-]*$/.test(path))).toEqual([]);
      expect(new Set(paths).size).toBe(paths.length);
    }),
    { numRuns: 200 },
  );
});

test("of a history without releases has the feeds of all interfaces", () => {
  expect(filesOf(readHistory('{ "releases": [] }'))).toHaveLength(9);
});
