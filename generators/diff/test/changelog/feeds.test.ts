// Feeds as two independent readers see them.

import {
  atomFeed,
  changelogFeed,
  type Feed,
  jsonFeed,
  orderReleases,
  type Release,
  rssFeed,
} from "@specwright/diff/changelog";
import { Ajv } from "ajv";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { describe, expect, test } from "vitest";
import type { FeedOptions } from "../../src/changelog/feeds/feed-options.ts";
import { releaseMarkdown } from "../../src/changelog/notes/release-markdown.ts";
import { jsonFeedSchema } from "./json-feed-schema.ts";
import { type ReadEntry, readAtom, readRss } from "./read-feeds.ts";
import { changeOf, history, options, shop } from "./shop-history.ts";

const self = "https://shop.example/changelog/feed?a=1&b=2";
const isJsonFeed = new Ajv().compile(jsonFeedSchema);

const feedOf = (changed: Partial<FeedOptions> = {}, releases: readonly Release[] = history): Feed =>
  changelogFeed(releases, { ...options, ...changed });
const pick = ({ id, title, url, html, categories }: ReadEntry): object => ({
  id,
  title,
  url,
  html,
  categories,
});
const choices: readonly Partial<FeedOptions>[] = [
  {},
  { filter: { show: "breaking" } },
  { filter: { show: "deprecations" }, entries: "changes" },
  { filter: { interface: "stream" } },
  { filter: { tag: "carts" } },
  { entries: "changes" },
];

test("an entry without changes marks a first version", () => {
  const unchanged: readonly Release[] = [
    { interface: shop, version: "1.0.0", notes: "Eleven endpoints.", changes: [] },
    { interface: shop, version: "1.0.1", changes: [] },
    { interface: shop, version: "2.0.0", branch: "$&<next>", changes: [] },
    { interface: shop, version: "2.0.1", branch: "$&<next>", previous: "2.0.0", changes: [] },
  ];
  const first = "This is the first version: there is nothing to compare it with.";
  const ofBranch = first.replace("version:", () => "version of the branch $&<next>:");
  const none = "No changes of the contract are recorded.";
  const { entries } = feedOf({}, unchanged);
  expect(entries.map(({ summary }) => summary)).toEqual([none, ofBranch, none, first]);
  const said = ofBranch.replaceAll("&", "&amp;").replace("<next>", "&lt;next&gt;");
  expect(entries.map(({ html }) => [html.includes(first), html.includes(said)])).toEqual([
    [false, false],
    [false, true],
    [false, false],
    [true, false],
  ]);
  expect(orderReleases(unchanged.slice(0, 1)).map(releaseMarkdown).join()).toContain(first);
});

describe.each(choices)("with %j", (choice) => {
  const feed = feedOf(choice);
  const want = feed.entries.map(({ id, title, url, html, categories }) => ({
    id,
    title,
    url,
    html,
    categories,
  }));

  test("both readers read RSS equally", () => {
    const text = rssFeed(feed, self);
    const strict = readRss(text);
    expect([strict.title, strict.self]).toEqual([feed.title, self]);
    expect(strict.entries.map(pick)).toEqual(want);

    const lenient = parseRssFeed(text);
    expect(lenient.atom?.links?.[0]).toMatchObject({ rel: "self", href: self });
    expect(
      lenient.items?.map(({ guid, title, link, content, categories = [] }) => ({
        id: guid?.value,
        title,
        url: link,
        html: content?.encoded,
        categories: categories.map(({ name }) => name),
      })),
    ).toEqual(want);
  });

  test("both readers read Atom equally", () => {
    const text = atomFeed(feed, self);
    const strict = readAtom(text);
    expect([strict.title, strict.self]).toEqual([feed.title, self]);
    expect(strict.entries.map(pick)).toEqual(want);

    const lenient = parseAtomFeed(text);
    expect(lenient.id).toBe(feed.id);
    expect(
      lenient.entries?.map(({ id, title, links, content, categories = [] }) => ({
        id,
        title: title?.value,
        url: links?.[0]?.href,
        html: content?.value,
        categories: categories.map(({ term }) => term),
      })),
    ).toEqual(want);
  });

  test("JSON Feed is valid and read by feedsmith", () => {
    const text = jsonFeed(feed, self);
    expect(isJsonFeed(JSON.parse(text)), JSON.stringify(isJsonFeed.errors)).toBe(true);
    expect(
      parseJsonFeed(text).items?.map(({ id, title, url, content_html, tags = [] }) => ({
        id,
        title,
        url,
        html: content_html,
        categories: tags,
      })),
    ).toEqual(want);
  });
});

