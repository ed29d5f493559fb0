// Functions that pages and servers need besides the feeds.

import { changelogFeed, isNotModified, latestJson, rssFeed } from "@specwright/diff/changelog";
import { describe, expect, test } from "vitest";
import { autodiscoveryLinks } from "../../src/changelog/feeds/autodiscovery-links.ts";
import { httpValidators } from "../../src/changelog/feeds/http-validators.ts";
import { history, options, shop } from "./shop-history.ts";

describe("the validators of a feed", () => {
  const feed = changelogFeed(history, options);
  const text = rssFeed(feed, "https://shop.example/feed");
  const validators = httpValidators(text, feed);

  test("are a strong tag of the bytes and the time of the newest entry", () => {
    expect(validators.etag).toMatch(/^"[\w-]{27}"$/);
    expect(validators.lastModified).toBe("Fri, 01 Mar 2024 00:00:00 GMT");
    expect(httpValidators(text, feed)).toEqual(validators);
    expect(httpValidators(`${text} `, feed).etag).not.toBe(validators.etag);
  });

  test("have no time if no entry has one", () => {
    const undated = changelogFeed([{ interface: shop, version: "1", changes: [] }], options);
    expect(httpValidators("", undated)).not.toHaveProperty("lastModified");
  });

  test.each<[Parameters<typeof isNotModified>[0], boolean]>([
    [{}, false],
    [{ ifNoneMatch: validators.etag }, true],
    [{ ifNoneMatch: `"other", W/${validators.etag}` }, true],
    [{ ifNoneMatch: "*" }, true],
    [{ ifNoneMatch: '"other"' }, false],
    [{ ifModifiedSince: "Fri, 01 Mar 2024 00:00:00 GMT" }, true],
    [{ ifModifiedSince: "Thu, 29 Feb 2024 23:59:59 GMT" }, false],
    [{ ifModifiedSince: "yesterday" }, false],
    [{ ifNoneMatch: '"other"', ifModifiedSince: "Fri, 01 Mar 2024 00:00:00 GMT" }, false],
  ])("respond to %j with 304: %j", (conditions, want) => {
    expect(isNotModified(conditions, validators)).toBe(want);
  });
});

test("pages announce feeds", () => {
  expect(
    autodiscoveryLinks([
      { format: "rss", title: 'A "b"', url: "https://shop.example/a?b=1&c=2" },
      { format: "json", title: "C", url: "https://shop.example/ü" },
    ]),
  ).toBe(
    `<link rel="alternate" type="application/rss+xml" title="A &quot;b&quot;" href="https://shop.example/a?b=1&amp;c=2">
<link rel="alternate" type="application/feed+json" title="C" href="https://shop.example/%C3%BC">`,
  );
});

describe("latest.json", () => {
  test("has the newest release of an interface", () => {
    expect(JSON.parse(latestJson(history, "shop", options) ?? "")).toEqual({
      interface: "shop",
      version: "3.0.0",
      date: "2024-02-29",
      title: "Shop 3.0.0: Whole amounts",
      url: "https://shop.example/changelog/shop/3.0.0",
      changes: {
        breaking: 1,
        "potentially-breaking": 0,
        deprecation: 1,
        "non-breaking": 1,
        docs: 0,
      },
    });
    expect(JSON.parse(latestJson(history.slice(0, 2), "shop", options) ?? "").date).toBe(null);
    expect(latestJson(history, "other", options)).toBe(undefined);
  });

  test.each([
    [["1.9.0", "2.0.0", "1.9.1"], "2.0.0"],
    [["2.0.0-rc.2", "2.0.0-rc.10"], "2.0.0-rc.10"],
    [["2.0.0", "2.0.0-rc.1"], "2.0.0"],
    [["2026-11-01", "2026-10-01"], "2026-10-01"],
  ])("31.11 of %j is about %s", (versions, want) => {
    const releases = versions.map((version) => ({ interface: shop, version, changes: [] }));
    expect(JSON.parse(latestJson(releases, "shop", options) ?? "").version).toBe(want);
  });
});

describe("invalid input for a feed is refused", () => {
  const [first] = history;
  test.each([
    ["duplicate_version", [...history, ...history], options],
    ["invalid_date", [{ ...first, date: "2023-02-29" }], options],
    ["invalid_date", [{ ...first, date: "2 May 2022" }], options],
    ["invalid_date", [{ ...first, date: "2022-05-02T25:00:00Z" }], options],
    ["invalid_date", [{ ...first, revised: "" }], options],
    ["invalid_url", history, { ...options, siteUrl: "/changelog" }],
    ["invalid_url", history, { ...options, siteUrl: "javascript:alert(1)" }],
    ["invalid_url", history, { ...options, releaseUrl: () => "releases/1" }],
    ["invalid_authority", history, { ...options, authority: "example.com" }],
    ["invalid_authority", history, { ...options, authority: "a b,2026" }],
  ])("with %s", (code, releases, wrong) => {
    expect(() => changelogFeed(releases as typeof history, wrong)).toThrow(
      expect.objectContaining({ name: "ChangelogError", code }),
    );
  });
});
