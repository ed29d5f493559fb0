import type { MediaType } from "../model/operation.ts";
import type { Declaration } from "../model/schema.ts";
import { isRestrictedText } from "../schema/restricted-text.ts";

/** Returns what a body of text is checked against; undefined if it may be any text. */
export function textDeclaration({ schema, declaration }: MediaType): Declaration | undefined {
  return schema !== undefined && isRestrictedText(schema) ? declaration : undefined;
}