describe("the entries", () => {
  test.each<[Partial<FeedOptions>, readonly string[]]>([
    [
      {},
      [
        "Stream 1.0.0: 1 non-breaking change",
        "Shop 3.0.0: Whole amounts",
        "Shop 2.1.0: 2 changes, 1 deprecation",
        "Shop 2.0.0: 1 breaking change",
        "Shop 1.0.0",
      ],
    ],
    [{ maxEntries: 1 }, ["Stream 1.0.0: 1 non-breaking change"]],
    [
      { filter: { show: "breaking" } },
      ["Shop 3.0.0: Whole amounts", "Shop 2.0.0: 1 breaking change"],
    ],
    [{ filter: { tag: "money" } }, ["Shop 2.1.0: 1 non-breaking change"]],
    [{ filter: { tag: "constructor" } }, []],
    [
      { entries: "changes", filter: { interface: "shop", show: "deprecations" } },
      [
        "Shop 3.0.0: Whole amounts: GET /carts is deprecated.",
        "Shop 2.1.0: GET /carts is deprecated.",
      ],
    ],
  ])("of a feed with %j", (choice, titles) => {
    expect(feedOf(choice).entries.map(({ title }) => title)).toEqual(titles);
  });

  test("have the date of release, or none", () => {
    const dates = readRss(rssFeed(feedOf(), self)).entries.map(({ published }) => published);
    expect(dates).toEqual([
      "Thu, 29 Feb 2024 00:00:00 GMT",
      "Thu, 29 Feb 2024 00:00:00 GMT",
      "Tue, 31 Jan 2023 10:30:00 GMT",
      undefined,
      "Mon, 02 May 2022 00:00:00 GMT",
    ]);
    const [, whole, , undated] = parseAtomFeed(atomFeed(feedOf(), self)).entries ?? [];
    expect([whole?.published, whole?.updated]).toEqual([
      "2024-02-29T00:00:00Z",
      "2024-03-01T00:00:00Z",
    ]);
    expect([undated?.published, undated?.updated]).toEqual([undefined, "2022-05-02T00:00:00Z"]);
    expect(feedOf().entries[3]?.html).toContain("Undated: released some time after 2 May 2022.");
  });

  test("contain the reason, the place, the affected parts, and the proof", () => {
    const html = feedOf().entries[1]?.html ?? "";
    expect(html).toContain("The provider refuses values that it used to accept.");
    expect(html).toContain("<code>shop.yaml:40:9</code>");
    expect(html).toContain(
      "POST /a (request body), POST /b (request body), POST /c (request body) and 2 more",
    );
    expect(html).toContain(
      "No longer valid: <code>{&quot;amount&quot;:0,&quot;note&quot;:&quot;&lt;&gt;&quot;}",
    );
  });

  test("have no markup but ours, and absolute links", () => {
    const html = feedOf().entries[1]?.html ?? "";
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<img");
    expect(html).toContain('<a href="https://shop.example/guide">the guide</a> and a plan.');
    expect(html).toContain("<h3>Why</h3>");
  });

  test("of changes with the same fingerprint are joined", () => {
    const change = changeOf({ fingerprint: "0" });
    const release = { interface: shop, version: "1", changes: [change, change] };
    expect(feedOf({ entries: "changes" }, [release]).entries).toHaveLength(1);
  });

  test("know only the given tags", () => {
    const affects = [{ operation: "constructor", part: "", direction: "request" }] as const;
    const change = changeOf({ fingerprint: "0", affects });
    const release = { interface: shop, version: "1", changes: [change], operationTags: {} };
    expect(feedOf({}, [release]).entries[0]?.categories).toEqual(["breaking", "undated"]);
  });

  test("show at most the requested number of changes, and a link to the rest", () => {
    const html = feedOf({ maxChanges: 1 }).entries[1]?.html ?? "";
    expect(html).not.toContain("GET /carts");
    expect(html).toContain(
      '2 more changes are on <a href="https://shop.example/changelog/shop/3.0.0">',
    );
  });
});

test("names between backticks are code in HTML, and words in titles", () => {
  const message = "`amount` of <Order> became required.";
  const release: Release = {
    interface: shop,
    version: "1.0.0",
    changes: [changeOf({ fingerprint: "0", message, why: "`null` is refused." })],
  };
  const [entry] = feedOf({ entries: "changes" }, [release]).entries;
  expect(entry?.html).toContain(
    "<strong><code>amount</code> of &lt;Order&gt; became required.</strong> <code>null</code> is refused.",
  );
  expect([entry?.title, entry?.summary]).toEqual([
    "Shop 1.0.0: amount of <Order> became required.",
    "Breaking: null is refused.",
  ]);
});
