// Unions and intersections, simplified before they are printed.

import { distinctTypes } from "./type-equality.ts";
import { isName, neverType, type TypeExpression, unknownType } from "./type-expression.ts";

/**
 * Joins types: nested unions are flattened, duplicates dropped, `never` is omitted, `unknown`
 * absorbs the others.
 */
export function unionOf(types: readonly TypeExpression[]): TypeExpression {
  if (types.length === 1 && types[0] !== undefined) return types[0];
  const flat = types.flatMap((type) => (type.kind === "union" ? type.members : [type]));
  if (flat.some((type) => isName(type, "unknown"))) return unknownType;
  const members = distinctTypes(flat.filter((type) => !isName(type, "never")));
  const [first, ...others] = members;
  if (first === undefined) return neverType;
  return others.length === 0 ? first : { kind: "union", members };
}

/**
 * Intersects types: nested ones are flattened, duplicates dropped, `unknown` is omitted, `never`
 * absorbs the others.
 */
export function intersectionOf(types: readonly TypeExpression[]): TypeExpression {
  if (types.length === 1 && types[0] !== undefined) return types[0];
  const flat = types.flatMap((type) => (type.kind === "intersection" ? type.members : [type]));
  if (flat.some((type) => isName(type, "never"))) return neverType;
  const members = distinctTypes(flat.filter((type) => !isName(type, "unknown")));
  const [first, ...others] = members;
  if (first === undefined) return unknownType;
  return others.length === 0 ? first : { kind: "intersection", members };
}
