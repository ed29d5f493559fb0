import { markdownRenderer } from "@specwright/diff/changelog/text";
import { type Html, html, trustedHtml } from "../html/html.ts";
import { pageText } from "../html/page-text.ts";
import { codeBlock } from "./highlight.ts";
import { markdownOfHtml } from "./plain-html.ts";

const render = markdownRenderer({
  codeHtml: (code, language) => codeBlock(code, language, "Code").text,
});

/** Renders a description, which is Markdown; its largest heading gets the given level. */
export function description(text: string | undefined, headingLevel?: number): Html {
  if (text === undefined || text.trim() === "") return html``;
  return html`<div class="prose">${trustedHtml(render(pageText(markdownOfHtml(text)), headingLevel))}</div>\n`;
}
