import type { HttpOperation } from "@specwright/contract";
import { inlineProse, markdown, markdownCode, prose } from "@specwright/emit-kit/reading";
import type { PageBudget } from "../fields/read-schema.ts";
import { schemaSearch } from "../fields/schema-search.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import type { CodeSample } from "../samples/code-sample.ts";
import { curlSample } from "../samples/curl.ts";
import { fetchSample } from "../samples/fetch.ts";
import { requestSample } from "../samples/request-sample.ts";
import { sdkSample } from "../samples/sdk.ts";
import { description } from "../text/description.ts";
import { fencedText, markdownParts } from "../text/markdown-text.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { type BodyPart, readBody } from "./body-part.ts";
import { bodyHtml, bodyMarkdown } from "./body-section.ts";
import { operationPlace } from "./console-place.ts";
import { expandAll } from "./expand-all.ts";
import { operationTitle } from "./operation-title.ts";
import {
  type FieldGroup,
  fieldListHtml,
  fieldListMarkdown,
  parameterGroups,
} from "./parameters-section.ts";
import type { Reference } from "./reference.ts";
import {
  type ResponsePart,
  readResponses,
  responsesHtml,
  responsesMarkdown,
} from "./responses-section.ts";
import { tabsHtml } from "./samples-html.ts";
import { securityHtml, securityMarkdown } from "./security-text.ts";
import type { SearchEntry, SitePage } from "./site-page.ts";

const above = "../";

/** How many fields a page of an operation shows. */
const budgets = { named: 220, all: 700 };

interface OperationParts {
  readonly operation: HttpOperation;
  readonly title: string;
  readonly isWebhook: boolean;
  readonly parameters: readonly FieldGroup[];
  readonly body: readonly BodyPart[];
  readonly responses: readonly ResponsePart[];
  readonly samples: readonly ReturnType<typeof curlSample>[];
}

/** Writes the page of an operation or a webhook. */
export function operationPage(operation: HttpOperation, reference: Reference): SitePage {
  const parts = readOperation(operation, reference);
  const { title } = parts;
  return {
    path: reference.paths.operation(operation),
    kind: "operation",
    title,
    description: firstSentence(operation.description ?? operation.summary ?? ""),
    main: operationHtml(parts, reference).text,
    markdown: operationMarkdown(parts, reference),
    search: searchEntries(parts),
  };
}

function readOperation(operation: HttpOperation, reference: Reference): OperationParts {
  const budget: PageBudget = { ...budgets, shown: new Set() };
  const isWebhook = reference.contract.webhooks.includes(operation);
  const parameters = parameterGroups(operation.parameters, reference, budget);
  const request = requestSample(operation, reference);
  return {
    operation,
    title: operationTitle(operation),
    isWebhook,
    parameters,
    body: readBody(operation.requestBody?.content ?? [], "body", {
      reference,
      budget,
      reader: "request",
    }),
    responses: readResponses(operation.responses, reference, budget),
    samples: isWebhook
      ? []
      : [curlSample(request), sdkSample(operation, request, reference), fetchSample(request)],
  };
}

function operationHtml(parts: OperationParts, reference: Reference): Html {
  const { operation, title, isWebhook, parameters, body, responses, samples } = parts;
  const { requestBody } = operation;
  return html`<article class="reference">
<header class="page-head">
<h1>${title}</h1>
<p class="route">${methodBadge(isWebhook ? "webhook" : operation.method)} <code>${plainText(operation.path)}</code>${operation.deprecated && html` <span class="mark">deprecated</span>`}</p>
</header>
<div class="text">
${isWebhook && html`<p class="note">The provider sends this request; you answer it.</p>\n`}${description(operation.description, 2)}
${isSaid(operation) && html`<p class="quiet">${plainText(operation.summary ?? "")}</p>\n`}<section class="authentication">
<h2 id="authentication">Authentication</h2>
<p>${securityHtml(operation.security, reference, above)}</p>
</section>
${expandAll}
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
}</div>
<aside class="samples" aria-label="Samples">
${tabsHtml("request-sample", "Request", samples, { isLanguages: true })}${body.filter(({ examples }) => examples.length > 1).map(({ anchor, mediaType, examples }) => tabsHtml(`${anchor}-examples`, `Body ${mediaType}`, examples))}${tabsHtml("response-sample", "Response", responseSamples(responses))}</aside>
${!isWebhook && operationPlace({ operation, securitySchemes: reference.contract.securitySchemes, example: body[0]?.examples[0]?.code })}
</article>
`;
}

/** Returns the first example of each response: those of successes first, as they are listed. */
function responseSamples(responses: readonly ResponsePart[]): readonly CodeSample[] {
  return responses.flatMap(({ status, body }) => {
    const [example] = body.flatMap(({ examples }) => examples);
    return example === undefined ? [] : [{ ...example, id: status, title: status }];
  });
}

/** Reports whether the summary says more than the heading, which may be cut off. */
function isSaid({ summary, description: text }: HttpOperation): boolean {
  return summary !== undefined && text === undefined && plainText(summary).length > 80;
}

function operationMarkdown(parts: OperationParts, reference: Reference): string {
  const { operation, title, parameters, body, responses, samples } = parts;
  const sections = [
    `# ${markdown(title)}`,
    `${markdownCode(`${operation.method.toUpperCase()} ${operation.path}`)}${operation.deprecated ? " (deprecated)" : ""}`,
    prose(operation.description),
    `Authentication: ${securityMarkdown(operation.security, reference, above)}.`,
    ...parameters.map(
      ({ title: heading, fields }) => `## ${heading}\n\n${fieldListMarkdown(fields, above)}`,
    ),
    body.length === 0
      ? ""
      : `## Request body\n\n${inlineProse(operation.requestBody?.description)}\n\n${bodyMarkdown(body, above)}`,
    responses.length === 0 ? "" : `## Responses\n\n${responsesMarkdown(responses, above)}`,
    samples.length === 0 ? "" : "## Samples",
    ...samples.map(({ code, language }) => fencedText(code, language)),
  ];
  return markdownParts(sections);
}

function searchEntries({
  operation,
  title,
  parameters,
  body,
  responses,
}: OperationParts): readonly SearchEntry[] {
  const route = `${operation.method.toUpperCase()} ${plainText(operation.path)}`;
  const entries: SearchEntry[] = [
    { kind: "operation", name: title, text: `${route} ${plainText(operation.id)}`, anchor: "" },
  ];
  for (const { fields } of parameters) {
    for (const { label, node } of fields) {
      const text = `${title}: ${firstSentence(node.description ?? "")}`;
      entries.push({ kind: "field", name: label, text, anchor: node.anchor });
      entries.push(...schemaSearch(node, title));
    }
  }
  for (const { node, isNamed } of [...body, ...responses.flatMap((each) => each.body)]) {
    if (node !== undefined && !isNamed) entries.push(...schemaSearch(node, title));
  }
  return entries;
}
