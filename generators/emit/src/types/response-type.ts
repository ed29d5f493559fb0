// Responses Object: one member of a union per status, so that a check of `status` narrows the body.

import { type HttpOperation, type Response, responseContent } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import { code, type Printable } from "../print/printable.ts";
import { stringLiteral } from "../print/string-literal.ts";
import { unionOf } from "./combine-types.ts";
import { contentTypes } from "./media-type.ts";
import { printMemberType } from "./print-type.ts";
import { inForm, partOf } from "./schema-doc.ts";
import { isSameType } from "./type-equality.ts";
import {
  type Member,
  mediaTypeLiteral,
  member,
  neverType,
  type TypeExpression,
  typeName,
} from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** Prints the type with this name for the union of an operation's responses. */
export function responseStatement(
  reader: TypeReader,
  name: string,
  operation: HttpOperation,
): Printable {
  const shapes: { statuses: TypeExpression[]; rest: TypeExpression }[] = [];
  for (const response of operation.responses) {
    const more: Member[] = [];
    const { headersDeclaration } = response;
    if (headersDeclaration !== undefined) {
      const { defaults, form } = reader.options;
      const { schema } = headersDeclaration;
      const isFilled = form === "read" && schema.kind === "schema" && defaults.of(schema).size > 0;
      const isRequired = isFilled || response.headers.some((header) => header.required);
      more.push(member("headers", !isRequired, typeName(reader.name(headersDeclaration))));
    }
    const isExact = /^\d{3}$/.test(response.status);
    const status = typeName(isExact ? response.status : stringLiteral(response.status));
    const code = isExact ? [] : [member("statusCode", false, typeName("number"))];
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
        member("status", false, unionOf(statuses)),
        ...(rest.kind === "object" ? rest.members : []),
      ],
    }),
  );
  const { file, pointer } = operation.source;
  const doc = docComment({
    text: partOf(operation, inForm(reader, "responses")),
    generatedFrom: { file, pointer: `${pointer}/responses` },
  });
  return code`${doc}export type ${name} =${printMemberType(unionOf(types))};`;
}

const noBody: Member = member("body", true, neverType);

/**
 * Lists the bodies of a response, each as the members it needs. A status without a body still has
 * the member, so that it does not hide the bodies of other statuses.
 */
function bodyMembers(reader: TypeReader, operation: HttpOperation, response: Response): Member[][] {
  if (operation.method.toUpperCase() === "HEAD") return [[noBody]];
  const content = responseContent(response);
  const contents = contentTypes(reader, content, "response");
  if (contents.length === 0) return [[noBody]];
  const isSingle = content.length === 1;
  return contents.map(({ mediaTypes, body }) => {
    const types = unionOf(mediaTypes.map(mediaTypeLiteral));
    const contentType = isSingle ? [] : [member("contentType", false, types)];
    return [...contentType, member("body", false, body)];
  });
}
