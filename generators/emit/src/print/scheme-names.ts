import type { Contract } from "@specwright/contract";
import { stringLiteral } from "./literal.ts";

/**
 * Returns the union type of the names of all security schemes that operations use. Returns undefined if no
 * operation uses one.
 */
export function schemeNames({ operations }: Contract): string | undefined {
  const names = operations.flatMap(({ security }) => security.flatMap((each) => [...each.keys()]));
  const literals = [...new Set(names)].sort().map(stringLiteral);
  return literals.length === 0 ? undefined : literals.join(" | ");
}
