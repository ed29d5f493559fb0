export { asset, type SiteAsset, siteAssets } from "./assets/site-assets.ts";
export type {
  Banner,
  Frame,
  FrameFeed,
  FrameLink,
  FrameVersion,
  VersionLink,
} from "./frame/frame.ts";
export { documentTitle, framePage, markdownPath } from "./frame/frame-page.ts";
export {
  type NavigationGroup,
  type NavigationItem,
  referenceNavigation,
} from "./frame/navigation.ts";
export { Address, anchorLink, pageLink, webLink } from "./html/address.ts";
export { Html, type HtmlValue, html, trustedHtml } from "./html/html.ts";
export { methodBadge } from "./html/method-badge.ts";
export type { ReferenceOptions } from "./pages/reference.ts";
export { referencePages } from "./pages/reference-pages.ts";
export type { PageKind, SearchEntry, SitePage } from "./pages/site-page.ts";
export { slugOf, slugsOf } from "./paths/slug.ts";
export { dateText } from "./text/date-text.ts";
export { description } from "./text/description.ts";
export { firstSentence, plainText } from "./text/plain-text.ts";
