import type { Outbox, OutboxMessage } from "@specwright/service/outbox";

/** The kinds of letters whose text is written only when the letter is sent. */
export type UnwrittenKind = "password_request" | "email_verification" | "login_warning";

/**
 * The kinds of mails in the outbox. A `letter` is stored with its text. The text of the other kinds
 * is written when they are sent.
 */
export type OutboxKind = "letter" | UnwrittenKind;

/** A mail to be sent. */
export interface OutboxMail extends OutboxMessage {
  /**
   * The Message-ID without angle brackets. All attempts to send a stored letter use the same
   * Message-ID.
   */
  readonly messageId: string;
  readonly kind: OutboxKind;
  /**
   * The mail address of the recipient. It is empty if it is looked up when the letter is written.
   */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The HTML part; absent if the mail has only a text part. */
  readonly html?: string;
}

/** Reads the outbox. */
export interface OutboxReader {
  /** Returns the time when the next mail is due, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
  /** Returns the number of unsent mails, and when the oldest one was added. */
  waiting(): Promise<{ readonly count: number; readonly oldestAt: number | undefined }>;
}

/**
 * Stores mails until they are sent. A mail whose retries have ended stays in the table, but is
 * never due.
 */
export interface OutboxRepository extends OutboxReader, Outbox<OutboxMail> {
  /** Adds a mail that is due immediately. */
  insert(mail: Omit<OutboxMail, "id" | "attempts">): Promise<void>;
  /**
   * Reports whether this worker still has its claim on a mail. If it has, no other worker can claim
   * the mail before the transaction ends.
   */
  holds(mail: Pick<OutboxMail, "id" | "attempts">): Promise<boolean>;
  /** Releases the mails that an earlier process had claimed. */
  releaseClaims(now: number): Promise<void>;
}
