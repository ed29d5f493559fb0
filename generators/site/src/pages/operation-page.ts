import type { HttpOperation } from "@specwright/contract";
import type { PageBudget } from "../fields/schema-draft.ts";
import { schemaSearch } from "../fields/schema-search.ts";
import type { SearchEntry, SitePage } from "../paths/site-page.ts";
import { operationTitle } from "../reference/operation-title.ts";
import type { Reference } from "../reference/reference.ts";
import { curlSample } from "../samples/curl.ts";
import { fetchSample } from "../samples/fetch.ts";
import { goSample } from "../samples/go.ts";
import { pythonSample } from "../samples/python.ts";
import { requestSample } from "../samples/request-sample.ts";
import { sdkSample } from "../samples/sdk.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { type ExchangePart, readExchange } from "./exchange-part.ts";
import { operationHtml } from "./operation-html.ts";
import { operationMarkdown } from "./operation-markdown.ts";
import type { OperationParts } from "./operation-parts.ts";

/** The number of fields that the page of an operation may show. */
const budgets = { named: 120, all: 500 };

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
  const request = requestSample(operation, reference);
  return {
    ...readExchange(operation, "", reference, budget),
    title: operationTitle(operation),
    isWebhook,
    samples: isWebhook
      ? []
      : [
          curlSample(request),
          fetchSample(request),
          pythonSample(request),
          goSample(request),
          sdkSample(operation, request, reference),
        ],
  };
}

function searchEntries(parts: OperationParts): readonly SearchEntry[] {
  const { operation, title } = parts;
  const route = `${operation.method.toUpperCase()} ${plainText(operation.path)}`;
  return [
    { kind: "operation", name: title, text: `${route} ${plainText(operation.id)}`, anchor: "" },
    ...exchangeEntries(parts, title),
  ];
}

function exchangeEntries(part: ExchangePart, title: string): readonly SearchEntry[] {
  const { parameters, body, responses, callbacks } = part;
  const entries: SearchEntry[] = [];
  for (const { label, node } of parameters.flatMap(({ fields }) => fields)) {
    const text = `${title}: ${firstSentence(node.description ?? "")}`;
    entries.push({ kind: "field", name: label, text, anchor: node.anchor });
    entries.push(...schemaSearch(node, title));
  }
  for (const { node, isNamed } of [...body, ...responses.flatMap((each) => each.body)]) {
    if (node !== undefined && !isNamed) entries.push(...schemaSearch(node, title));
  }
  for (const { name, anchor, requests } of callbacks) {
    entries.push({ kind: "section", name, text: `${title}: callback`, anchor });
    for (const request of requests) entries.push(...exchangeEntries(request, `${title}: ${name}`));
  }
  return entries;
}
