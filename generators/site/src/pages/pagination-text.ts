// Describes the pagination of an operation in a sentence.

import { markdownCode, type Pagination, paginationWords } from "@specwright/contract";
import { type Html, html } from "../html/html.ts";
import { plainText } from "../text/plain-text.ts";

/** Writes the section about pagination. Returns `false` for an operation without pagination. */
export function paginationHtml(pagination: Pagination | undefined): Html | false {
  if (pagination === undefined) return false;
  const words = paginationWords(pagination).map((word) =>
    typeof word === "string" ? html`${word}` : html`<code>${plainText(word.code)}</code>`,
  );
  return html`<section>
<h2 id="pages">Pages</h2>
<p>The response is a page of a list: ${words}.</p>
</section>
`;
}

/** Writes the pagination in Markdown. */
export function paginationMarkdown(pagination: Pagination | undefined): string {
  if (pagination === undefined) return "";
  const words = paginationWords(pagination).map((word) =>
    typeof word === "string" ? word : markdownCode(word.code),
  );
  return `Pages: ${words.join("")}.`;
}
