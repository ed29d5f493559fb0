import type { HttpOperation } from "@specwright/contract";
import { compareText } from "@specwright/spec-loader";

/**
 * Compares operations, so that the first one whose path matches is the right one. In each segment, fixed
 * text precedes a parameter (OpenAPI, Paths Object).
 */
export function byPrecedence(a: HttpOperation, b: HttpOperation): number {
  return compareText(sortKey(a), sortKey(b));
}

/** Returns a key. In the order of the keys, a parameter follows all fixed texts in the same segment. */
function sortKey({ path, method }: HttpOperation): string {
  const last = "\u{10ffff}";
  return `${path.replaceAll(/\{[^{}]*\}/g, last)} ${method}`;
}
