import { markdownRenderer } from "@specwright/diff/changelog/text";
import { type Html, html, trustedHtml } from "../html/html.ts";
import { pageText } from "../html/page-text.ts";
import { codeBlock } from "./highlight.ts";
import { markdownOfHtml } from "./plain-html.ts";
import { memoize } from "./remembered.ts";

const render = markdownRenderer({
  codeHtml: (code, language) => codeBlock(code, language, "Code").text,
});

/** Caches the descriptions of fields, because the same fields are on many pages. */
const fieldDescription = memoize((text) => renderProse(text));

/** Renders a Markdown description as HTML. `headingLevel` is the level of the largest heading. */
export function description(text: string | undefined, headingLevel?: number): Html {
  if (text === undefined || text.trim() === "") return html``;
  return headingLevel === undefined ? fieldDescription(text) : renderProse(text, headingLevel);
}

function renderProse(text: string, headingLevel?: number): Html {
  return html`<div class="prose">${trustedHtml(render(pageText(markdownOfHtml(text)), headingLevel))}</div>\n`;
}
