// Texts of documents can contain anything. Feeds stay well-formed, and readers get the text back.

import { atomFeed, changelogFeed, jsonFeed, rssFeed } from "@specwright/diff/changelog";
import fc from "fast-check";
import { parseAtomFeed, parseRssFeed } from "feedsmith";
import { expect, test } from "vitest";
import { hostile, hostileRelease } from "./hostile-release.ts";
import { readAtom, readRss } from "./read-feeds.ts";
import { options } from "./shop-history.ts";

const self = "https://shop.example/feed";

/** Returns the text for readers: without characters that XML cannot contain. */
function readable(text: string): string {
  return [...text.replaceAll(/\r\n?/g, "\n")]
    .map((each) => (/^[\ud800-\udfff]$/.test(each) ? "\ufffd" : each))
    .filter((each) => /[\t\n]|[^\p{Cc}\ufffe\uffff]|[\u0080-\u009f]/u.test(each))
    .join("");
}

/** Returns the text that a browser shows for HTML without elements. */
function shown(html: string): string {
  expect(html).not.toMatch(/[<>]/);
  const marks: Readonly<Record<string, string>> = {
    lt: "<",
    gt: ">",
    quot: '"',
    "#39": "'",
    amp: "&",
  };
  return html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (all, name: string) => marks[name] ?? all);
}

test("hostile text leaves feeds well-formed and is read back unchanged", () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom("releases", "changes"), (text, entries) => {
      const feed = changelogFeed([hostileRelease(text)], { ...options, title: text, entries });
      const title = readable(feed.entries[0]?.title ?? "");
      const rss = readRss(rssFeed(feed, self));
      const feedTitle = readable(text) || options.siteUrl;
      expect([rss.title, rss.entries[0]?.title]).toEqual([feedTitle, title]);
      const atom = readAtom(atomFeed(feed, self));
      expect([atom.title, atom.entries[0]?.title]).toEqual([feedTitle, title]);
      if (readable(text) !== "") {
        expect(atom.entries[0]?.categories).toContain(readable(text));
      }
      const summary = readable(feed.entries[0]?.summary ?? "");
      expect(atom.entries[0]?.summary).toBe(summary);
      expect(shown(rss.entries[0]?.summary ?? "")).toBe(summary);
      const json: { items: { title: string; id: string }[] } = JSON.parse(jsonFeed(feed, self));
      expect(json.items[0]?.title).toBe(title);
      expect(json.items[0]?.id).toBe(atom.entries[0]?.id);
      expect(parseRssFeed(rssFeed(feed, self)).items?.length).toBe(1);
      expect(parseAtomFeed(atomFeed(feed, self)).entries?.length).toBe(1);
    }),
    { numRuns: 500 },
  );
});

test("the HTML of an entry has only our elements and attributes", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const [entry] = changelogFeed([hostileRelease(text)], options).entries;
      const tags = (entry?.html ?? "").match(/<[^>]*>/g) ?? [];
      const allowed =
        /^<(\/?(p|ul|ol|li|strong|em|code|pre|h\d|blockquote|hr|br|a)|li id="change-\w+"|a href="(https?|mailto):[^"<>]*"( title="[^"<>]*")?|ol start="\d+"|code class="language-[^"<>]*")>$/;
      expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
