import { isoTime } from "../releases/release-date.ts";
import { cleanText } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";
import type { Feed, FeedEntry } from "./feed.ts";

/**
 * Writes a feed as JSON Feed 1.1. `selfUrl` is the URL of the written JSON feed. The member `_specwright`
 * of each item has the version and the fingerprints of the changes.
 *
 * @throws {ChangelogError} `invalid_url`.
 */
export function jsonFeed(feed: Feed, selfUrl: string): string {
  const document = {
    version: "https://jsonfeed.org/version/1.1",
    title: cleanText(feed.title),
    description: cleanText(feed.description),
    home_page_url: feed.siteUrl,
    feed_url: webAddress(selfUrl),
    language: feed.language,
    authors: [{ name: cleanText(feed.author) }],
    items: feed.entries.map(feedItem),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function feedItem(entry: FeedEntry): object {
  const { published, updated, source } = entry;
  return {
    id: entry.id,
    url: entry.url,
    title: cleanText(entry.title),
    summary: cleanText(entry.summary),
    content_html: cleanText(entry.html),
    ...(published !== undefined && { date_published: isoTime(published) }),
    ...(published !== undefined && updated > published && { date_modified: isoTime(updated) }),
    tags: entry.categories.map(cleanText),
    _specwright: {
      interface: cleanText(source.interface.id),
      version: cleanText(source.version),
      changes: source.changes.map(({ fingerprint, class: each, ruleId }) => ({
        fingerprint,
        class: each,
        rule: ruleId,
      })),
    },
  };
}
