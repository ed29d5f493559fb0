// Prepares the data for `reference/operations.md`.

import {
  formatProse,
  type HttpOperation,
  inlineProse,
  type MediaType,
  markdown,
  markdownCode,
  paginationWords,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { type ParameterView, parameterView } from "./fields-view.ts";
import { jsonText, type Links, typeText } from "./type-text.ts";

/** The data for the page that lists all operations and webhooks. */
export interface OperationsView {
  readonly title: string;
  readonly operations: readonly OperationView[];
}

interface OperationView {
  readonly name: string;
  readonly request: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly security: string;
  readonly pages: string;
  readonly parameters: readonly ParameterView[];
  readonly body: string;
  readonly example: string;
  readonly responses: readonly {
    readonly status: string;
    readonly body: string;
    readonly notes: string;
  }[];
}

/** Returns the data for the operations page. */
export function operationsView({ contract, names }: EmitContext): OperationsView {
  const links: Links = { contract, names, schemasPage: "schemas.md" };
  return {
    title: markdown(contract.info.title),
    operations: [...contract.operations, ...contract.webhooks].map((each) =>
      operationView(each, links),
    ),
  };
}

function operationView(operation: HttpOperation, links: Links): OperationView {
  const media = operation.requestBody?.content ?? [];
  return {
    name: links.names.operation(operation).value,
    request: markdownCode(`${operation.method.toUpperCase()} ${operation.path}`),
    summary: inlineProse(operation.summary),
    description: formatProse(operation.description),
    deprecated: operation.deprecated,
    security: securityText(operation),
    pages: pagesText(operation),
    parameters: operation.parameters.map((each) => parameterView(each, links)),
    body: bodyText(media, links),
    example: exampleText(media),
    responses: operation.responses.map((response) => ({
      status: markdown(response.status),
      body: bodyText(response.content, links),
      notes: inlineProse(response.description),
    })),
  };
}

/** Describes how an operation divides its list into pages; empty if it does not. */
function pagesText({ pagination }: HttpOperation): string {
  const words = pagination === undefined ? [] : paginationWords(pagination);
  return words.map((word) => (typeof word === "string" ? word : markdownCode(word.code))).join("");
}

function securityText(operation: HttpOperation): string {
  const alternatives = operation.security.map((requirement) =>
    [...requirement].map(schemeText).join(" and "),
  );
  if (alternatives.length === 0 || alternatives.includes("")) return "none";
  return alternatives.join(", or ");
}

/** Formats a security scheme, with the scopes or roles that the operation requires. */
function schemeText([scheme, scopes]: readonly [string, readonly string[]]): string {
  if (scopes.length === 0) return markdownCode(scheme);
  return `${markdownCode(scheme)} with ${scopes.map(markdownCode).join(", ")}`;
}

function bodyText(content: readonly MediaType[], links: Links): string {
  return content
    .map(({ mediaType, schema }) => {
      const type = markdownCode(mediaType);
      return schema === undefined ? type : `${type}: ${typeText(schema, links)}`;
    })
    .join("; ");
}

/**
 * Formats the first example as an indented code block, so that no text of the document is interpreted as
 * Markdown.
 */
function exampleText(content: readonly MediaType[]): string {
  const example = content.flatMap((media) => media.examples)[0];
  return example === undefined ? "" : indentCode(jsonText(example.value, 2));
}

/**
 * Indents a text, so that it becomes a code block. A fenced block could end at a line of the text; an
 * indented block cannot.
 */
export function indentCode(text: string): string {
  return text.replace(/^/gm, "    ");
}
