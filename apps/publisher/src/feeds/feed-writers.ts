import {
  atomFeed,
  type Feed,
  type FeedFormat,
  feedTypes,
  jsonFeed,
  rssFeed,
} from "@specwright/diff/changelog";

/**
 * The value of `Cache-Control` for feeds. Readers may cache feeds, because they poll far more often
 * than versions are published.
 */
export const POLLED = "public, max-age=300";

/** The writers of feeds, by format. A feed contains its own address. */
export const feedWriters: Readonly<Record<FeedFormat, (feed: Feed, selfUrl: string) => string>> = {
  rss: rssFeed,
  atom: atomFeed,
  json: jsonFeed,
};

/**
 * Returns the value of `Content-Type`. Its charset is the encoding that the XML of the feed
 * declares.
 */
export function feedContentType(format: FeedFormat): string {
  return `${feedTypes[format]}; charset=utf-8`;
}
