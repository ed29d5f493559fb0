import type { Contract, HttpOperation, Response } from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import { isJsonObject, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import { fieldAnchor, nestedAnchor } from "../paths/anchors.ts";
import { operationTitle } from "../reference/operation-title.ts";
import type { Reference } from "../reference/reference.ts";
import { decodeLink } from "../text/decode-link.ts";
import { plainText } from "../text/plain-text.ts";

/** A link of a response: an operation that clients can call with values from the response. */
export interface LinkPart {
  readonly name: string;
  readonly anchor: string;
  readonly description?: string;
  /**
   * The title of the linked operation's page. Without a page, the name of the operation in the document.
   */
  readonly target: string;
  readonly path?: string;
  /** The values that the response provides for the call. */
  readonly values: readonly LinkValue[];
}

/** A parameter or a body of the linked operation, with its value. */
export interface LinkValue {
  readonly name: string;
  /** The value: a runtime expression such as `$response.body#/id`, or a constant. */
  readonly value: string;
}

/** Reads the links of a response. The ids of elements begin with `parent`. */
export function readLinks(
  { links }: Response,
  parent: string,
  { contract, paths }: Reference,
): readonly LinkPart[] {
  return [...links].map(([name, link]) => {
    const raw = isJsonObject(link) ? link : {};
    const { operationId, operationRef, description } = raw;
    const operation = linkedOperation(raw, contract);
    const written = plainText(textOrUndefined(operationId) ?? textOrUndefined(operationRef) ?? "");
    return {
      name: plainText(name) || "Unnamed",
      anchor: fieldAnchor(nestedAnchor(parent, "link"), name),
      ...(typeof description === "string" && { description }),
      ...(operation === undefined
        ? { target: written || "an unnamed operation" }
        : { target: operationTitle(operation), path: paths.operation(operation) }),
      values: linkValues(raw),
    };
  });
}

function linkValues({ parameters, requestBody }: JsonObject): readonly LinkValue[] {
  const named = Object.entries(isJsonObject(parameters) ? parameters : {});
  return [
    ...named.map(([name, value]) => ({ name: plainText(name), value: valueText(value) })),
    ...(requestBody === undefined ? [] : [{ name: "body", value: valueText(requestBody) }]),
  ];
}

function valueText(value: JsonValue): string {
  return typeof value === "string" ? plainText(value) : plainText(jsonText(value));
}

function textOrUndefined(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Finds the linked operation by its id, or by a reference inside the same document. */
function linkedOperation(link: JsonObject, { operations }: Contract): HttpOperation | undefined {
  const id = textOrUndefined(link["operationId"]);
  if (id !== undefined) return operations.find((each) => each.id === id);
  const reference = textOrUndefined(link["operationRef"]);
  const [, path, method] = /#\/paths\/([^/]+)\/([^/]+)$/.exec(reference ?? "") ?? [];
  if (path === undefined) return undefined;
  const template = decodeLink(path).replaceAll("~1", "/").replaceAll("~0", "~");
  return operations.find((each) => each.path === template && each.method === method);
}
