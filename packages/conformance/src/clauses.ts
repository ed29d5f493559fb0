import type { Clause } from "./clause.ts";
import { heartbeats } from "./clauses/heartbeats.ts";
import { resuming } from "./clauses/resuming.ts";

/** Lists every clause, in the order of sections. */
export const clauses: readonly Clause[] = [...resuming, ...heartbeats].toSorted((a, b) =>
  compareIds(a.id, b.id),
);

/** Compares ids part by part; sections go before decisions. */
export function compareIds(left: string, right: string): number {
  const a = partsOf(left);
  const b = partsOf(right);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Tells whether an id is the given one or stands below it: `4.5` selects `4.5.3`, not `4.50`. */
export function isSelected(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((one) => id === one || id.startsWith(`${one}.`));
}

function partsOf(id: string): readonly number[] {
  const decision = id.startsWith("S");
  return [decision ? 1 : 0, ...id.replace(/^S/, "").split(".").map(Number)];
}
