import type { HttpOperation } from "@specwright/contract";
import { compareText } from "@specwright/spec-loader";

/**
 * Orders operations so that the first matching path is the right one: in each segment, fixed text
 * comes before a parameter (OpenAPI, Paths Object).
 */
export function byPrecedence(a: HttpOperation, b: HttpOperation): number {
  return compareText(sortKey(a), sortKey(b));
}

/** Sorts every parameter after all fixed texts of its segment. */
function sortKey({ path, method }: HttpOperation): string {
  const last = "\u{10ffff}";
  return `${path.replaceAll(/\{[^{}]*\}/g, last)} ${method}`;
}
