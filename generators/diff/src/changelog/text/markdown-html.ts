import { markdownParser } from "./markdown-parser.ts";
import { cleanText, escapeText } from "./markup.ts";

/** Options for `markdownRenderer`. */
export interface MarkdownOptions {
  /** The base URL of relative links. Without a base, a relative link becomes plain text. */
  readonly base?: string;
  /** Returns the HTML of a code block. Default: an escaped `<pre>`. */
  readonly codeHtml?: (code: string, language: string) => string;
  /** Returns the encoded URL of a relative link. `undefined` turns the link into plain text. */
  readonly relativeLink?: (link: string) => string | undefined;
  /** Returns the id of a heading with the given text. Default: headings have no ids. */
  readonly headingId?: (title: string) => string;
}

/**
 * Renders a text. `headingLevel` is the level of the largest heading. Without a level, headings become
 * paragraphs.
 */
type RenderMarkdown = (text: string, headingLevel?: number) => string;

/**
 * Returns a function that renders Markdown as HTML. All links in the HTML are absolute web links. HTML in
 * the text is escaped, and an image becomes its alternative text. Aligned table cells have the class
 * `align-left`, `align-center` or `align-right`.
 */
export function markdownRenderer({
  base,
  codeHtml,
  relativeLink,
  headingId,
}: MarkdownOptions): RenderMarkdown {
  const markdown = markdownParser(base, relativeLink);
  const { rules } = markdown.renderer;
  rules["image"] = (tokens, index, settings, env, self) =>
    escapeText(self.renderInlineAsText(tokens[index]?.children ?? [], settings, env));
  if (codeHtml !== undefined) {
    rules["fence"] = (tokens, index) =>
      codeHtml(tokens[index]?.content ?? "", tokens[index]?.info.trim().split(/\s+/)[0] ?? "");
    rules["code_block"] = (tokens, index) => codeHtml(tokens[index]?.content ?? "", "");
  }
  // The content security policy of the pages forbids style attributes, so alignment becomes a class.
  markdown.core.ruler.push("cell_alignment", ({ tokens }) => {
    for (const token of tokens.filter(({ type }) => /^t[hd]_open$/.test(type))) {
      const style = token.attrGet("style");
      if (style === null) continue;
      token.attrs = null;
      token.attrSet("class", String(style).replace("text-align:", "align-"));
    }
  });
  if (headingId !== undefined) {
    markdown.core.ruler.push("heading_id", ({ tokens }) => {
      for (const [index, token] of tokens.entries()) {
        if (token.type !== "heading_open") continue;
        const title = markdown.renderer.renderInlineAsText(
          tokens[index + 1]?.children ?? [],
          markdown.options,
          {},
        );
        token.attrSet("id", headingId(title));
      }
    });
  }
  let level: number | undefined;
  markdown.core.ruler.push("heading_level", ({ tokens }) => {
    const headings = tokens.filter(({ type }) => /^heading_/.test(type));
    const largest = Math.min(...headings.map(({ tag }) => Number(tag.slice(1))));
    for (const token of headings) {
      if (level !== undefined) {
        token.tag = `h${Math.min(6, Number(token.tag.slice(1)) - largest + level)}`;
        continue;
      }
      token.tag = "p";
      if (token.nesting === 1) token.attrSet("class", "heading");
    }
  });
  return (text, headingLevel) => {
    level = headingLevel;
    return markdown.render(cleanText(text));
  };
}

/** Renders one Markdown text as HTML. `headingLevel` is the level of the largest heading. */
export function markdownHtml(
  text: string,
  { base, headingLevel }: { readonly base: string; readonly headingLevel: number },
): string {
  return markdownRenderer({ base })(text, headingLevel);
}
