import type { HttpOperation } from "@specwright/contract";
import type { Finding } from "../changes/finding.ts";
import { writeValue } from "../changes/write-value.ts";
import { compareProviderCalls } from "./compare-provider-calls.ts";
import { matchOperations } from "./match-operations.ts";
import { reportAt, responsesOf, type Site } from "./site.ts";

/** Compares two operations that are called by the same method and path. */
export type OperationComparer = (site: Site, old: HttpOperation, revised: HttpOperation) => void;

/** Compares the callbacks of an operation. The provider writes their requests. */
export function compareCallbacks(
  site: Site,
  base: HttpOperation,
  revision: HttpOperation,
  compareOperation: OperationComparer,
): void {
  for (const name of new Set([...base.callbacks.keys(), ...revision.callbacks.keys()])) {
    const before = base.callbacks.get(name) ?? [];
    const { pairs, removed, added } = matchOperations(before, revision.callbacks.get(name) ?? []);
    const inside = {
      ...site,
      prefix: `${site.prefix}callback ${name} `,
      requests: responsesOf(site),
    };
    for (const [old, revised] of pairs) {
      const own = { ...inside, sources: [...site.sources] };
      compareOperation(own, old, revised);
      compareProviderCalls(own, old, revised);
    }
    for (const old of removed) reportAt(inside, undefined, existence(name, old, "removed"));
    for (const revised of added) reportAt(inside, undefined, existence(name, revised, "added"));
  }
}

function existence(name: string, operation: HttpOperation, was: "added" | "removed"): Finding {
  const { method, path, source } = operation;
  const isRemoved = was === "removed";
  return {
    rule: `callback-${was}`,
    class: isRemoved ? "breaking" : "non-breaking",
    surface: "wire",
    details: [name, method, path],
    ...(isRemoved ? { base: source } : { revision: source }),
    message: `The callback ${writeValue(name)} (\`${method.toUpperCase()} ${path}\`) was ${was}.`,
    why: isRemoved
      ? "A client that was written for the base waits for its requests."
      : "A client that was written for the base does not ask for it, or ignores it.",
  };
}
