import { fieldListHtml } from "../fields/schema-html.ts";
// Writes the callbacks of an operation. The provider sends the requests of callbacks.

import { inlineProse, markdown, markdownCode } from "@specwright/contract";
import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { markdownParts } from "../text/markdown-text.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { bodyHtml, bodyMarkdown } from "./body-section.ts";
import type { CallbackPart, CallbackRequest } from "./exchange-part.ts";
import { fieldListMarkdown } from "./parameters-section.ts";
import { responsesHtml, responsesMarkdown } from "./responses-section.ts";

/** An explanation for readers who do not know callbacks. */
export const callbackNote = "The provider sends these requests to you, and you respond.";

/** Writes callbacks, with their requests and responses. */
export function callbacksHtml(callbacks: readonly CallbackPart[], above: string): Html {
  return html`${callbacks.map(
    ({ name, anchor, requests }) => html`<section class="message callback" id="${anchor}">
<h3>${name} <a class="anchor" href="${anchorLink(anchor)}" aria-label="Link to ${name}">#</a></h3>
${requests.map((request) => requestHtml(request, above))}</section>
`,
  )}`;
}

function requestHtml(request: CallbackRequest, above: string): Html {
  const { operation, anchor, parameters, body, responses, callbacks } = request;
  const { method, path, summary, description: words, deprecated, requestBody } = operation;
  return html`<div id="${anchor}">
<p class="route">${methodBadge(method)} <code>${plainText(path)}</code>${deprecated && html` <span class="mark">deprecated</span>`}</p>
${summary !== undefined && html`<p>${sentence(summary)}</p>\n`}${description(words)}${parameters.map(
  ({ title, fields }) => html`<details class="nested"><summary>${title}</summary>
${fieldListHtml(fields, above)}</details>
`,
)}${
  body.length > 0 &&
  html`<details class="nested payload"><summary>Request body</summary>
${description(requestBody?.description)}${bodyHtml(body, above)}</details>
`
}${
  responses.length > 0 &&
  html`<p class="variants-title">Your responses:</p>
${responsesHtml(responses, above, { isOpen: false })}`
}${
  callbacks.length > 0 &&
  html`<details class="nested"><summary>Callbacks</summary>
${callbacksHtml(callbacks, above)}</details>
`
}</div>
`;
}

/** Writes callbacks as Markdown. */
export function callbacksMarkdown(callbacks: readonly CallbackPart[], above: string): string {
  return callbacks
    .map(({ name, requests }) =>
      markdownParts([
        `### Callback ${markdown(name)}`,
        ...requests.map((request) => requestMarkdown(request, above)),
      ]),
    )
    .join("\n");
}

function requestMarkdown(request: CallbackRequest, above: string): string {
  const { operation, parameters, body, responses, callbacks } = request;
  const { method, path, summary, description: words, deprecated, requestBody } = operation;
  return markdownParts([
    `${markdownCode(`${method.toUpperCase()} ${path}`)}${deprecated ? " (deprecated)" : ""}`,
    inlineProse(summary),
    descriptionMarkdown(words),
    ...parameters.map(
      ({ title, fields }) => `#### ${title}\n\n${fieldListMarkdown(fields, above)}`,
    ),
    ...(body.length === 0
      ? []
      : [
          "#### Request body",
          descriptionMarkdown(requestBody?.description),
          bodyMarkdown(body, above),
        ]),
    responses.length === 0
      ? ""
      : `#### Your responses\n\n${responsesMarkdown(responses, above, 5)}`,
    callbacksMarkdown(callbacks, above),
  ]);
}
