import type { HttpOperation } from "@specwright/contract";
import { compareText } from "@specwright/spec-loader";

/**
 * Orders operations so that the first whose path matches is the right one: fixed text precedes a
 * parameter in the same segment (OpenAPI, Paths Object).
 */
export function byPrecedence(a: HttpOperation, b: HttpOperation): number {
  return compareText(keyOf(a), keyOf(b));
}

/** Puts every parameter behind all text that may stand in its place. */
function keyOf({ path, method }: HttpOperation): string {
  const last = "\u{10ffff}";
  return `${path.replaceAll(/\{[^{}]*\}/g, last)} ${method}`;
}
