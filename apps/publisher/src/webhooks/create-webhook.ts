import type { Services } from "../services.ts";
import type { StoredWebhook } from "../storage/webhook-repository.ts";

/** A webhook to create. Its URL was checked. */
export type WebhookOrder = Pick<StoredWebhook, "interface" | "branch" | "url" | "token">;

/** How many webhooks an interface may have. */
export const MAX_WEBHOOKS = 20;

/** Creates a webhook. Returns `no_interface` or `too_many` if the webhook cannot be created. */
export async function createWebhook(
  { storage, clock, random, newId }: Pick<Services, "storage" | "clock" | "random" | "newId">,
  order: WebhookOrder,
): Promise<StoredWebhook | "no_interface" | "too_many"> {
  const secret = `whsec_${Buffer.from(random(32)).toString("base64")}`;
  const webhook = { ...order, id: newId(), secret, createdAt: clock.now() };
  return await storage.transaction(async ({ interfaces, webhooks }) => {
    const owner = await interfaces.lock(order.interface);
    if (owner === undefined || owner.withdrawnAt !== null) return "no_interface";
    if ((await webhooks.list(order.interface)).length >= MAX_WEBHOOKS) return "too_many";
    await webhooks.insert(webhook);
    return { ...webhook, failingSince: null, isDisabled: false };
  });
}
