import MarkdownIt from "markdown-it";
import { linkAddress } from "./web-address.ts";

/** The URL of a link whose target is unknown. */
const nowhere = "";

/**
 * Creates a Markdown parser that treats HTML as text and accepts only web links. Without `base`, relative
 * links and links within the text become plain text, unless `relativeLink` returns a URL. Links with other
 * schemes, such as `javascript:`, become plain text.
 */
export function markdownParser(
  base?: string,
  relativeLink: (link: string) => string | undefined = () => undefined,
): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const found = new Set([nowhere]);
  markdown.normalizeLink = (link) => {
    const address = linkAddress(link, base);
    if (address !== undefined || !isRelative(link)) return address ?? link;
    const relative = relativeLink(link) ?? nowhere;
    found.add(relative);
    return relative;
  };
  markdown.validateLink = (link) => found.has(link) || linkAddress(link, base) !== undefined;
  markdown.core.ruler.push("unlink", ({ tokens }) => {
    for (const token of tokens) {
      let isUnlinked = false;
      token.children =
        token.children?.filter((child) => {
          if (child.type === "link_open") isUnlinked = child.attrGet("href") === nowhere;
          return !isUnlinked || !/^link_(?:open|close)$/.test(child.type);
        }) ?? null;
    }
  });
  return markdown;
}

function isRelative(link: string): boolean {
  return !/^[a-z][a-z\d+.-]*:/i.test(link);
}
