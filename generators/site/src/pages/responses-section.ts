import { markdown } from "@specwright/contract";
import { type Html, html } from "../html/html.ts";
import { description } from "../text/description.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { markdownParts } from "../text/markdown-text.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { bodyHtml, bodyMarkdown } from "./body-section.ts";
import { headersTable } from "./headers-table.ts";
import { linksMarkdown, linksTable } from "./links-table.ts";
import { fieldListMarkdown } from "./parameters-section.ts";
import type { ResponsePart } from "./response-part.ts";

/** Writes responses as folded sections. The first success response is open, unless `isOpen` is false. */
export function responsesHtml(
  responses: readonly ResponsePart[],
  above: string,
  { isOpen = true }: { readonly isOpen?: boolean } = {},
): Html {
  const success = responses.find(({ status }) => /^[23]/.test(status)) ?? responses[0];
  const open = isOpen ? success : undefined;
  return html`${responses.map((response) => {
    const { status, anchor, description: text } = response;
    const label = html`<span class="status-code ${statusClass(status)}">${status}</span> <span class="status-text">${firstLine(text)}</span>`;
    const content = html`${isLonger(text) && description(text)}${headersTable(response.headers, above)}${response.body.length > 0 && bodyHtml(response.body, above)}${linksTable(response.links, above)}`;
    return response === open
      ? html`<details class="nested response" id="${anchor}" open><summary>${label}</summary>
${content}</details>
`
      : html`<details class="nested response" id="${anchor}"><summary>${label}</summary>
${content}</details>
`;
  })}`;
}

function statusClass(status: string): string {
  const [digit = ""] = status;
  return /[1-5]/.test(digit) ? `status-${digit}` : "status-default";
}

const lineLength = 110;

function firstLine(text: string): Html {
  const line = plainText(text).replaceAll("*", "");
  if (line.length <= lineLength) return sentence(line);
  const start = line.replaceAll("`", "").slice(0, lineLength).toWellFormed();
  return html`${start.replace(/\s+\S*$/, "")} …`;
}

function isLonger(text: string): boolean {
  return plainText(text).length > lineLength || /[[\n]/.test(text.trim());
}

/** Writes responses as Markdown. `level` is the level of the heading of each response. */
export function responsesMarkdown(
  responses: readonly ResponsePart[],
  above: string,
  level = 3,
): string {
  return responses
    .map(({ status, description: text, headers, body, links }) => {
      const parts = [
        `${"#".repeat(level)} ${markdown(status)}`,
        descriptionMarkdown(text),
        headers.length === 0 ? "" : `Headers:\n\n${fieldListMarkdown(headers, above)}`,
        bodyMarkdown(body, above),
        links.length === 0 ? "" : `Links:\n\n${linksMarkdown(links, above)}`,
      ];
      return markdownParts(parts);
    })
    .join("\n");
}
