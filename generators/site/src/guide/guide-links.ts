// Resolves the links between the pages of a guide. A link to a `.md` file becomes a link to the page of
// this file.

import { pageLink } from "../html/address.ts";
import { decodeLink } from "../text/decode-link.ts";
import { type Guide, guidePath } from "./guide.ts";

/** The target of a relative link. */
export interface GuideLink {
  /** The path of the linked page in the guide; absent if the target is not a page of the guide. */
  readonly page?: string;
  /** The text after `#`. */
  readonly anchor?: string;
  /** The URL of the link in the HTML page, and in the Markdown version; absent if unknown. */
  readonly html?: string;
  readonly markdown?: string;
  /** Whether the link leads to a page in the folder of the guide that does not exist. */
  readonly isMissing?: boolean;
}

/** Returns a function that resolves a relative link of a page. */
export function guideLinks({ files, source }: Guide): (from: string, link: string) => GuideLink {
  const pages = new Set(files.map(({ path }) => path));
  return (from, link) => {
    if (!URL.canParse(link, "file:///")) return { isMissing: true };
    const { pathname, hash } = new URL(link, `file:///${encodeURI(from)}`);
    const path = decodeLink(pathname.slice(1));
    const anchor = hash === "" ? {} : { anchor: decodeLink(hash.slice(1)) };
    const page = [path, `${path}README.md`, `${path}/README.md`].find((each) => pages.has(each));
    if (page === undefined || escapesFolder(from, link)) {
      if (/\.md$/i.test(path) && !escapesFolder(from, link)) return { isMissing: true };
      if (source === undefined) return anchor;
      const start = source.endsWith("/") ? source : `${source}/`;
      const address = new URL(link, new URL(encodeURI(from), start)).href;
      return { ...anchor, html: address, markdown: address };
    }
    const above = "../".repeat(guidePath(from).split("/").length - 1);
    const target = above + guidePath(page);
    const isSame = page === from && hash !== "";
    return {
      page,
      ...anchor,
      html: isSame ? pageLink("", anchor.anchor).href : pageLink(target, anchor.anchor).href,
      markdown: isSame ? hash : `${target.replace(/\.html$/, ".md")}${hash}`,
    };
  };
}

/** Reports whether a link leads to a file outside the folder of the guide. */
function escapesFolder(from: string, link: string): boolean {
  const below = "a/".repeat(20);
  return !new URL(link, `file:///${below}${encodeURI(from)}`).pathname.startsWith(`/${below}`);
}
