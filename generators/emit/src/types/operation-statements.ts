// Operation Objects: the types of requests and responses.

import type { HttpOperation, ParameterGroup, RequestBody } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import { block, code, type Printable } from "../print/printable.ts";
import { intersectionOf, unionOf } from "./combine-types.ts";
import { contentTypes } from "./media-type.ts";
import { printMembers, printMemberType } from "./print-type.ts";
import { inForm, partOf } from "./schema-doc.ts";
import {
  type Member,
  mediaTypeLiteral,
  member,
  neverType,
  type TypeExpression,
  typeName,
} from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** Prints the type with this name for the request of an operation. */
export function requestStatement(
  reader: TypeReader,
  name: string,
  operation: HttpOperation,
): Printable {
  const doc = docComment({
    text: partOf(operation, inForm(reader, "request")),
    generatedFrom: operation.source,
  });
  return partsStatement(doc, name, partMembers(reader, operation.parameterGroups), [
    bodyParts(reader, operation.requestBody),
  ]);
}

/** Prints a type of parts: an interface if possible, otherwise an alias. */
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
  const union = unionOf(
    alternatives.map((each): TypeExpression => ({ kind: "object", members: each })),
  );
  const base: TypeExpression[] = members.length === 0 ? [] : [{ kind: "object", members }];
  return code`${doc}export type ${name} =${printMemberType(intersectionOf([...base, union]))};`;
}

const parts: Readonly<Record<string, string>> = {
  path: "path",
  query: "query",
  header: "headers",
  cookie: "cookies",
};

/**
 * Lists the parts of a request that consist of parameters; a part is optional if none of its
 * parameters is required.
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
        return member(parts[location] ?? location, !isRequired, typeName(reader.name(declaration)));
      }),
  );
}

/** Lists the ways to pass a body, each as the members it needs. */
function bodyParts(reader: TypeReader, body: RequestBody | undefined): Member[][] {
  if (body === undefined) return [];
  const contents = contentTypes(reader, body.content, "request");
  const [only, ...others] = contents;
  if (only === undefined) return [];
  if (others.length === 0 && body.content.length === 1)
    return [[member("body", !body.required, only.body)]];
  const alternatives = contents.map(({ mediaTypes, body: type }) => [
    member("contentType", false, unionOf(mediaTypes.map(mediaTypeLiteral))),
    member("body", false, type),
  ]);
  if (body.required) return alternatives;
  return [
    ...alternatives,
    [member("contentType", true, neverType), member("body", true, neverType)],
  ];
}
