/** Names what a letter that is yet to be written is about. */
export type UnwrittenKind = "password_request" | "email_verification" | "login_warning";

/** Names what a row of the outbox is: a letter, or one that is written when it is sent. */
export type OutboxKind = "letter" | UnwrittenKind;

/** A mail to be sent. */
export interface OutboxMail {
  readonly id: number;
  /** The Message-ID without its brackets; of a letter the same at every attempt. */
  readonly messageId: string;
  readonly kind: OutboxKind;
  /** One address; empty where that is looked up when the letter is written. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Counts the attempts, the one under way included. */
  readonly attempts: number;
}

/** Looks into the outbox. */
export interface OutboxReader {
  /** Returns the time when the next mail is due, in milliseconds since the epoch. */
  nextDueAt(): Promise<number | undefined>;
  /** Counts the mails that are yet to leave, and gives when the oldest was written. */
  waiting(): Promise<{ readonly count: number; readonly oldestAt: number | undefined }>;
}

/** Stores mail until it has left. */
export interface OutboxRepository extends OutboxReader {
  /** Adds a mail that is due at once. */
  insert(mail: Omit<OutboxMail, "id" | "attempts">): Promise<void>;
  /**
   * Takes the mail that has been due the longest. No other worker takes it before `until`, when it
   * is due again, in case this one is gone by then.
   */
  claim(now: number, until: number): Promise<OutboxMail | undefined>;
  /** Reports whether this worker still holds a mail; it then does so until the transaction ends. */
  holds(mail: Pick<OutboxMail, "id" | "attempts">): Promise<boolean>;
  /** Removes a mail that has left, or has nobody to go to. */
  remove(id: number): Promise<void>;
  /** Gives up a mail, which stays in the table but is never due again. */
  giveUp(mail: Pick<OutboxMail, "id" | "attempts">): Promise<void>;
  /** Returns a mail, to be due again at that time, unless another worker has claimed it since. */
  retryAt(mail: Pick<OutboxMail, "id" | "attempts">, dueAt: number): Promise<void>;
  /** Returns mails that were claimed by workers that have ended. */
  releaseClaims(now: number): Promise<void>;
}
