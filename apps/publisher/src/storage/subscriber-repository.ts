import type { Outbox, OutboxMessage } from "@specwright/service/outbox";
import type { Version } from "./version.ts";

/** A mail subscriber of an interface. */
export interface Subscriber {
  /** A UUID. */
  readonly id: string;
  readonly interface: string;
  /** The address as entered. Other spellings of it identify the same subscriber. */
  readonly address: string;
  readonly createdAt: number;
  /** Null until the owner of the address has confirmed it. */
  readonly confirmedAt: number | null;
}

/** The event of a version that a mail is about. */
export type MailEvent = "published" | "withdrawn";

/** A queued mail about a version. */
export interface VersionMail extends OutboxMessage {
  readonly event: MailEvent;
  readonly subscriberId: string;
  readonly versionId: string;
  /** The number of other versions that were withdrawn together with this version. */
  readonly others: number;
}

/** A request to subscribe an address. The caller need not own it. */
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
  /** Returns the subscriber whose link has a token with this hash. */
  byToken(hash: string): Promise<Subscriber | undefined>;
  /** Returns the subscribers of an interface, or of all interfaces, oldest first. */
  list(name?: string): Promise<readonly Subscriber[]>;
  /** Returns the time when the next mail can be sent, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
  /** Returns the number of queued mails. */
  waiting(): Promise<number>;
}

/**
 * Stores subscribers and their outbox. Mails to a subscriber are sent in order: each waits until
 * the previous one was sent
 * or given up.
 */
export interface SubscriberRepository extends SubscriberReader, Outbox<QueuedMail> {
  /** Adds a request. The mail worker later checks whether the request needs a mail. */
  request(name: string, address: string, now: number): Promise<void>;
  /** Adds an unconfirmed subscriber, or returns the existing one. */
  add(subscriber: Omit<Subscriber, "confirmedAt">): Promise<Subscriber>;
  /** Makes a token valid for a subscriber. */
  addToken(hash: string, subscriberId: string): Promise<void>;
  confirm(id: string, now: number): Promise<void>;
  /** Removes a subscriber and their queued mails. */
  end(id: string): Promise<void>;
  /** Removes all subscribers of an interface and their queued mails. */
  endAll(name: string): Promise<void>;
  /** Removes all data about an address; returns the number of its subscriptions. */
  erase(address: string): Promise<number>;
  /**
   * Removes unconfirmed subscribers that were added at `before` or earlier. Returns their number.
   */
  removeUnconfirmed(before: number): Promise<number>;
  /** Removes unsent mails that were added at `before` or earlier. Returns their number. */
  removeOutdated(before: number): Promise<number>;
  /** Adds a mail to each subscriber of the interface of a version, if it is on `main`. */
  announce(
    version: Pick<Version, "id" | "interface" | "branch">,
    announced: { readonly event: MailEvent; readonly others?: number; readonly now: number },
  ): Promise<void>;
  /** Removes a mail that is no longer needed. */
  drop(mail: QueuedMail): Promise<void>;
  /**
   * Records that the server reported the address as unknown, and schedules a retry at `dueAt`.
   * Returns the number of consecutive reports.
   */
  refuse(mail: VersionMail, dueAt: number): Promise<number>;
  /** Releases mails that were claimed by an earlier process. */
  releaseClaims(now: number): Promise<void>;
}
