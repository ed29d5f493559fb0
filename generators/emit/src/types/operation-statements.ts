// Prints the types of an operation's requests and responses.

import {
  allowedResponses,
  type HttpOperation,
  type ParameterGroup,
  type RequestBody,
  type Response,
  responseContent,
} from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import { stringLiteral } from "../print/literal.ts";
import { block, code, type Printable } from "../print/printable.ts";
import { contentTypes } from "./media-type.ts";
import { partSentence, partWords } from "./object-type.ts";
import {
  intersectionType,
  isSameType,
  type Member,
  mediaTypeLiteral,
  neverType,
  printMembers,
  printMemberType,
  type TypeExpression,
  typeMember,
  typeName,
  unionType,
} from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** Prints the type of an operation's requests, with the given name. */
export function requestStatement(
  reader: TypeReader,
  name: string,
  operation: HttpOperation,
): Printable {
  const doc = docComment({
    text: partSentence(operation, partWords(reader, "request")),
    generatedFrom: operation.source,
    document: reader.options.document,
  });
  return partsStatement(doc, name, partMembers(reader, operation.parameterGroups), [
    bodyParts(reader, operation.requestBody),
  ]);
}

/**
 * Prints a type whose members are the parts of a message: an interface if possible, otherwise an alias.
 */
export function partsStatement(
  doc: Printable,
  name: string,
  members: readonly Member[],
  bodies: readonly (readonly (readonly Member[])[])[] = [],
): Printable {
  const alternatives = bodies.flat();
  const [only = [], ...others] = alternatives;
  if (others.length === 0) {
    const all = [...members, ...only];
    if (all.length === 0) return code`${doc}export type ${name} = Record<string, never>;`;
    return code`${doc}export interface ${name} ${block("{", printMembers(all), "}")}`;
  }
  const union = unionType(
    alternatives.map((each): TypeExpression => ({ kind: "object", members: each })),
  );
  const base: TypeExpression[] = members.length === 0 ? [] : [{ kind: "object", members }];
  return code`${doc}export type ${name} =${printMemberType(intersectionType([...base, union]))};`;
}

const parts: Readonly<Record<string, string>> = {
  path: "path",
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
};

/**
 * Lists the members of a request that consist of parameters, such as `query`. A member is optional if none
 * of its parameters is required.
 */
export function partMembers(reader: TypeReader, groups: readonly ParameterGroup[]): Member[] {
  return Object.keys(parts).flatMap((location) =>
    groups
      .filter((group) => group.in === location)
      .map(({ declaration }) => {
        const { schema } = declaration;
        const { defaults, form } = reader.options;
        const isRequired =
          schema.kind === "schema" &&
          ((schema.required ?? []).length > 0 || (form === "read" && defaults.of(schema).size > 0));
        return typeMember(
          parts[location] ?? location,
          !isRequired,
          typeName(reader.name(declaration)),
        );
      }),
  );
}

/** Lists the ways to pass a body. Each is a list of members, such as `contentType` and `body`. */
function bodyParts(reader: TypeReader, body: RequestBody | undefined): Member[][] {
  if (body === undefined) return [];
  const contents = contentTypes(reader, body.content, "request");
  const [only, ...others] = contents;
  if (only === undefined) return [];
  if (others.length === 0 && body.content.length === 1)
    return [[typeMember("body", !body.required, only.body)]];
  const alternatives = contents.map(({ mediaTypes, body: type }) => [
    typeMember("contentType", false, unionType(mediaTypes.map(mediaTypeLiteral))),
    typeMember("body", false, type),
  ]);
  if (body.required) return alternatives;
  return [
    ...alternatives,
    [typeMember("contentType", true, neverType), typeMember("body", true, neverType)],
  ];
}

// Prints the responses as a union with one member for each status. A check of `status` then narrows the
// type of the body.

/** Prints the union of an operation's responses, with the given name. */
export function responseStatement(
  reader: TypeReader,
  name: string,
  operation: HttpOperation,
): Printable {
  const shapes: { statuses: TypeExpression[]; rest: TypeExpression }[] = [];
  for (const response of allowedResponses(operation)) {
    const more: Member[] = [];
    const { headersDeclaration } = response;
    if (headersDeclaration !== undefined) {
      const { defaults, form } = reader.options;
      const { schema } = headersDeclaration;
      const isFilled = form === "read" && schema.kind === "schema" && defaults.of(schema).size > 0;
      const isRequired = isFilled || response.headers.some((header) => header.required);
      more.push(typeMember("headers", !isRequired, typeName(reader.name(headersDeclaration))));
    }
    const isExact = /^\d{3}$/.test(response.status);
    const status = typeName(isExact ? response.status : stringLiteral(response.status));
    const code = isExact ? [] : [typeMember("statusCode", false, typeName("number"))];
    for (const body of bodyMembers(reader, operation, response)) {
      const rest: TypeExpression = { kind: "object", members: [...code, ...body, ...more] };
      const alike = isExact ? shapes.find((shape) => isSameType(shape.rest, rest)) : undefined;
      if (alike === undefined) shapes.push({ statuses: [status], rest });
      else alike.statuses.push(status);
    }
  }
  const types = shapes.map(
    ({ statuses, rest }): TypeExpression => ({
      kind: "object",
      members: [
        typeMember("status", false, unionType(statuses)),
        ...(rest.kind === "object" ? rest.members : []),
      ],
    }),
  );
  const doc = docComment({ text: partSentence(operation, partWords(reader, "responses")) });
  return code`${doc}export type ${name} =${printMemberType(unionType(types))};`;
}

const noBody: Member = typeMember("body", true, neverType);

/**
 * Lists the possible bodies of a response. Each is a list of members. If a status has no body, the list
 * still has the member `body`, because TypeScript would otherwise not allow code to read `body` from the
 * union.
 */
function bodyMembers(reader: TypeReader, operation: HttpOperation, response: Response): Member[][] {
  if (operation.method.toUpperCase() === "HEAD") return [[noBody]];
  const content = responseContent(response);
  const contents = contentTypes(reader, content, "response");
  if (contents.length === 0) return [[noBody]];
  const isSingle = content.length === 1;
  return contents.map(({ mediaTypes, body }) => {
    const types = unionType(mediaTypes.map(mediaTypeLiteral));
    const contentType = isSingle ? [] : [typeMember("contentType", false, types)];
    return [...contentType, typeMember("body", false, body)];
  });
}
