import { markdownParser } from "./markdown-parser.ts";
import { cleanText, escapeText } from "./markup.ts";

/** Options for `markdownRenderer`. */
export interface MarkdownOptions {
  /** The base URL of relative links. Without it, only their text is kept. */
  readonly base?: string;
  /** Writes a block of code as HTML. Default: an escaped `<pre>`. */
  readonly codeHtml?: (code: string, language: string) => string;
  /** Returns the encoded URL of a relative link, or `undefined` to keep only its text. */
  readonly relativeLink?: (link: string) => string | undefined;
  /** Returns the id of a heading by its text. Default: no ids. */
  readonly headingId?: (title: string) => string;
}

/** `headingLevel` is the level of the largest heading; without it, headings become paragraphs. */
type RenderMarkdown = (text: string, headingLevel?: number) => string;

/**
 * Returns a function that renders Markdown as HTML with only absolute web links. HTML in the text is shown
 * as text; images become their text. Aligned table cells have the class `align-left`, `align-center` or
 * `align-right`.
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
  // The content security policy of pages forbids style attributes.
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

/** Renders one Markdown text; the largest heading gets the given level. */
export function markdownHtml(
  text: string,
  { base, headingLevel }: { readonly base: string; readonly headingLevel: number },
): string {
  return markdownRenderer({ base })(text, headingLevel);
}
