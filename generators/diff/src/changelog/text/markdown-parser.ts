import MarkdownIt from "markdown-it";
import { linkAddress } from "./web-address.ts";

/** What stands for an address that nobody knows. */
const nowhere = "";

/**
 * Creates a parser of Markdown in which HTML is text, and whose only links lead to the web. Without
 * a base, nobody knows where relative links lead, those to a place in the same text among them:
 * their text is kept, unless `relativeLink` returns their addresses. Links of other schemes, such as
 * `javascript:`, are no links but text.
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
