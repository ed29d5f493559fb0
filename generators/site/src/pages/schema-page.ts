import { type Declaration, markdown } from "@specwright/contract";
import { readSchema } from "../fields/read-schema.ts";
import { schemaHtml } from "../fields/schema-html.ts";
import { schemaMarkdown } from "../fields/schema-markdown.ts";
import type { SchemaNode } from "../fields/schema-node.ts";
import { schemaSearch } from "../fields/schema-search.ts";
import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { exampleText } from "../reference/example-text.ts";
import type { Reference, SchemaUse } from "../reference/reference.ts";
import { sampleOf } from "../samples/sample-of.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { fencedText, linkText, markdownParts } from "../text/markdown-text.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { expandAll } from "./expand-all.ts";
import { tabsHtml } from "./samples-html.ts";

const above = "../";
const maxUses = 40;

/** Writes the page of a named schema. Returns `undefined` for a declaration that is not a named schema. */
export function schemaPage(declaration: Declaration, reference: Reference): SitePage | undefined {
  const path = reference.paths.schema(declaration);
  if (path === undefined) return undefined;
  const title = plainText(declaration.name) || "Unnamed";
  const budget = { named: 0, all: 700, shown: new Set<string>() };
  const node = readSchema(declaration.schema, reference, { anchor: "fields", levels: 0, budget });
  const uses = reference.usesOf(declaration);
  const sample = sampleOf(declaration.schema, reference);
  const example = sample === undefined ? undefined : exampleText(sample);
  const words = node.description;
  return {
    path,
    kind: "schema",
    title,
    description: firstSentence(words ?? ""),
    main: schemaMain(title, node, uses, example).text,
    markdown: markdownParts([
      `# ${markdown(title)}`,
      descriptionMarkdown(words),
      schemaMarkdown(node, above),
      example === undefined ? "" : `## Example\n\n${fencedText(example, "json")}`,
      uses.length === 0 ? "" : `## Used by\n\n${usesMarkdown(uses)}`,
    ]),
    search: [
      { kind: "schema", name: title, text: firstSentence(words ?? ""), anchor: "" },
      ...schemaSearch(node, title),
    ],
  };
}

function schemaMain(
  title: string,
  node: SchemaNode,
  uses: readonly SchemaUse[],
  example: string | undefined,
): Html {
  const rest = uses.slice(maxUses);
  return html`<article class="reference">
<header class="page-head">
<p class="eyebrow">Schema</p>
<h1>${title}</h1>
</header>
<div class="text">
${description(node.description, 2)}
${expandAll}
<section>
<h2 id="definition">Definition</h2>
${schemaHtml(node, above)}</section>
${
  uses.length > 0 &&
  html`<section>
<h2 id="used-by">Used by</h2>
${usesHtml(uses.slice(0, maxUses))}${rest.length > 0 && html`<details class="nested"><summary>${rest.length} more</summary>${usesHtml(rest)}</details>\n`}</section>
`
}</div>
<aside class="samples" aria-label="Samples">
${example !== undefined && tabsHtml("example", "Example", [{ id: "example", title: "JSON", language: "json", code: example }])}</aside>
</article>
`;
}

function usesHtml(uses: readonly SchemaUse[]): Html {
  return html`<ul class="uses">${uses.map(({ title, path }) => html`<li><a href="${pageLink(above + path)}">${title}</a></li>\n`)}</ul>\n`;
}

function usesMarkdown(uses: readonly SchemaUse[]): string {
  return uses.map(({ title, path }) => `- ${linkText(title, above + path)}\n`).join("");
}
