import type { Repositories } from "../storage/publisher-storage.ts";

/** The share of what the operator publishes by command. */
export const OPERATOR_SHARE = "operator";
/** The share of everybody who reads pages without a token. */
export const READERS_SHARE = "readers";

/** How many comparisons of pages may wait. They are asked for by anybody, and can be asked for again. */
const READERS_WAITING = 16;
/** How many documents of a token may wait. */
const TOKEN_WAITING = 100;

/** The limits that the operator sets. */
interface WaitingLimits {
  readonly waitingPerToken?: number;
}

/** When to ask again after too many documents of a share are waiting, in seconds. */
export const FULL_SHARE_RETRY_SEC = 30;

/** Returns the share of a token: whatever is sent with it takes turns with that of others. */
export function tokenShare({ prefix }: { readonly prefix: string }): string {
  return `token ${prefix}`;
}

/** Returns how many documents of a share may wait to be processed. */
export function mostWaiting({ waitingPerToken }: WaitingLimits, share: string): number {
  if (share === OPERATOR_SHARE) return Number.POSITIVE_INFINITY;
  return share === READERS_SHARE ? READERS_WAITING : (waitingPerToken ?? TOKEN_WAITING);
}

/** Reports whether no further document of a share may wait. */
export async function isShareFull(
  limits: WaitingLimits,
  { jobs }: Pick<Repositories, "jobs">,
  share: string,
): Promise<boolean> {
  return (await jobs.waitingOf(share)) >= mostWaiting(limits, share);
}
