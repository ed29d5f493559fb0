import type { Outbox, OutboxMessage } from "@specwright/service/outbox";
import type { Version } from "./version.ts";

/** Somebody who gets mail about the versions of an interface. */
export interface Subscriber {
  /** A UUID. */
  readonly id: string;
  readonly interface: string;
  /** As it was typed; another spelling of it is the same subscriber. */
  readonly address: string;
  readonly createdAt: number;
  /** Null until the owner of the address has confirmed it. */
  readonly confirmedAt: number | null;
}

/** The event of a version that a mail is about. */
export type MailEvent = "published" | "withdrawn";

/** A mail about a version that is yet to be sent. */
export interface VersionMail extends OutboxMessage {
  readonly event: MailEvent;
  readonly subscriberId: string;
  readonly versionId: string;
  /** How many further versions were withdrawn with it. */
  readonly others: number;
}

/** A request of somebody to subscribe an address, which may be anybody's. */
export interface RequestMail extends OutboxMessage {
  readonly event: "requested";
  readonly interface: string;
  readonly address: string;
}

/** A mail that waits to be sent. */
export type QueuedMail = VersionMail | RequestMail;

/** Reads subscribers and what is yet to be mailed. */
export interface SubscriberReader {
  byId(id: string): Promise<Subscriber | undefined>;
  /** Returns the subscriber whose link has a token with this hash. */
  byToken(hash: string): Promise<Subscriber | undefined>;
  /** Returns the subscribers of an interface, or of all, the oldest first. */
  list(name?: string): Promise<readonly Subscriber[]>;
  /** Returns the time when the next mail can be sent, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
  /** Returns the number of mails that are yet to be sent. */
  waiting(): Promise<number>;
}

/**
 * Stores subscribers, and their outbox: a mail to a subscriber waits until those before it were sent
 * or given up.
 */
export interface SubscriberRepository extends SubscriberReader, Outbox<QueuedMail> {
  /** Adds a request, which is looked at when its mail is written. */
  request(name: string, address: string, now: number): Promise<void>;
  /** Adds a subscriber that is not confirmed, or returns the one there is. */
  add(subscriber: Omit<Subscriber, "confirmedAt">): Promise<Subscriber>;
  /** Makes a token valid for a subscriber. */
  addToken(hash: string, subscriberId: string): Promise<void>;
  confirm(id: string, now: number): Promise<void>;
  /** Removes a subscriber and what is yet to be mailed to them. */
  end(id: string): Promise<void>;
  /** Removes all subscribers of an interface and what is yet to be mailed about it. */
  endAll(name: string): Promise<void>;
  /** Removes everything about an address; returns how many subscriptions it had. */
  erase(address: string): Promise<number>;
  /** Removes those who have not confirmed since then; returns how many there were. */
  removeUnconfirmed(before: number): Promise<number>;
  /** Removes mails that were added before then, which nobody has sent; returns how many there were. */
  removeOutdated(before: number): Promise<number>;
  /** Adds a mail to each subscriber of the interface of a version, if it is on `main`. */
  announce(
    version: Pick<Version, "id" | "interface" | "branch">,
    announced: { readonly event: MailEvent; readonly others?: number; readonly now: number },
  ): Promise<void>;
  /** Removes a mail that nobody is to be sent any more. */
  drop(mail: QueuedMail): Promise<void>;
  /**
   * Counts that the address of a subscriber was said not to exist, and tries again at that time;
   * returns how often it was in a row.
   */
  refuse(mail: VersionMail, dueAt: number): Promise<number>;
  /** Returns mails that were claimed by processes that have ended. */
  releaseClaims(now: number): Promise<void>;
}
