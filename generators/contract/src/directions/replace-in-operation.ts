// Replaces the schemas and declarations of an operation, by the direction in which they are sent.

import type {
  Encoding,
  HttpOperation,
  MediaType,
  Parameter,
  ParameterGroup,
  RequestBody,
  Response,
} from "../model/operation.ts";
import type { Declaration, Schema } from "../model/schema.ts";
import type { Direction } from "./operation-schemas.ts";

/** Replaces the schemas and declarations of one direction. */
export interface Replacement {
  schema(schema: Schema, direction: Direction): Schema;
  declaration(declaration: Declaration, direction: Direction): Declaration;
}

/**
 * Replaces the schemas of an operation. `direction` is that of its request: the owner of the
 * values sends the requests of a webhook and of a callback, as it sends the responses of others.
 */
export function replaceInOperation(
  operation: HttpOperation,
  by: Replacement,
  direction: Direction = "request",
): HttpOperation {
  const { requestBody, callbacks } = operation;
  const opposite = direction === "request" ? "response" : "request";
  return {
    ...operation,
    parameters: operation.parameters.map((each) => replaceInParameter(each, by, direction)),
    parameterGroups: operation.parameterGroups.map(
      (group): ParameterGroup => ({
        ...group,
        declaration: by.declaration(group.declaration, direction),
      }),
    ),
    ...(requestBody && { requestBody: replaceInBody(requestBody, by, direction) }),
    responses: operation.responses.map((each) => replaceInResponse(each, by, opposite)),
    callbacks: new Map(
      [...callbacks].map(([name, operations]) => [
        name,
        operations.map((each) => replaceInOperation(each, by, opposite)),
      ]),
    ),
  };
}

function replaceInBody(body: RequestBody, by: Replacement, direction: Direction): RequestBody {
  return { ...body, content: body.content.map((media) => replaceInMedia(media, by, direction)) };
}

function replaceInResponse(response: Response, by: Replacement, direction: Direction): Response {
  const { headersDeclaration } = response;
  return {
    ...response,
    headers: response.headers.map((header) => replaceInParameter(header, by, direction)),
    ...(headersDeclaration && {
      headersDeclaration: by.declaration(headersDeclaration, direction),
    }),
    content: response.content.map((media) => replaceInMedia(media, by, direction)),
  };
}

function replaceInParameter(
  parameter: Parameter,
  by: Replacement,
  direction: Direction,
): Parameter {
  const { schema, content, declaration } = parameter;
  // Most headers have nothing to replace, and one is often part of many responses.
  if (content === undefined && declaration === undefined) {
    const replaced = schema && by.schema(schema, direction);
    if (replaced === schema) return parameter;
  }
  return {
    ...parameter,
    ...(schema && { schema: by.schema(schema, direction) }),
    ...(content && { content: replaceInMedia(content, by, direction) }),
    ...(declaration && { declaration: by.declaration(declaration, direction) }),
  };
}

function replaceInMedia(media: MediaType, by: Replacement, direction: Direction): MediaType {
  const { schema, declaration, itemSchema, itemDeclaration, items } = media;
  const { encoding, prefixEncoding, itemEncoding } = media;
  return {
    ...media,
    encoding: new Map(
      [...encoding].map(([name, each]) => [name, replaceInEncoding(each, by, direction)]),
    ),
    prefixEncoding: prefixEncoding.map((each) => replaceInEncoding(each, by, direction)),
    ...(itemEncoding && { itemEncoding: replaceInEncoding(itemEncoding, by, direction) }),
    ...(schema && { schema: by.schema(schema, direction) }),
    ...(declaration && { declaration: by.declaration(declaration, direction) }),
    ...(itemSchema && { itemSchema: by.schema(itemSchema, direction) }),
    ...(itemDeclaration && { itemDeclaration: by.declaration(itemDeclaration, direction) }),
    ...(items?.declaration && {
      items: { ...items, declaration: by.declaration(items.declaration, direction) },
    }),
  };
}

function replaceInEncoding(encoding: Encoding, by: Replacement, direction: Direction): Encoding {
  const { headers, headersDeclaration } = encoding;
  return {
    ...encoding,
    headers: headers.map((header) => replaceInParameter(header, by, direction)),
    ...(headersDeclaration && {
      headersDeclaration: by.declaration(headersDeclaration, direction),
    }),
  };
}
