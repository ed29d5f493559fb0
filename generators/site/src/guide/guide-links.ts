// The links between the pages of a guide: those to `.md` files become those to their pages.

import { pageLink } from "../html/address.ts";
import { decodeLink } from "../text/decode-link.ts";
import { type Guide, guidePath } from "./guide.ts";

/** Where a relative link of a page leads. */
export interface GuideLink {
  /** The path of a page in the guide; absent if the link leads to no page. */
  readonly page?: string;
  /** As it is written after `#`. */
  readonly anchor?: string;
  /** The address in a page in HTML, and in its Markdown; absent if nobody knows it. */
  readonly html?: string;
  readonly markdown?: string;
  /** Whether it leads to a page that should be in the folder, and is not. */
  readonly isMissing?: boolean;
}

/** Returns a function that says where a relative link of a page leads. */
export function guideLinks({ files, source }: Guide): (from: string, link: string) => GuideLink {
  const pages = new Set(files.map(({ path }) => path));
  return (from, link) => {
    if (!URL.canParse(link, "file:///")) return { isMissing: true };
    const { pathname, hash } = new URL(link, `file:///${encodeURI(from)}`);
    const path = decodeLink(pathname.slice(1));
    const anchor = hash === "" ? {} : { anchor: decodeLink(hash.slice(1)) };
    const page = [path, `${path}README.md`, `${path}/README.md`].find((each) => pages.has(each));
    if (page === undefined || escapes(from, link)) {
      if (/\.md$/i.test(path) && !escapes(from, link)) return { isMissing: true };
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

/** Reports whether a link leads out of the folder of the pages. */
function escapes(from: string, link: string): boolean {
  const below = "a/".repeat(20);
  return !new URL(link, `file:///${below}${encodeURI(from)}`).pathname.startsWith(`/${below}`);
}
