export { ChangelogError, type ChangelogErrorCode } from "./changelog-error.ts";
export {
  changesComment,
  type NotedChange,
  readChangesComment,
} from "./changesets/changes-comment.ts";
export { type FormatChangelogOptions, formatChangelog } from "./changesets/format-changelog.ts";
export { atomFeed } from "./feeds/atom-feed.ts";
export {
  autodiscoveryLinks,
  type FeedFormat,
  type FeedLink,
  feedTypes,
} from "./feeds/autodiscovery-links.ts";
export { changelogFeed } from "./feeds/changelog-feed.ts";
export type { Feed, FeedEntry, FeedEntrySource } from "./feeds/feed.ts";
export {
  type FeedFile,
  type FeedFilesOptions,
  feedFiles,
  feedFormats,
  feedViews,
} from "./feeds/feed-files.ts";
export type { FeedOptions } from "./feeds/feed-options.ts";
export { type HttpValidators, httpValidators, isNotModified } from "./feeds/http-validators.ts";
export { jsonFeed } from "./feeds/json-feed.ts";
export { latestJson } from "./feeds/latest-json.ts";
export { rssFeed } from "./feeds/rss-feed.ts";
export { changeHtml } from "./notes/change-html.ts";
export { firstVersionText } from "./notes/first-version-text.ts";
export { type ReleaseHtmlOptions, releaseHtml } from "./notes/release-html.ts";
export { changeMarkdown, releaseMarkdown } from "./notes/release-markdown.ts";
export { printHistory, readHistory } from "./releases/history.ts";
export { operationTags } from "./releases/operation-tags.ts";
export { orderReleases, type PlacedRelease } from "./releases/order-releases.ts";
export { type PublishedInterface, type Release, releaseKey } from "./releases/release.ts";
export { type ChangeFilter, selectChanges } from "./releases/select-changes.ts";
