// Feed readers remember ids: these must never change, and a rebuild must not look like news.

import {
  atomFeed,
  changelogFeed,
  jsonFeed,
  type Release,
  rssFeed,
} from "@specwright/diff/changelog";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readAtom, readRss } from "./read-feeds.ts";
import { history, options, shop } from "./shop-history.ts";

const self = "https://shop.example/changelog/feed";
const writers = { rss: rssFeed, atom: atomFeed, json: jsonFeed };
const kinds = ["releases", "changes"] as const;

const idsOf = (
  releases: readonly Release[],
  entries: (typeof kinds)[number],
): readonly string[] => {
  const feed = changelogFeed(releases, { ...options, entries });
  const [rss, atom] = [readRss(rssFeed(feed, self)), readAtom(atomFeed(feed, self))];
  const json: { readonly items: readonly { readonly id: string }[] } = JSON.parse(
    jsonFeed(feed, self),
  );
  expect(rss.entries.map(({ id }) => id)).toEqual(atom.entries.map(({ id }) => id));
  expect(json.items.map(({ id }) => id)).toEqual(atom.entries.map(({ id }) => id));
  return atom.entries.map(({ id }) => id);
};

afterEach(() => vi.useRealTimers());

describe.each(kinds)("the ids of %s", (entries) => {
  test("consist of names that never change", () => {
    expect(idsOf(history.slice(0, 2), entries)).toEqual(
      entries === "releases"
        ? ["tag:shop.example,2022:releases/shop/2.0.0", "tag:shop.example,2022:releases/shop/1.0.0"]
        : ["tag:shop.example,2022:changes/shop/2.0.0/0123456789ab"],
    );
  });

  test("consist of keys if a version is released twice", () => {
    const again = history.slice(0, 2).map((release, index) => ({
      ...release,
      version: "1.0",
      key: String(index + 1),
    }));
    expect(idsOf(again, entries)).toEqual(
      entries === "releases"
        ? ["tag:shop.example,2022:releases/shop/2", "tag:shop.example,2022:releases/shop/1"]
        : ["tag:shop.example,2022:changes/shop/2/0123456789ab"],
    );
  });

  test.each<[string, (release: Release) => Release]>([
    ["an edited title", (release) => ({ ...release, title: "Another title" })],
    ["edited notes", (release) => ({ ...release, notes: "Other notes." })],
    [
      "a renamed interface that moved",
      (release) => ({
        ...release,
        interface: { ...release.interface, title: "Store", url: "https://store.example/" },
      }),
    ],
    [
      "other words and places of changes",
      (release) => ({
        ...release,
        changes: release.changes.map(({ base: _base, ...change }) => ({
          ...change,
          message: "Said otherwise.",
          why: "For another reason.",
        })),
      }),
    ],
    ["a date found out later", (release) => ({ date: "2022-05-02", ...release })],
  ])("are unchanged by %s", (_name, edit) => {
    const edited = history.map(edit);
    expect(edited).not.toEqual(history);
    expect(idsOf(edited, entries)).toEqual(idsOf(history, entries));
  });

  test("are unchanged by a new release", () => {
    const newer = { interface: shop, version: "4.0.0", date: "2025-01-01", changes: [] };
    expect(idsOf([...history, newer], entries)).toEqual(
      expect.arrayContaining([...idsOf(history, entries)]),
    );
  });
});

test.each(Object.entries(writers))(
  "a rebuild of %s a year later has the same bytes",
  (_, write) => {
    vi.useFakeTimers({ now: new Date("2026-11-23T10:00:00Z") });
    const first = write(changelogFeed(history, options), self);
    vi.setSystemTime(new Date("2027-11-23T11:00:00Z"));
    expect(write(changelogFeed(structuredClone(history), options), self)).toBe(first);
    expect(first).not.toMatch(/202[67]/);
  },
);

test("feeds of other filters have other ids", () => {
  const filters = [{}, { show: "breaking" }, { interface: "shop" }, { tag: "shop" }] as const;
  const ids = filters.flatMap((filter) =>
    kinds.map((entries) => changelogFeed(history, { ...options, filter, entries }).id),
  );
  expect(new Set(ids).size).toBe(8);
});
