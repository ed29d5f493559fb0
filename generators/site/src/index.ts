export { asset, type SiteAsset, siteAssets } from "./assets/site-assets.ts";
export { changePath } from "./changes/change-list.ts";
export { changeSearchEntry } from "./changes/change-page.ts";
export type { ChangeTotals } from "./changes/change-totals.ts";
export { changelogPages } from "./changes/changelog-pages.ts";
export {
  type ComparableVersion,
  type Comparison,
  comparePages,
  comparePath,
} from "./changes/compare-pages.ts";
export {
  type ComparedVersions,
  type NamedVersion,
  namedVersion,
  versionFolder,
} from "./changes/compared-versions.ts";
export {
  interfaceFolder,
  interfacesPage,
  type ListedInterface,
} from "./changes/interfaces-page.ts";
export { type ReferenceIndex, referenceIndex } from "./changes/reference-index.ts";
export { rulesPage } from "./changes/rules-page.ts";
export { versionChangesPages } from "./changes/version-changes-pages.ts";
export { versionName, versionTitle } from "./changes/version-name.ts";
export { branchAnchor, type VersionsPageOptions, versionsPage } from "./changes/versions-page.ts";
export type {
  Banner,
  Frame,
  FrameConsole,
  FrameFeed,
  FrameLink,
  FrameVersion,
  VersionLink,
} from "./frame/frame.ts";
export { documentTitle, framePage } from "./frame/frame-page.ts";
export {
  type FramedInterface,
  interfaceFeeds,
  interfaceFrame,
  versionFrame,
} from "./frame/interface-frames.ts";
export {
  type NavigationGroup,
  type NavigationItem,
  referenceNavigation,
} from "./frame/navigation.ts";
export type { Guide, GuideFile } from "./guide/guide.ts";
export { type GuidePages, guidePages } from "./guide/guide-pages.ts";
export { Address, anchorLink, pageLink, webLink } from "./html/address.ts";
export { Html, type HtmlValue, html, trustedHtml } from "./html/html.ts";
export { methodBadge } from "./html/method-badge.ts";
export type { ReferenceOptions } from "./pages/reference.ts";
export { referencePages } from "./pages/reference-pages.ts";
export type { PageKind, SearchEntry, SitePage } from "./pages/site-page.ts";
export { markdownPath } from "./paths/markdown-path.ts";
export { slugOf, slugsOf } from "./paths/slug.ts";
export { interfaceLlmsText, type ListedPage, siteLlmsText } from "./search/llms-text.ts";
export { type FoundEntry, rankEntries } from "./search/rank-entries.ts";
export { type SearchResults, searchPage } from "./search/search-page.ts";
export { searchScript } from "./search/search-script.ts";
export { likePattern, searchWords } from "./search/search-words.ts";
export { dateText } from "./text/date-text.ts";
export { description } from "./text/description.ts";
export { firstSentence, plainText } from "./text/plain-text.ts";
export { defaultAuthority, type SiteFeedsOptions, siteFeeds } from "./whole-site/site-feeds.ts";
export type {
  SiteConsoles,
  SiteFile,
  SiteInterface,
  SiteVersion,
  WholeSiteOptions,
} from "./whole-site/site-interface.ts";
export { wholeSite } from "./whole-site/whole-site.ts";
