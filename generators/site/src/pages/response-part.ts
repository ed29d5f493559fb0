import type { Response } from "@specwright/contract";
import type { PageBudget } from "../fields/schema-draft.ts";
import type { FieldNode } from "../fields/schema-node.ts";
import { anchorStep, nestedAnchor } from "../paths/anchors.ts";
import type { Reference } from "../reference/reference.ts";
import { plainText } from "../text/plain-text.ts";
import { type BodyPart, readBody } from "./body-part.ts";
import { type LinkPart, readLinks } from "./link-part.ts";
import { parameterFields } from "./parameters-section.ts";

/** A response, with its headers, body and links. */
export interface ResponsePart {
  readonly status: string;
  readonly anchor: string;
  readonly description: string;
  readonly headers: readonly FieldNode[];
  readonly body: readonly BodyPart[];
  readonly links: readonly LinkPart[];
}

/** Reads responses. The ids of a response's elements begin with `parent`, `response-` and the status. */
export function readResponses(
  responses: readonly Response[],
  parent: string,
  reference: Reference,
  budget: PageBudget,
): readonly ResponsePart[] {
  return responses.map((response) => {
    const anchor = nestedAnchor(parent, `response-${anchorStep(response.status)}`);
    return {
      status: plainText(response.status) || "default",
      anchor,
      description: response.description,
      headers: parameterFields(response.headers, () => `${anchor}:header`, reference, budget),
      body: readBody(response.content, `${anchor}:body`, { reference, budget, reader: "response" }),
      links: readLinks(response, anchor, reference),
    };
  });
}
