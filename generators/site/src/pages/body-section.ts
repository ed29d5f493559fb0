import { markdownCode } from "@specwright/contract";
import { schemaHtml } from "../fields/schema-html.ts";
import { schemaMarkdown } from "../fields/schema-markdown.ts";
import { type Html, html } from "../html/html.ts";
import type { BodyPart } from "./body-part.ts";

/** Writes a body in all its media types. The first media type is open, and all others are folded. */
export function bodyHtml(body: readonly BodyPart[], above: string): Html {
  return html`${body.map(({ mediaType, node, anchor, isStream }, index) => {
    const content =
      node === undefined
        ? html`<p id="${anchor}" class="quiet">No schema.</p>\n`
        : schemaHtml(node, above);
    const label = html`<code class="media-type">${mediaType}</code>${isStream && html` <span class="quiet">a stream of items</span>`}`;
    return index === 0
      ? html`<p class="media">${label}</p>
${content}`
      : html`<details class="nested media-more"><summary>${label}</summary>
${content}</details>
`;
  })}`;
}

/** Writes a body in all its media types as Markdown. */
export function bodyMarkdown(body: readonly BodyPart[], above: string): string {
  return body
    .map(({ mediaType, node, isStream }) => {
      const label = `${markdownCode(mediaType)}${isStream ? ", a stream of items" : ""}`;
      return node === undefined ? `${label}\n` : `${label}: ${schemaMarkdown(node, above)}`;
    })
    .join("\n");
}
