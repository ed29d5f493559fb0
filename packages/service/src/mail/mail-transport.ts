/** An outgoing mail to one address. */
export interface MailMessage {
  /** The Message-ID without brackets. It is the same in all attempts to send the mail. */
  readonly messageId: string;
  /** The name shown with the sender's address. */
  readonly fromName?: string;
  /** One address. */
  readonly from: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The text of the mail as HTML, for mail programs that prefer HTML. */
  readonly html?: string;
  /** Milliseconds since the epoch. */
  readonly date: number;
  /** The list to whose subscribers the mail is sent; absent for a mail to one person. */
  readonly list?: MailingList;
}

/** The mailing list of a mail. Mail programs use it to sort mail and to unsubscribe. */
export interface MailingList {
  /** Such as `shop.contracts.example.com` (RFC 2919). */
  readonly id: string;
  /** A URL that ends the subscription when it receives a POST request (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/** Sends mail. */
export interface MailTransport {
  /**
   * Sends a mail. Resolves when the mail was accepted, and rejects if the delivery should be retried. A
   * delivery that takes longer than a minute counts as failed. After a crash, a mail may be sent twice;
   * both copies have the same `messageId`.
   */
  deliver(message: MailMessage): Promise<void>;
}

/**
 * Reports whether a text is one plain address. Refuses forms that a mail program might read as two
 * addresses.
 */
export function isMailAddress(text: string): boolean {
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(
    text,
  );
}
