import type { Frame } from "../frame/frame.ts";
import { framePage } from "../frame/frame-page.ts";
import { markdownPath } from "../paths/markdown-path.ts";
import type { SitePage } from "../paths/site-page.ts";
import type { SiteFile } from "./site-interface.ts";

/** Returns the files of a page: the HTML with the frame, and the Markdown. */
export function pageFiles(page: SitePage, frame: Frame, folder: string): readonly SiteFile[] {
  return [
    { path: folder + page.path, text: framePage(page, frame) },
    { path: folder + markdownPath(page.path), text: page.markdown },
  ];
}
