export { searchScript } from "./assets/search-script.ts";
export { siteAssets } from "./assets/site-assets.ts";
export { type Brand, loadBrand } from "./brand/load-brand.ts";
export { changePath } from "./changes/change-list.ts";
export { changeSearchEntry } from "./changes/change-page.ts";
export type { ChangeTotals } from "./changes/change-totals.ts";
export { changelogPages } from "./changes/changelog-pages.ts";
export { comparePages } from "./changes/compare-pages.ts";
export { type ComparedVersions, namedVersion } from "./changes/compared-versions.ts";
export {
  interfacesPage,
  introductionOf,
  type ListedInterface,
} from "./changes/interfaces-page.ts";
export { type ReferenceIndex, referenceIndex } from "./changes/reference-index.ts";
export { rulesPage } from "./changes/rules-page.ts";
export { type FindSource, sourceFinder } from "./changes/source-file.ts";
export { versionChangesPages } from "./changes/version-changes-pages.ts";
export { versionTitle } from "./changes/version-name.ts";
export { branchAnchor, versionsPage } from "./changes/versions-page.ts";
export type { Frame, FrameFeed } from "./frame/frame.ts";
export { framePage } from "./frame/frame-page.ts";
export {
  type FramedInterface,
  interfaceFrame,
  staticFeeds,
  versionFrame,
} from "./frame/interface-frames.ts";
export type { Guide } from "./guide/guide.ts";
export { guidePages } from "./guide/guide-pages.ts";
export { html } from "./html/html.ts";
export { referencePages } from "./pages/reference-pages.ts";
export type { PageKind, SearchEntry, SitePage } from "./paths/site-page.ts";
export { type NavigationGroup, referenceNavigation } from "./reference/navigation.ts";
export { interfaceLlmsText, siteLlmsText } from "./search/llms-text.ts";
export { type FoundEntry, rankEntries } from "./search/rank-entries.ts";
export { searchPage } from "./search/search-page.ts";
export { searchWords } from "./search/search-words.ts";
export { plainText } from "./text/plain-text.ts";
export { defaultAuthority, siteFeeds } from "./whole-site/site-feeds.ts";
export type {
  SiteFile,
  SiteInterface,
  SiteVersion,
  WholeSiteOptions,
} from "./whole-site/site-interface.ts";
export { wholeSite } from "./whole-site/whole-site.ts";
