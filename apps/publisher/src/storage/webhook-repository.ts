import type { Outbox, OutboxMessage } from "@specwright/service/outbox";
import type { Version } from "./version.ts";

/** A subscription to the changelog of a branch by webhook. */
export interface StoredWebhook {
  readonly id: string;
  readonly interface: string;
  readonly branch: string;
  readonly url: string;
  /** The secret key for signatures: `whsec_` followed by base64. */
  readonly secret: string;
  /**
   * The first characters of the token that created the webhook; null if the operator created it.
   */
  readonly token: string | null;
  readonly createdAt: number;
  /**
   * When the first failure since the last success happened; null if the last message was delivered.
   */
  readonly failingSince: number | null;
  /** Whether the webhook is disabled, or the token that created it is revoked. */
  readonly isDisabled: boolean;
}

/** The event that a message is about: its version was published or withdrawn. */
export type WebhookEvent = "published" | "withdrawn";

/** A queued message to a webhook. */
export interface WebhookDelivery extends OutboxMessage {
  readonly webhookId: string;
  readonly versionId: string;
  readonly event: WebhookEvent;
  /** The time when the claim on the webhook expires. */
  readonly busyUntil: number;
}

/** Reads webhooks and their queued messages. */
export interface WebhookReader {
  byId(id: string): Promise<StoredWebhook | undefined>;
  /** Returns the webhooks of an interface, or of all interfaces, oldest first. */
  list(name?: string): Promise<readonly StoredWebhook[]>;
  /** Returns the time when the next message can be sent, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
}

/**
 * Stores webhooks and their outbox. A worker claims a webhook to send one of its messages, so that
 * only one is sent at a time.
 */
export interface WebhookRepository extends WebhookReader, Outbox<WebhookDelivery> {
  insert(webhook: Omit<StoredWebhook, "failingSince" | "isDisabled">): Promise<void>;
  /** Removes a webhook and its queued messages. Reports whether the webhook existed. */
  end(id: string, name?: string): Promise<boolean>;
  /** Removes the webhooks of an interface and their queued messages. */
  endAll(name: string): Promise<void>;
  /** Adds a message about a version for each webhook of its branch. */
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
