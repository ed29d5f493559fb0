import type { Connection } from "./connection.ts";
import { fairSlots } from "./fair-slots.ts";
import { tooManyRequests } from "./rate-limits.ts";
import type { RequestMeta } from "./request-context.ts";
import type { SlotOptions } from "./rest-handler-options.ts";

/**
 * Waits for a slot, if the operation of the request needs one. The slot is released once the response was
 * sent or the client has disconnected.
 *
 * @throws ProblemError 429 if no slot is free in time.
 */
export type AwaitSlot<Principal> = (
  request: RequestMeta,
  principal: Principal | undefined,
  connection: Connection,
) => Promise<void>;

const RETRY_SECONDS = 5;

/** Creates the function that waits for the slots of a server. */
export function awaitSlot<Principal>(options: SlotOptions<Principal>): AwaitSlot<Principal> {
  const { operations, waitMs, sharesOf } = options;
  const slots = fairSlots(options);
  return async (request, principal, connection) => {
    if (!operations.includes(request.operation.id)) return;
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort();
    const timer = setTimeout(giveUp, waitMs);
    connection.onClose(giveUp);
    const release = await slots.take(sharesOf(request, principal), waiting.signal);
    clearTimeout(timer);
    if (release === undefined) throw tooManyRequests(RETRY_SECONDS);
    connection.onClose(release);
  };
}
