import { atomFeed, type Feed, type FeedFormat, jsonFeed, rssFeed } from "@specwright/changelog";

/** Writes a feed whose own address is given. */
export const feedWriters: Readonly<Record<FeedFormat, (feed: Feed, selfUrl: string) => string>> = {
  rss: rssFeed,
  atom: atomFeed,
  json: jsonFeed,
};
