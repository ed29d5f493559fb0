import type { HttpOperation } from "@specwright/contract";
import { html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import { description } from "../text/description.ts";
import { firstSentence } from "../text/plain-text.ts";
import { operationTitle } from "./operation-title.ts";
import type { Reference } from "./reference.ts";
import type { SitePage } from "./site-page.ts";

/** Writes the page of an operation or a webhook. */
export function operationPage(operation: HttpOperation, { paths }: Reference): SitePage {
  const title = operationTitle(operation);
  const main = html`<h1>${title}</h1>
<p class="route">${methodBadge(operation.method)} <code>${operation.path}</code></p>
${description(operation.description, 2)}
<div class="console" data-console="operation" data-operation="${operation.id}" hidden></div>
`;
  return {
    path: paths.operation(operation),
    kind: "operation",
    title,
    description: firstSentence(operation.description ?? operation.summary ?? ""),
    main: main.text,
    markdown: `# ${title}\n`,
    search: [
      {
        kind: "operation",
        name: operation.id,
        text: `${operation.method} ${operation.path}`,
        anchor: "",
      },
    ],
  };
}
