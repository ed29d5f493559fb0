import type { HttpServices } from "../http-services.ts";
import { type Allowance, countRequest } from "./subscriber-limits.ts";

/** A request to subscribe an address. The address need not belong to the caller. */
export interface SubscriptionRequest {
  readonly interface: string;
  /** A mail address whose syntax was checked. */
  readonly address: string;
  /** The IP address of the caller. */
  readonly ip: string;
}

/**
 * Queues a mail with a link to confirm a subscription. This function does not check whether the
 * address is subscribed, so neither the response nor its timing reveals this. The mail worker
 * checks it later.
 */
export async function requestSubscription(
  { storage, clock, mail }: Pick<HttpServices, "storage" | "clock" | "mail">,
  request: SubscriptionRequest,
): Promise<Allowance> {
  const now = clock.now();
  const allowance = await storage.transaction(async (stored) => {
    const counted = await countRequest(stored, request, {
      now,
      countsCallers: mail?.countsCallers ?? true,
    });
    if (counted.kind === "mailed") {
      await stored.subscribers.request(request.interface, request.address, now);
    }
    return counted;
  });
  if (allowance.kind === "mailed") mail?.wake();
  return allowance;
}
