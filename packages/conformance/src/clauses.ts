import type { Clause } from "./clause.ts";
import { acrossChannels } from "./clauses/across-channels.ts";
import { addresses } from "./clauses/addresses.ts";
import { announcements } from "./clauses/announcements.ts";
import { authentication } from "./clauses/authentication.ts";
import { controlFrames } from "./clauses/control-frames.ts";
import { emittedFrames } from "./clauses/emitted-frames.ts";
import { endings } from "./clauses/endings.ts";
import { everyFrame } from "./clauses/every-frame.ts";
import { filters } from "./clauses/filters.ts";
import { heartbeats } from "./clauses/heartbeats.ts";
import { histories } from "./clauses/histories.ts";
import { limitRules } from "./clauses/limits.ts";
import { marketData } from "./clauses/market-data.ts";
import { publishing } from "./clauses/publishing.ts";
import { resuming } from "./clauses/resuming.ts";
import { upgradeOrder } from "./clauses/upgrade-order.ts";

/** Every clause, in the order of sections. */
export const clauses: readonly Clause[] = [
  ...acrossChannels,
  ...addresses,
  ...announcements,
  ...authentication,
  ...controlFrames,
  ...emittedFrames,
  ...endings,
  ...everyFrame,
  ...filters,
  ...heartbeats,
  ...histories,
  ...limitRules,
  ...marketData,
  ...publishing,
  ...resuming,
  ...upgradeOrder,
].toSorted((a, b) => compareIds(a.id, b.id));

/** Compares ids part by part; sections precede decisions. */
export function compareIds(left: string, right: string): number {
  const a = partsOf(left);
  const b = partsOf(right);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Reports whether an id is one of `only` or lies below it: `4.5` selects `4.5.3`, not `4.50`. */
export function isSelected(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((one) => id === one || id.startsWith(`${one}.`));
}

function partsOf(id: string): readonly number[] {
  const decision = id.startsWith("S");
  return [decision ? 1 : 0, ...id.replace(/^S/, "").split(".").map(Number)];
}
