import type { Repositories } from "../storage/publisher-storage.ts";

/** The share of documents that the operator publishes by command. */
export const OPERATOR_SHARE = "operator";
/** The share of all readers without a token. */
export const READERS_SHARE = "readers";

/**
 * How many comparisons that pages request may wait. The limit is low, because anyone can request a
 * comparison and repeat the request later.
 */
const READERS_WAITING = 16;
/** How many documents of a token may wait. */
const TOKEN_WAITING = 100;

/** The limits that the operator sets. */
interface WaitingLimits {
  readonly waitingPerToken?: number;
}

/** When to retry after too many documents of a share are waiting, in seconds. */
export const FULL_SHARE_RETRY_SEC = 30;

/** Returns the share of a token. Shares take turns. */
export function tokenShare({ prefix }: { readonly prefix: string }): string {
  return `token ${prefix}`;
}

/** Returns how many documents of a share may wait to be processed. */
export function mostWaiting({ waitingPerToken }: WaitingLimits, share: string): number {
  if (share === OPERATOR_SHARE) return Number.POSITIVE_INFINITY;
  return share === READERS_SHARE ? READERS_WAITING : (waitingPerToken ?? TOKEN_WAITING);
}

/** Reports whether a share has reached its limit of waiting documents. */
export async function isShareFull(
  limits: WaitingLimits,
  { jobs }: Pick<Repositories, "jobs">,
  share: string,
): Promise<boolean> {
  return (await jobs.waitingOf(share)) >= mostWaiting(limits, share);
}
