import { contentHtml, factsHtml, marksHtml, typeHtml } from "../fields/schema-html.ts";
import type { FieldNode } from "../fields/schema-node.ts";
import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";

/** Writes the headers of a response as a folded table. The title contains the number of headers. */
export function headersTable(headers: readonly FieldNode[], above: string): Html {
  if (headers.length === 0) return html``;
  const { length } = headers;
  return html`<details class="nested headers"><summary>${length} ${length === 1 ? "header" : "headers"}</summary>
<div class="table"><table class="list">
<caption>Headers</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead>
<tbody>
${headers.map((header) => headerRow(header, above))}</tbody>
</table></div>
</details>
`;
}

function headerRow({ label, isRequired, node }: FieldNode, above: string): Html {
  return html`<tr id="${node.anchor}"><td><code>${label}</code> <a class="anchor" href="${anchorLink(node.anchor)}" aria-label="Link to ${label}">#</a>${isRequired && html` <span class="required">always sent</span>`}${marksHtml(node.marks)}</td><td class="type">${typeHtml(node.type, above)}</td><td>${description(node.description)}${factsHtml(node)}${contentHtml(node, above)}</td></tr>
`;
}
