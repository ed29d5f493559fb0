import type { Outbox, OutboxMessage } from "@specwright/service/outbox";
import type { Version } from "./version.ts";

/** A subscription to the changelog of a branch by webhook. */
export interface StoredWebhook {
  readonly id: string;
  readonly interface: string;
  readonly branch: string;
  readonly url: string;
  /** The key of signatures: `whsec_` and base64. */
  readonly secret: string;
  /** The first characters of the token that created it; null if the operator did. */
  readonly token: string | null;
  readonly createdAt: number;
  /** The first failure since the last success; null if none. */
  readonly failingSince: number | null;
  /** Whether it is disabled, or its token is revoked. */
  readonly isDisabled: boolean;
}

/** The message to subscribers about a version. */
export type WebhookEvent = "published" | "withdrawn";

/** A queued message to a webhook. */
export interface WebhookDelivery extends OutboxMessage {
  readonly webhookId: string;
  readonly versionId: string;
  readonly event: WebhookEvent;
  /** The end of the claim on the webhook. */
  readonly busyUntil: number;
}

/** Reads webhooks and their queued messages. */
export interface WebhookReader {
  byId(id: string): Promise<StoredWebhook | undefined>;
  /** Returns the webhooks of an interface, or of all, oldest first. */
  list(name?: string): Promise<readonly StoredWebhook[]>;
  /** Returns the time when the next message can be sent, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
}

/** Stores webhooks, and their outbox: a webhook is claimed for one message at a time. */
export interface WebhookRepository extends WebhookReader, Outbox<WebhookDelivery> {
  insert(webhook: Omit<StoredWebhook, "failingSince" | "isDisabled">): Promise<void>;
  /** Removes a webhook and its queued messages; reports whether it existed. */
  end(id: string, name?: string): Promise<boolean>;
  /** Removes the webhooks of an interface and their queued messages. */
  endAll(name: string): Promise<void>;
  /** Adds a message to each webhook of the branch of a version. */
  announce(
    version: Pick<Version, "id" | "interface" | "branch">,
    event: WebhookEvent,
    now: number,
  ): Promise<void>;
  /** Removes a message that is no longer needed. */
  drop(delivery: WebhookDelivery): Promise<void>;
  /** Disables a webhook and removes its queued messages. */
  disable(id: string, now: number): Promise<void>;
}
