import type { CheckedClause } from "../checks/clause.ts";
import { acrossChannels } from "./across-channels.ts";
import { addresses } from "./addresses.ts";
import { announcements } from "./announcements.ts";
import { authentication } from "./authentication.ts";
import { contractRules } from "./contract.ts";
import { controlFrames } from "./control-frames.ts";
import { emittedFrames } from "./emitted-frames.ts";
import { endings } from "./endings.ts";
import { everyFrame } from "./every-frame.ts";
import { filters } from "./filters.ts";
import { heartbeats } from "./heartbeats.ts";
import { limitRules } from "./limits.ts";
import { marketData } from "./market-data.ts";
import { publishing } from "./publishing.ts";
import { resuming } from "./resuming.ts";
import { upgradeOrder } from "./upgrade-order.ts";

/** The clauses of the source document, in the order of sections. */
export const sourceClauses: readonly CheckedClause[] = [
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
  ...limitRules,
  ...marketData,
  ...publishing,
  ...resuming,
  ...upgradeOrder,
].toSorted((a, b) => compareIds(a.id, b.id));

/** Every clause: first from the source document, then from the contract. */
export const clauses: readonly CheckedClause[] = [...sourceClauses, ...contractRules];

/** Compares ids part by part. Sections come before decisions. */
export function compareIds(left: string, right: string): number {
  const a = clauseNumbers(left);
  const b = clauseNumbers(right);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function clauseNumbers(id: string): readonly number[] {
  const decision = id.startsWith("S");
  return [decision ? 1 : 0, ...id.replace(/^S/, "").split(".").map(Number)];
}
