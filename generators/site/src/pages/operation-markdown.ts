import { markdown, markdownCode } from "@specwright/contract";
import type { Reference } from "../reference/reference.ts";
import { descriptionMarkdown } from "../text/description-markdown.ts";
import { fencedText, markdownParts } from "../text/markdown-text.ts";
import { bodyMarkdown } from "./body-section.ts";
import { callbackNote, callbacksMarkdown } from "./callbacks-section.ts";
import type { OperationParts } from "./operation-parts.ts";
import { paginationMarkdown } from "./pagination-text.ts";
import { fieldListMarkdown } from "./parameters-section.ts";
import { responsesMarkdown } from "./responses-section.ts";
import { securityMarkdown } from "./security-text.ts";

const above = "../";

/** Writes the page of an operation in Markdown. */
export function operationMarkdown(parts: OperationParts, reference: Reference): string {
  const { operation, title, parameters, body, responses, callbacks, samples } = parts;
  const sections = [
    `# ${markdown(title)}`,
    `${markdownCode(`${operation.method.toUpperCase()} ${operation.path}`)}${operation.deprecated ? " (deprecated)" : ""}`,
    parts.isWebhook ? "The provider sends this request to you, and you respond." : "",
    descriptionMarkdown(operation.description),
    `Authentication: ${securityMarkdown(operation.security, reference, above)}.`,
    paginationMarkdown(operation.pagination),
    ...parameters.map(
      ({ title: heading, fields }) => `## ${heading}\n\n${fieldListMarkdown(fields, above)}`,
    ),
    ...(body.length === 0
      ? []
      : [
          "## Request body",
          descriptionMarkdown(operation.requestBody?.description),
          bodyMarkdown(body, above),
        ]),
    responses.length === 0 ? "" : `## Responses\n\n${responsesMarkdown(responses, above)}`,
    callbacks.length === 0
      ? ""
      : `## Callbacks\n\n${callbackNote}\n\n${callbacksMarkdown(callbacks, above)}`,
    samples.length === 0 ? "" : "## Samples",
    ...samples.map(({ code, language }) => fencedText(code, language)),
  ];
  return markdownParts(sections);
}
