import { inlineProse, markdown, markdownCode } from "@specwright/contract";
import { schemaHtml } from "../fields/schema-html.ts";
import { schemaMarkdown } from "../fields/schema-markdown.ts";
import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { codeBlock } from "../text/highlight.ts";
import { fencedText } from "../text/markdown-text.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import type { MessagePart } from "./message-part.ts";

/** Writes a message, with its payload, headers and bindings. */
export function messageHtml(part: MessagePart, above: string): Html {
  const { message, anchor, title, tag, payload, rawPayload, headers, bindings } = part;
  const { summary, description: words, deprecated, contentType, correlationId } = message;
  const condition =
    tag !== undefined &&
    html` <span class="condition"><code>${plainText(tag.field)}</code> is <code>${plainText(tag.value)}</code></span>`;
  return html`<section class="message" id="${anchor}">
<h3>${title} <a class="anchor" href="${anchorLink(anchor)}" aria-label="Link to ${title}">#</a>${condition}${deprecated && html` <span class="mark">deprecated</span>`}</h3>
${summary !== undefined && html`<p>${sentence(summary)}</p>\n`}${description(words)}<p class="media"><code class="media-type">${plainText(contentType)}</code>${correlationId !== undefined && html` <span class="quiet">correlated by <code>${plainText(correlationId)}</code></span>`}</p>
${
  payload !== undefined &&
  html`<details class="nested payload"><summary>Payload</summary>
${schemaHtml(payload, above)}</details>
`
}${
  rawPayload !== undefined &&
  html`<details class="nested payload"><summary>Payload in ${plainText(message.schemaFormat)}</summary>
${codeBlock(rawPayload, "json", "Payload")}</details>
`
}${
  headers !== undefined &&
  html`<details class="nested headers"><summary>Headers</summary>
${schemaHtml(headers, above)}</details>
`
}${
  bindings !== undefined &&
  html`<details class="nested bindings"><summary>Bindings</summary>
${codeBlock(bindings, "json", "Bindings")}</details>
`
}</section>
`;
}

/** Writes a message as Markdown. */
export function messageMarkdown(part: MessagePart, above: string): string {
  const { message, title, tag, payload, rawPayload, headers } = part;
  const condition =
    tag === undefined ? "" : ` (${markdownCode(tag.field)} is ${markdownCode(tag.value)})`;
  const parts = [
    `### ${markdown(title)}${condition}`,
    message.deprecated ? "Deprecated." : "",
    inlineProse(message.summary),
    descriptionMarkdown(message.description),
    payload === undefined ? "" : `Payload: ${schemaMarkdown(payload, above)}`,
    rawPayload === undefined ? "" : fencedText(rawPayload, "json"),
    headers === undefined ? "" : `Headers: ${schemaMarkdown(headers, above)}`,
  ];
  return `${parts.filter((each) => each.trim() !== "").join("\n\n")}\n`;
}
