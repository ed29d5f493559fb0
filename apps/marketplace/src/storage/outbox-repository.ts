import type { Outbox, OutboxMessage } from "@specwright/service/outbox";

/** The kinds of letters that are written when they are sent. */
export type UnwrittenKind = "password_request" | "email_verification" | "login_warning";

/** The kinds of rows in the outbox: a letter, or one that is written when it is sent. */
export type OutboxKind = "letter" | UnwrittenKind;

/** A mail to be sent. */
export interface OutboxMail extends OutboxMessage {
  /**
   * The Message-ID without its brackets. All attempts to send a stored letter have the same one.
   */
  readonly messageId: string;
  readonly kind: OutboxKind;
  /** One address; empty if it is looked up when the letter is written. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The HTML part, if there is one. */
  readonly html?: string;
}

/** Reads the outbox. */
export interface OutboxReader {
  /** Returns the time when the next mail is due, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
  /** Returns the number of unsent mails and the time of the oldest. */
  waiting(): Promise<{ readonly count: number; readonly oldestAt: number | undefined }>;
}

/** Stores mail until it is sent. Mail that was given up stays in the table, but is never due. */
export interface OutboxRepository extends OutboxReader, Outbox<OutboxMail> {
  /** Adds a mail that is due at once. */
  insert(mail: Omit<OutboxMail, "id" | "attempts">): Promise<void>;
  /**
   * Reports whether this worker still has the claim of a mail. If it has, the claim cannot be lost
   * until the transaction ends.
   */
  holds(mail: Pick<OutboxMail, "id" | "attempts">): Promise<boolean>;
  /** Releases mails that were claimed by an earlier process. */
  releaseClaims(now: number): Promise<void>;
}
