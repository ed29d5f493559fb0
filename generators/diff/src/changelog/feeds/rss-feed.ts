import { httpTime } from "../releases/release-date.ts";
import { escapeAttribute, escapeText } from "../text/markup.ts";
import { webAddress } from "../text/web-address.ts";
import type { Feed, FeedEntry } from "./feed.ts";

/**
 * Writes a feed as RSS 2.0. `selfUrl` is the URL of the written RSS feed.
 *
 * @throws {ChangelogError} `invalid_url`.
 */
export function rssFeed(feed: Feed, selfUrl: string): string {
  const self = escapeAttribute(webAddress(selfUrl));
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>${escapeText(feed.title)}</title>
    <link>${escapeText(feed.siteUrl)}</link>
    <description>${escapeText(feed.description)}</description>
    <language>${escapeText(feed.language)}</language>
    <lastBuildDate>${httpTime(feed.updated)}</lastBuildDate>
    <atom:link rel="self" type="application/rss+xml" href="${self}"/>
${feed.entries.map(printItem).join("")}  </channel>
</rss>
`;
}

function printItem({ id, url, title, summary, html, categories, published }: FeedEntry): string {
  const lines = [
    `<title>${escapeText(title)}</title>`,
    `<link>${escapeText(url)}</link>`,
    `<guid isPermaLink="false">${escapeText(id)}</guid>`,
    ...(published === undefined ? [] : [`<pubDate>${httpTime(published)}</pubDate>`]),
    ...categories.map((each) => `<category>${escapeText(each)}</category>`),
    // Feed readers parse the description as HTML, so its text must be escaped twice.
    `<description>${escapeText(escapeText(summary))}</description>`,
    `<content:encoded>${escapeText(html)}</content:encoded>`,
  ];
  return `    <item>\n${lines.map((line) => `      ${line}\n`).join("")}    </item>\n`;
}
