import type { HttpOperation } from "@specwright/contract";
import { fieldListHtml } from "../fields/schema-html.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import type { Reference } from "../reference/reference.ts";
import type { CodeSample } from "../samples/code-sample.ts";
import { breakable } from "../text/breakable.ts";
import { description } from "../text/description.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { bodyHtml } from "./body-section.ts";
import { callbackNote, callbacksHtml } from "./callbacks-section.ts";
import { operationPlace } from "./console-place.ts";
import type { CallbackPart } from "./exchange-part.ts";
import { expandAll } from "./expand-all.ts";
import type { OperationParts } from "./operation-parts.ts";
import { paginationHtml } from "./pagination-text.ts";
import { plainRequest } from "./plain-request.ts";
import type { ResponsePart } from "./response-part.ts";
import { responsesHtml } from "./responses-section.ts";
import { tabsHtml } from "./samples-html.ts";
import { securityHtml } from "./security-text.ts";

const above = "../";

/** Writes the content of the page of an operation. */
export function operationHtml(parts: OperationParts, reference: Reference): Html {
  const { operation, title, isWebhook, parameters, body, responses, callbacks, samples } = parts;
  const { requestBody } = operation;
  return html`<article class="reference">
<header class="page-head">
<h1>${summaryHeading(operation, title)}</h1>
<p class="route">${methodBadge(isWebhook ? "webhook" : operation.method)} <code>${plainText(operation.path)}</code>${operation.deprecated && html` <span class="mark">deprecated</span>`}</p>
</header>
<div class="intro">
${isWebhook && html`<p class="note">The provider sends this request to you, and you respond.</p>\n`}${description(operation.description, 2)}
${showsSummary(operation) && html`<p class="quiet">${sentence(operation.summary ?? "")}</p>\n`}<section class="authentication">
<h2 id="authentication">Authentication</h2>
<p>${securityHtml(operation.security, reference, above)}</p>
</section>
</div>
<aside class="samples" aria-label="Samples">
${tabsHtml("request-sample", "Request", samples, { isLanguages: true })}${!isWebhook && operationPlace({ operation, request: plainRequest(operation, reference), securitySchemes: reference.contract.securitySchemes, example: body[0]?.examples[0]?.code })}${body.filter(({ examples }) => examples.length > 1).map(({ anchor, mediaType, examples }) => tabsHtml(`${anchor}-examples`, `Body ${mediaType}`, examples))}${tabsHtml("response-sample", "Response", responseSamples(responses))}${callbackSamples(callbacks)}</aside>
<div class="text">
${paginationHtml(operation.pagination)}${expandAll}
${parameters.map(
  ({ title: heading, place, fields }) => html`<section>
<h2 id="parameters-${place}">${heading}</h2>
${fieldListHtml(fields, above)}</section>
`,
)}${
  body.length > 0 &&
  html`<section>
<h2 id="request-body">Request body${requestBody?.required === true ? html` <span class="required">required</span>` : html` <span class="optional">optional</span>`}</h2>
${description(requestBody?.description)}${bodyHtml(body, above)}</section>
`
}${
  responses.length > 0 &&
  html`<section>
<h2 id="responses">Responses</h2>
${responsesHtml(responses, above)}</section>
`
}${
  callbacks.length > 0 &&
  html`<section>
<h2 id="callbacks">Callbacks</h2>
<p class="note">${callbackNote}</p>
${callbacksHtml(callbacks, above)}</section>
`
}</div>
</article>
`;
}

/** Returns the first example of each response, in the same order. */
function responseSamples(responses: readonly ResponsePart[]): readonly CodeSample[] {
  return responses.flatMap(({ status, body }) => {
    const [example] = body.flatMap(({ examples }) => examples);
    return example === undefined ? [] : [{ ...example, id: status, title: status }];
  });
}

const maxCallbacks = 4;

function callbackSamples(callbacks: readonly CallbackPart[]): readonly Html[] {
  return callbacks.slice(0, maxCallbacks).map(({ name, anchor, requests }) => {
    const [body] = requests.flatMap((request) => request.body);
    return tabsHtml(`${anchor}-examples`, `Callback ${name}`, body?.examples ?? []);
  });
}

/** Reports whether the page shows the whole summary below the heading, because the heading shortens it. */
function showsSummary({ summary, description: text }: HttpOperation): boolean {
  return summary !== undefined && text === undefined && plainText(summary).length > 80;
}

/**
 * Returns the summary as a heading, in which text in backticks is code. Without a summary, returns the
 * title.
 */
function summaryHeading({ summary = "" }: HttpOperation, title: string): Html {
  const heading = sentence(summary.trim().replace(/\.$/, ""));
  return heading.text === "" ? breakable(title) : heading;
}
