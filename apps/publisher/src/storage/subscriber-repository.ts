import type { Outbox, OutboxMessage } from "@specwright/service/outbox";
import type { Version } from "./version.ts";

/** A mail subscriber of an interface. */
export interface Subscriber {
  /** A UUID. */
  readonly id: string;
  readonly interface: string;
  /**
   * The address as entered. A different spelling of the address identifies the same subscriber.
   */
  readonly address: string;
  readonly createdAt: number;
  /** When the owner of the address confirmed the subscription; null if not confirmed yet. */
  readonly confirmedAt: number | null;
}

/** The event that a mail is about: its version was published or withdrawn. */
export type MailEvent = "published" | "withdrawn";

/** A queued mail about a version. */
export interface VersionMail extends OutboxMessage {
  readonly event: MailEvent;
  readonly subscriberId: string;
  readonly versionId: string;
  /** The number of other versions that were withdrawn together with this version. */
  readonly others: number;
}

/** A request to subscribe an address. The address need not belong to the caller. */
export interface RequestMail extends OutboxMessage {
  readonly event: "requested";
  readonly interface: string;
  readonly address: string;
}

/** A mail in the outbox. */
export type QueuedMail = VersionMail | RequestMail;

/** Reads subscribers and queued mails. */
export interface SubscriberReader {
  byId(id: string): Promise<Subscriber | undefined>;
  /**
   * Returns the subscriber who belongs to the token with this hash. Links in mails contain the
   * token.
   */
  byToken(hash: string): Promise<Subscriber | undefined>;
  /** Returns the subscribers of an interface, or of all interfaces, oldest first. */
  list(name?: string): Promise<readonly Subscriber[]>;
  /** Returns the time when the next mail can be sent, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
  /** Returns the number of queued mails. */
  waiting(): Promise<number>;
}

/**
 * Stores subscribers and their outbox. Mails to a subscriber are sent in order. Each mail waits
 * until the previous one was sent or its retries have ended.
 */
export interface SubscriberRepository extends SubscriberReader, Outbox<QueuedMail> {
  /** Adds a request. The mail worker later checks whether the request needs a mail. */
  request(name: string, address: string, now: number): Promise<void>;
  /** Adds an unconfirmed subscriber, or returns the existing one. */
  add(subscriber: Omit<Subscriber, "confirmedAt">): Promise<Subscriber>;
  /** Stores the hash of a token. Links with this token are valid for this subscriber. */
  addToken(hash: string, subscriberId: string): Promise<void>;
  confirm(id: string, now: number): Promise<void>;
  /** Removes a subscriber and their queued mails. */
  end(id: string): Promise<void>;
  /** Removes all subscribers of an interface and their queued mails. */
  endAll(name: string): Promise<void>;
  /** Removes all data about an address. Returns how many subscriptions the address had. */
  erase(address: string): Promise<number>;
  /**
   * Removes unconfirmed subscribers who were added at `before` or earlier. Returns the number of
   * removed subscribers.
   */
  removeUnconfirmed(before: number): Promise<number>;
  /**
   * Removes unsent mails that were added at `before` or earlier. Returns the number of removed
   * mails.
   */
  removeOutdated(before: number): Promise<number>;
  /** If a version is on `main`, adds a mail about it for each subscriber of its interface. */
  announce(
    version: Pick<Version, "id" | "interface" | "branch">,
    announced: { readonly event: MailEvent; readonly others?: number; readonly now: number },
  ): Promise<void>;
  /** Removes a mail that is no longer needed. */
  drop(mail: QueuedMail): Promise<void>;
  /**
   * Records that the mail server reported the address as unknown, and schedules a retry at `dueAt`.
   * Returns how many times in succession the server has reported this.
   */
  refuse(mail: VersionMail, dueAt: number): Promise<number>;
  /** Releases the mails that an earlier process had claimed. */
  releaseClaims(now: number): Promise<void>;
}
