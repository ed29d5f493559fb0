/** An outgoing mail: plain text to one address. */
export interface MailMessage {
  /** Without brackets; the same whenever the mail is tried again. */
  readonly messageId: string;
  /** One address. */
  readonly from: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly date: number;
}

/** Carries mail away. */
export interface MailTransport {
  /**
   * Resolves when the mail is in safe hands; rejects when it should be tried again. What takes a
   * minute counts as failed. A mail may come twice, after a crash: tell it by its `messageId`.
   */
  deliver(message: MailMessage): Promise<void>;
}

/** Reports whether a text is one plain address that a header cannot interpret as two. */
export function isMailAddress(text: string): boolean {
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(
    text,
  );
}
