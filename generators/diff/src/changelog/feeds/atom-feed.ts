import { isoTime } from "../releases/release-date.ts";
import { escapeAttribute, escapeText } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";
import type { Feed, FeedEntry } from "./feed.ts";

/**
 * Writes a feed as Atom (RFC 4287). `selfUrl` is the URL of the written Atom feed.
 *
 * @throws {ChangelogError} `invalid_url`.
 */
export function atomFeed(feed: Feed, selfUrl: string): string {
  const self = escapeAttribute(webAddress(selfUrl));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeAttribute(feed.language)}">
  <id>${escapeText(feed.id)}</id>
  <title>${escapeText(feed.title)}</title>
  <subtitle>${escapeText(feed.description)}</subtitle>
  <updated>${isoTime(feed.updated)}</updated>
  <author><name>${escapeText(feed.author)}</name></author>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${escapeAttribute(feed.siteUrl)}"/>
${feed.entries.map(printEntry).join("")}</feed>
`;
}

// Atom requires `updated` in every entry. The `updated` of an undated entry is the date of the last dated
// release before it. Such an entry has no `published`.
function printEntry(each: FeedEntry): string {
  const { published } = each;
  const lines = [
    `<id>${escapeText(each.id)}</id>`,
    `<title>${escapeText(each.title)}</title>`,
    ...(published === undefined ? [] : [`<published>${isoTime(published)}</published>`]),
    `<updated>${isoTime(each.updated)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escapeAttribute(each.url)}"/>`,
    ...each.categories.map((term) => `<category term="${escapeAttribute(term)}"/>`),
    `<summary>${escapeText(each.summary)}</summary>`,
    `<content type="html">${escapeText(each.html)}</content>`,
  ];
  return `  <entry>\n${lines.map((line) => `    ${line}\n`).join("")}  </entry>\n`;
}
