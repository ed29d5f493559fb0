import type { HttpOperation } from "@specwright/contract";

/** The operations of two contracts, matched by what a client calls. */
export interface MatchedOperations {
  readonly pairs: readonly (readonly [old: HttpOperation, revised: HttpOperation])[];
  readonly removed: readonly HttpOperation[];
  readonly added: readonly HttpOperation[];
}

/** Matches operations by their method and by their path without the names of its parameters. */
export function matchOperations(
  base: readonly HttpOperation[],
  revision: readonly HttpOperation[],
): MatchedOperations {
  const after = new Map(revision.map((each) => [keyOf(each), each]));
  const pairs: [HttpOperation, HttpOperation][] = [];
  const removed: HttpOperation[] = [];
  for (const old of base) {
    const revised = after.get(keyOf(old));
    if (revised === undefined) removed.push(old);
    else pairs.push([old, revised]);
    after.delete(keyOf(old));
  }
  return { pairs, removed, added: [...after.values()] };
}

function keyOf({ method, path }: HttpOperation): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
}
