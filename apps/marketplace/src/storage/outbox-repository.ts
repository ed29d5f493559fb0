/** The subjects of letters that are written when they are sent. */
export type UnwrittenKind = "password_request" | "email_verification" | "login_warning";

/** The kinds of rows in the outbox: a letter, or one that is written when it is sent. */
export type OutboxKind = "letter" | UnwrittenKind;

/** A mail to be sent. */
export interface OutboxMail {
  readonly id: number;
  /** The Message-ID without its brackets; for a letter the same at every attempt. */
  readonly messageId: string;
  readonly kind: OutboxKind;
  /** One address; empty if it is looked up when the letter is written. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The HTML part, if there is one. */
  readonly html?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The number of attempts, including the current one. */
  readonly attempts: number;
}

/** Reads the outbox. */
export interface OutboxReader {
  /** Returns the time when the next mail is due, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
  /** Returns the number of unsent mails and the time of the oldest. */
  waiting(): Promise<{ readonly count: number; readonly oldestAt: number | undefined }>;
}

/** Stores mail until it was sent. */
export interface OutboxRepository extends OutboxReader {
  /** Adds a mail that is due at once. */
  insert(mail: Omit<OutboxMail, "id" | "attempts">): Promise<void>;
  /**
   * Claims the mail that has been due longest. No other worker can claim it before `until`, when it
   * is due again in case this worker has ended.
   */
  claim(now: number, until: number): Promise<OutboxMail | undefined>;
  /** Reports whether this worker still holds a mail; it then does so until the transaction ends. */
  holds(mail: Pick<OutboxMail, "id" | "attempts">): Promise<boolean>;
  /** Removes a mail that was sent or has no recipient. */
  remove(id: number): Promise<void>;
  /** Gives up a mail, which stays in the table but is never due again. */
  giveUp(mail: Pick<OutboxMail, "id" | "attempts">): Promise<void>;
  /** Returns a mail, to be due again at that time, unless another worker has claimed it since. */
  retryAt(mail: Pick<OutboxMail, "id" | "attempts">, dueAt: number): Promise<void>;
  /** Returns mails that were claimed by workers that have ended. */
  releaseClaims(now: number): Promise<void>;
}
