import { markdown, markdownCode } from "@specwright/contract";
import { anchorLink, pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { itemMarkdown } from "../text/description-markdown.ts";
import { linkText } from "../text/markdown-text.ts";
import type { LinkPart } from "./link-part.ts";

/**
 * Writes the links of a response as a table: the operations that clients can call next, with their values.
 */
export function linksTable(links: readonly LinkPart[], above: string): Html {
  if (links.length === 0) return html``;
  const { length } = links;
  return html`<details class="nested links-table"><summary>${length} ${length === 1 ? "operation" : "operations"} that you can call with this response</summary>
<div class="table"><table class="list">
<caption>Links</caption>
<thead><tr><th scope="col">Link</th><th scope="col">Calls</th><th scope="col">With</th></tr></thead>
<tbody>
${links.map((link) => linkRow(link, above))}</tbody>
</table></div>
</details>
`;
}

function linkRow({ name, anchor, description: words, ...link }: LinkPart, above: string): Html {
  const { target, path, values } = link;
  const operation =
    path === undefined
      ? html`<code>${target}</code>`
      : html`<a href="${pageLink(above + path)}">${target}</a>`;
  const list = values.map(
    (each) => html`<li><code>${each.name}</code> from <code>${each.value}</code></li>`,
  );
  return html`<tr id="${anchor}"><td>${name} <a class="anchor" href="${anchorLink(anchor)}" aria-label="Link to ${name}">#</a>${description(words)}</td><td>${operation}</td><td>${list.length > 0 && html`<ul class="facts">${list}</ul>`}</td></tr>
`;
}

/** Writes the links of a response as a Markdown list. */
export function linksMarkdown(links: readonly LinkPart[], above: string): string {
  return links
    .map(({ name, target, path, values, description: words }) => {
      const operation = path === undefined ? markdownCode(target) : linkText(target, above + path);
      const list = values.map(
        (each) => `${markdownCode(each.name)} from ${markdownCode(each.value)}`,
      );
      const text = itemMarkdown(words);
      return `- **${markdown(name)}** calls ${operation}${list.length === 0 ? "" : ` with ${list.join(", ")}`}.${text}\n`;
    })
    .join("");
}
