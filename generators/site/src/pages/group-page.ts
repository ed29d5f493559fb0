// Writes pages with lists: the operations of a group, and all schemas.

import { markdown, markdownCode } from "@specwright/contract";
import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import type { SitePage } from "../paths/site-page.ts";
import type { OperationGroup } from "../reference/group-operations.ts";
import type { NavigationGroup } from "../reference/navigation.ts";
import { operationTitle } from "../reference/operation-title.ts";
import type { Reference } from "../reference/reference.ts";
import { breakable } from "../text/breakable.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { linkText, markdownParts } from "../text/markdown-text.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { leadSentence } from "../text/sentence.ts";

/** Writes the page of a group of operations. */
export function groupPage(group: OperationGroup, reference: Reference): SitePage {
  const { title, path, description: words } = group;
  const above = "../".repeat(path.split("/").length - 1);
  return {
    path,
    kind: "group",
    title,
    description: firstSentence(words ?? ""),
    main: html`<article>
<header class="page-head">
<h1>${title}</h1>
</header>
${description(words, 2)}${operationsTable(group, reference, above)}</article>
`.text,
    markdown: markdownParts([
      `# ${markdown(title)}`,
      descriptionMarkdown(words),
      operationsMarkdown(group, reference, above),
    ]),
    search: [{ kind: "section", name: title, text: firstSentence(words ?? ""), anchor: "" }],
  };
}

/** Writes the operations of a group as a table. */
export function operationsTable(
  { title, operations }: OperationGroup,
  { paths, contract }: Reference,
  above: string,
): Html {
  return html`<table class="list">
<caption>${title}</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Request</th></tr></thead>
<tbody>
${operations.map((operation) => {
  const { method, path, deprecated } = operation;
  const word = contract.webhooks.includes(operation) ? "webhook" : method;
  return html`<tr><td><a href="${pageLink(above + paths.operation(operation))}">${breakable(operationTitle(operation))}</a>${deprecated && html` <span class="mark">deprecated</span>`}</td><td class="request">${methodBadge(word)} <code>${plainText(path)}</code></td></tr>
`;
})}</tbody>
</table>
`;
}

/** Writes the operations of a group as a Markdown list. */
export function operationsMarkdown(
  { operations }: OperationGroup,
  { paths }: Reference,
  above: string,
): string {
  return operations
    .map((operation) => {
      const link = linkText(operationTitle(operation), above + paths.operation(operation));
      const request = markdownCode(`${operation.method.toUpperCase()} ${operation.path}`);
      return `- ${link}: ${request}${operation.deprecated ? " (deprecated)" : ""}\n`;
    })
    .join("");
}

/** Writes the page that lists all schemas. */
export function schemasPage({ items }: NavigationGroup, reference: Reference): SitePage {
  const descriptions = new Map(
    reference.contract.declarations.map(({ name, schema }) => [
      plainText(name),
      leadSentence(schema.kind === "schema" ? (schema.description ?? "") : "", 120),
    ]),
  );
  return {
    path: reference.paths.schemas,
    kind: "group",
    title: "Schemas",
    description: "The named schemas of all requests, responses and messages.",
    main: html`<article>
<header class="page-head">
<h1>Schemas</h1>
</header>
<table class="list">
<caption>The named schemas of all requests, responses and messages</caption>
<thead><tr><th scope="col">Schema</th><th scope="col">Description</th></tr></thead>
<tbody>
${items.map(({ text, path }) => html`<tr><td><a href="${pageLink(path)}">${breakable(text)}</a></td><td>${descriptions.get(text) ?? ""}</td></tr>\n`)}</tbody>
</table>
</article>
`.text,
    markdown: markdownParts([
      "# Schemas",
      items.map(({ text, path }) => `- ${linkText(text, path)}\n`).join(""),
    ]),
    search: [],
  };
}
