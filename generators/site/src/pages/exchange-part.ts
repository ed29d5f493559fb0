// Reads the request and the responses of an operation or a callback.

import type { HttpOperation } from "@specwright/contract";
import type { PageBudget } from "../fields/schema-draft.ts";
import { anchorStep, nestedAnchor } from "../paths/anchors.ts";
import type { Reference } from "../reference/reference.ts";
import { plainText } from "../text/plain-text.ts";
import { type BodyPart, readBody } from "./body-part.ts";
import { type FieldGroup, parameterGroups } from "./parameters-section.ts";
import { type ResponsePart, readResponses } from "./response-part.ts";

/** A request, with its possible responses. */
export interface ExchangePart {
  readonly operation: HttpOperation;
  readonly parameters: readonly FieldGroup[];
  readonly body: readonly BodyPart[];
  readonly responses: readonly ResponsePart[];
  readonly callbacks: readonly CallbackPart[];
}

/** A callback: the requests that the provider sends to a URL of the client. */
export interface CallbackPart {
  readonly name: string;
  readonly anchor: string;
  readonly requests: readonly CallbackRequest[];
}

export interface CallbackRequest extends ExchangePart {
  readonly anchor: string;
}

/** Reads a request with its responses. The ids of elements begin with `parent`, which may be empty. */
export function readExchange(
  operation: HttpOperation,
  parent: string,
  reference: Reference,
  budget: PageBudget,
): ExchangePart {
  return {
    operation,
    parameters: parameterGroups(operation.parameters, parent, reference, budget),
    body: readBody(operation.requestBody?.content ?? [], nestedAnchor(parent, "body"), {
      reference,
      budget,
      reader: "request",
    }),
    responses: readResponses(operation.responses, parent, reference, budget),
    callbacks: readCallbacks(operation, parent, reference, budget),
  };
}

function readCallbacks(
  { callbacks }: HttpOperation,
  parent: string,
  reference: Reference,
  budget: PageBudget,
): readonly CallbackPart[] {
  return [...callbacks].map(([name, requests]) => {
    const anchor = nestedAnchor(parent, `callback-${anchorStep(name)}`);
    const taken = new Set<string>();
    return {
      name: plainText(name) || "Unnamed",
      anchor,
      requests: requests.map((request) => {
        let own = nestedAnchor(anchor, request.method);
        for (let count = 2; taken.has(own); count++) {
          own = nestedAnchor(anchor, `${request.method}-${count}`);
        }
        taken.add(own);
        return { ...readExchange(request, own, reference, budget), anchor: own };
      }),
    };
  });
}
