import type { HttpOperation } from "@specwright/contract";
import type { PageBudget } from "../fields/schema-draft.ts";
import { schemaSearch } from "../fields/schema-search.ts";
import { curlSample } from "../samples/curl.ts";
import { fetchSample } from "../samples/fetch.ts";
import { requestSample } from "../samples/request-sample.ts";
import { sdkSample } from "../samples/sdk.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { readBody } from "./body-part.ts";
import { operationHtml } from "./operation-html.ts";
import { operationMarkdown } from "./operation-markdown.ts";
import type { OperationParts } from "./operation-parts.ts";
import { operationTitle } from "./operation-title.ts";
import { parameterGroups } from "./parameters-section.ts";
import type { Reference } from "./reference.ts";
import { readResponses } from "./responses-section.ts";
import type { SearchEntry, SitePage } from "./site-page.ts";

/** How many fields a page of an operation shows. */
const budgets = { named: 220, all: 700 };

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
