// The files that all pages load. The name of each file changes with its content, so browsers can cache the
// file for ever.

import { createHash } from "node:crypto";
import { pageScriptText } from "./page-script.ts";
import { styleText } from "./style.ts";

/** A file that pages load. */
export interface SiteAsset {
  /** The file name in the assets folder, such as `style-1a2b3c4d5e.css`. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

/** The style sheet of all pages. */
export const styleSheet: SiteAsset = hashedAsset("style.css", "text/css; charset=utf-8", styleText);

/** The script of all pages. Pages are also usable without the script. */
export const pageScript: SiteAsset = hashedAsset(
  "page.js",
  "text/javascript; charset=utf-8",
  pageScriptText,
);

/** The icon of all pages, in browser tabs and bookmarks. */
export const siteIcon: SiteAsset = hashedAsset(
  "icon.svg",
  "image/svg+xml",
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#4338ca"/><path d="M13 10l-6 6 6 6M19 10l6 6-6 6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>
`,
);

/** Lists the files that all pages load. */
export function siteAssets(): readonly SiteAsset[] {
  return [styleSheet, pageScript, siteIcon];
}

/** Creates a file whose name contains a hash of its content. */
export function hashedAsset(name: string, type: string, text: string): SiteAsset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return { name: name.replace(/(?=\.\w+$)/, `-${hash}`), type, text };
}
