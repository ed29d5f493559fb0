import MarkdownIt from "markdown-it";
import { linkAddress } from "./web-address.ts";

/** The placeholder of an unknown URL. */
const nowhere = "";

/**
 * Creates a parser of Markdown that treats HTML as text and accepts only web links. Without a base,
 * relative links (also to a place in the same text) become their text, unless `relativeLink` returns their
 * URLs. Links with other schemes, such as `javascript:`, stay text.
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
