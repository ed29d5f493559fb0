import type { Repositories } from "../storage/publisher-storage.ts";

/**
 * The share for documents that the operator publishes by command. A share is a group of waiting
 * documents with a common limit. The shares take turns.
 */
export const OPERATOR_SHARE = "operator";
/** The share for comparisons that readers without a token request. */
export const READERS_SHARE = "readers";

/**
 * How many comparisons that readers requested may wait. The limit is low, because anyone can
 * request comparisons. A reader whose request is refused can repeat the request later.
 */
const READERS_WAITING = 16;
/** How many documents sent with one token may wait. */
const TOKEN_WAITING = 100;

/** The limits that the operator sets. */
interface WaitingLimits {
  readonly waitingPerToken?: number;
}

/** After how many seconds a sender may retry when too many documents of the share are waiting. */
export const FULL_SHARE_RETRY_SEC = 30;

/** Returns the share of the documents that are sent with a token. */
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
