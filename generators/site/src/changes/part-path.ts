import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";

/**
 * Returns the path of one part of a long page: `changes.html` for the first part, `changes-2.html` for the
 * second.
 */
export function partPath(path: string, number: number): string {
  return number === 1 ? path : path.replace(/\.html$/, `-${number}.html`);
}

/** Writes links to all parts of a long page. Returns an empty text if the page has only one part. */
export function partLinks(path: string, number: number, count: number): Html {
  if (count <= 1) return html``;
  const name = path.split("/").at(-1) ?? path;
  return html`<nav class="parts" aria-label="Parts of this list"><ol>
${Array.from({ length: count }, (_, index) => {
  const each = index + 1;
  return each === number
    ? html`<li><a href="${pageLink(partPath(name, each))}" aria-current="page">Part ${each}</a></li>\n`
    : html`<li><a href="${pageLink(partPath(name, each))}">Part ${each}</a></li>\n`;
})}</ol></nav>
`;
}
