import type { Response } from "@specwright/contract";
import { inlineProse, markdown } from "@specwright/emit-kit/reading";
import type { PageBudget } from "../fields/schema-draft.ts";
import type { FieldNode } from "../fields/schema-node.ts";
import { type Html, html } from "../html/html.ts";
import { anchorStep } from "../paths/anchors.ts";
import { description } from "../text/description.ts";
import { plainText } from "../text/plain-text.ts";
import { type BodyPart, readBody } from "./body-part.ts";
import { bodyHtml, bodyMarkdown } from "./body-section.ts";
import { fieldListHtml, fieldListMarkdown, parameterFields } from "./parameters-section.ts";
import type { Reference } from "./reference.ts";

/** A response with its headers and its body. */
export interface ResponsePart {
  readonly status: string;
  readonly anchor: string;
  readonly description: string;
  readonly headers: readonly FieldNode[];
  readonly body: readonly BodyPart[];
}

/** Reads responses; the ids in one start with `response-` and its status. */
export function readResponses(
  responses: readonly Response[],
  reference: Reference,
  budget: PageBudget,
): readonly ResponsePart[] {
  return responses.map((response) => {
    const anchor = `response-${anchorStep(response.status)}`;
    return {
      status: plainText(response.status) || "default",
      anchor,
      description: response.description,
      headers: parameterFields(response.headers, () => `${anchor}:header`, reference, budget),
      body: readBody(response.content, `${anchor}:body`, { reference, budget, reader: "response" }),
    };
  });
}

/** Writes responses: the first success open, the others to be opened. */
export function responsesHtml(responses: readonly ResponsePart[], above: string): Html {
  const open = responses.find(({ status }) => /^[23]/.test(status)) ?? responses[0];
  return html`${responses.map((response) => {
    const { status, anchor, description: text } = response;
    const label = html`<span class="status-code ${statusClass(status)}">${status}</span> <span class="status-text">${firstLine(text)}</span>`;
    const content = html`${isLonger(text) && description(text)}${
      response.headers.length > 0 &&
      html`<details class="nested headers"><summary>${response.headers.length} ${response.headers.length === 1 ? "header" : "headers"}</summary>
${fieldListHtml(response.headers, above)}</details>
`
    }${response.body.length > 0 && bodyHtml(response.body, above)}`;
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

function firstLine(text: string): string {
  const line = plainText(text).replaceAll(/[`*]/g, "");
  return line.length <= lineLength ? line : `${line.slice(0, lineLength).replace(/\s+\S*$/, "")} …`;
}

function isLonger(text: string): boolean {
  return plainText(text).length > lineLength || /[[\n]/.test(text.trim());
}

/** Writes responses as Markdown. */
export function responsesMarkdown(responses: readonly ResponsePart[], above: string): string {
  return responses
    .map(({ status, description: text, headers, body }) => {
      const list = headers.length === 0 ? "" : `Headers:\n\n${fieldListMarkdown(headers, above)}\n`;
      return `### ${markdown(status)}\n\n${inlineProse(text)}\n\n${list}${bodyMarkdown(body, above)}`;
    })
    .join("\n");
}
