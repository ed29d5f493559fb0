import MarkdownIt from "markdown-it";
import { linkAddress } from "./web-address.ts";

/** What stands for an address that nobody knows. */
const nowhere = "";

/**
 * Creates a parser of Markdown in which HTML is text, and whose only links lead to the web. Without
 * a base, nobody knows where relative links lead, those to a place in the same text among them:
 * their text is kept. Links of other schemes, such as `javascript:`, are no links but text.
 */
export function markdownParser(base?: string): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.normalizeLink = (link) => linkAddress(link, base) ?? (isRelative(link) ? nowhere : link);
  markdown.validateLink = (link) => link === nowhere || linkAddress(link, base) !== undefined;
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
