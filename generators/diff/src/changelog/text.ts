export { markdownRenderer } from "./text/markdown-html.ts";
export { cleanText, escapeAttribute, escapeText } from "./text/markup.ts";
export { pathSegment } from "./text/path-segment.ts";
export { safeMarkdown } from "./text/safe-markdown.ts";
export { linkAddress } from "./text/web-address.ts";
