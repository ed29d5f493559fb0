import type { Contract } from "@specwright/contract";
import type { Change } from "./changes/change.ts";
import { Comparison } from "./comparison.ts";
import { compareOperations } from "./openapi/compare-operations.ts";

/**
 * Compares two contracts and returns what changed, the worst first.
 *
 * @example
 * ```ts
 * const changes = compareContracts(base, revision);
 * changes.some((change) => change.class === "breaking");
 * ```
 */
export function compareContracts(base: Contract, revision: Contract): readonly Change[] {
  const comparison = new Comparison(base, revision);
  compareOperations(comparison);
  return comparison.changes();
}
