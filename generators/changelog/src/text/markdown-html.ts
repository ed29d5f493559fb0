import MarkdownIt from "markdown-it";
import { cleanText, escapeText } from "./markup.ts";
import { linkAddress } from "./web-address.ts";

/**
 * Renders Markdown as HTML whose only links lead to the web, as absolute addresses. HTML in the
 * text is shown as text; of images only their text is kept. The largest heading gets the given level.
 */
export function markdownHtml(
  text: string,
  { base, headingLevel }: { readonly base: string; readonly headingLevel: number },
): string {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.renderer.rules["image"] = (tokens, index, settings, env, self) =>
    escapeText(self.renderInlineAsText(tokens[index]?.children ?? [], settings, env));
  markdown.normalizeLink = (link) => linkAddress(link, base) ?? "";
  markdown.validateLink = (link) => link !== "";
  markdown.core.ruler.push("heading_level", ({ tokens }) => {
    const headings = tokens.filter(({ type }) => /^heading_/.test(type));
    const largest = Math.min(...headings.map(({ tag }) => Number(tag.slice(1))));
    for (const token of headings) {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) - largest + headingLevel)}`;
    }
  });
  return markdown.render(cleanText(text));
}
