import {
  atomFeed,
  type Feed,
  type FeedFormat,
  feedTypes,
  jsonFeed,
  rssFeed,
} from "@specwright/diff/changelog";

/** Lets readers cache feeds: they poll far more often than versions are published. */
export const POLLED = "public, max-age=300";

/** Writes a feed with its own address. */
export const feedWriters: Readonly<Record<FeedFormat, (feed: Feed, selfUrl: string) => string>> = {
  rss: rssFeed,
  atom: atomFeed,
  json: jsonFeed,
};

/** Returns the value of `Content-Type`; the XML of a feed declares the same encoding. */
export function feedContentType(format: FeedFormat): string {
  return `${feedTypes[format]}; charset=utf-8`;
}
