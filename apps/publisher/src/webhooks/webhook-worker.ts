import { VersionEventCodec } from "@specwright/publisher-api/codec";
import { standardWebhookSigner } from "@specwright/rest/client";
import { type OutboxWorker, startOutboxWorker } from "@specwright/service/outbox";
import type { HttpServices } from "../http-services.ts";
import { postMessage } from "../outgoing/post-message.ts";
import type { WebhookTargets } from "../outgoing/webhook-target.ts";
import type { WebhookDelivery } from "../storage/webhook-repository.ts";
import { readEvent } from "./read-event.ts";

/** Options for sending messages. */
export interface WebhookWorkerOptions
  extends Pick<HttpServices, "storage" | "clock" | "logger" | "addresses" | "authority"> {
  readonly targets: WebhookTargets;
  /** How long to wait for a response, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /**
   * How long the claim of a process on a webhook is valid, in milliseconds. If the process crashes,
   * a different process can call the webhook when the claim has expired. Default 30,000.
   */
  readonly claimMs?: number;
}

/** How many webhooks a process calls at once. Slow webhooks thus do not delay the others. */
const AT_ONCE = 4;

/** Starts to send the messages in the outbox. Several processes may share an outbox. */
export function startWebhookWorkers(options: WebhookWorkerOptions): OutboxWorker {
  const { storage, clock, logger, claimMs = 30_000 } = options;
  const workers = Array.from({ length: AT_ONCE }, () =>
    startOutboxWorker<WebhookDelivery>({
      ...{ name: "webhook", clock, logger, claimMs, sendsAtClose: false },
      transaction: (work) => storage.transaction(({ webhooks }) => work(webhooks)),
      nextDueAt: () => storage.committed.webhooks.nextDueAt(),
      send: (delivery) => sendMessage(options, delivery),
    }),
  );
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** Sends a message. Reports whether the webhook received the message. */
async function sendMessage(
  options: WebhookWorkerOptions,
  delivery: WebhookDelivery,
): Promise<boolean> {
  const { storage, clock, logger, targets, timeoutMs = 10_000 } = options;
  const webhook = await storage.committed.webhooks.byId(delivery.webhookId);
  const event = await readEvent(options, delivery);
  if (webhook === undefined || webhook.isDisabled || event === undefined) {
    await storage.transaction(({ webhooks }) => webhooks.drop(delivery));
    return false;
  }
  const id = `${delivery.event}_${delivery.versionId}`;
  const body = Buffer.from(VersionEventCodec.encode(event));
  const headers = {
    "content-type": "application/json",
    "user-agent": "specwright-publisher",
    ...(await standardWebhookSigner(webhook.secret, { clock })({ id, body })),
  };
  const status = await postMessage({ url: webhook.url, headers, body, targets, timeoutMs }).catch(
    (error: unknown) => {
      // The error messages of Node contain the address of the webhook, which may be secret.
      throw new Error(`webhook ${webhook.id}: ${failureReason(error)}`);
    },
  );
  if (status >= 200 && status < 300) return true;
  if (status !== 410) throw new Error(`webhook ${webhook.id}: returned ${status}`);
  await storage.transaction(({ webhooks }) => webhooks.disable(webhook.id, clock.now()));
  logger.warn({ webhookId: webhook.id }, "webhook disabled: it returned 410");
  return false;
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return "not sent";
  if (error.name === "AbortError" || error.name === "TimeoutError") return "no response in time";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
