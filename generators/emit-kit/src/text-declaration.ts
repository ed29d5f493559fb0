import { type Declaration, isRestrictedText, type MediaType } from "@specwright/contract";

/** Returns what a body of text is checked against; undefined if it may be any text. */
export function textDeclaration({ schema, declaration }: MediaType): Declaration | undefined {
  return schema !== undefined && isRestrictedText(schema) ? declaration : undefined;
}
