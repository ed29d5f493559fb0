import type { HttpServices } from "../http-services.ts";
import { type Allowance, countRequest } from "./subscriber-limits.ts";

/** A request to subscribe an address. The caller need not own it. */
export interface SubscriptionRequest {
  readonly interface: string;
  /** A mail address whose form was checked. */
  readonly address: string;
  /** Where the request comes from. */
  readonly ip: string;
}

/**
 * Requests a mail with a link to confirm a subscription. It does not check whether the address is
 * subscribed, so that
 * neither the response nor its timing reveals this. The check happens when the mail is written.
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
