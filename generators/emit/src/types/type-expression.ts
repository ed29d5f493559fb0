// TypeScript types as data, so that unions and intersections can be simplified before they are
// printed, and parentheses are added only where they are needed.

import type { DocComment } from "../print/doc-comment.ts";
import type { ImportSymbol } from "../print/printable.ts";
import { stringLiteral } from "../print/string-literal.ts";

/** A type. */
export type TypeExpression =
  | { readonly kind: "name"; readonly text: string; readonly symbol?: ImportSymbol }
  | { readonly kind: "union"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "array"; readonly item: TypeExpression }
  | {
      readonly kind: "iterable";
      readonly name: "AsyncIterable" | "Iterable";
      readonly item: TypeExpression;
    }
  | {
      readonly kind: "tuple";
      readonly items: readonly { readonly type: TypeExpression; readonly optional: boolean }[];
      readonly rest?: TypeExpression;
    }
  | { readonly kind: "object"; readonly members: readonly Member[] };

/** A member of an object type; without a key it is the index signature. */
export interface Member {
  readonly key: string | null;
  readonly optional: boolean;
  readonly type: TypeExpression;
  readonly doc?: DocComment;
}

/** Returns a type of a bare name or a literal. */
export function typeName(text: string): TypeExpression {
  return { kind: "name", text };
}

/** Returns an imported type. */
export function importedType(symbol: ImportSymbol): TypeExpression {
  return { kind: "name", text: symbol.name, symbol };
}

/** The type of any value. */
export const unknownType: TypeExpression = typeName("unknown");

/** The type of no value. */
export const neverType: TypeExpression = typeName("never");

/** Reports whether a type is the given name. */
export function isName(type: TypeExpression, text: string): boolean {
  return type.kind === "name" && type.text === text;
}

/** Returns the type of `contentType`: the literal, or `string` for a range such as `text/*`. */
export function mediaTypeLiteral(mediaType: string): TypeExpression {
  return typeName(mediaType.includes("*") ? "string" : stringLiteral(mediaType));
}

/** Returns a member without a doc comment. */
export function member(key: string, optional: boolean, type: TypeExpression): Member {
  return { key, optional, type };
}
