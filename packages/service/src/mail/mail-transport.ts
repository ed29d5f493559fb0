/** An outgoing mail to one address. */
export interface MailMessage {
  /** The Message-ID without brackets. All attempts to send the mail have the same one. */
  readonly messageId: string;
  /** The name next to the sender's address. */
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

/** The list of a mail. Mail programs use it to sort mail and to end the subscription. */
export interface MailingList {
  /** Such as `shop.contracts.example.com` (RFC 2919). */
  readonly id: string;
  /** A URL that ends the subscription when it receives a POST request (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/** Sends mail. */
export interface MailTransport {
  /**
   * Resolves when the mail was accepted; rejects if the delivery should be retried. A delivery that
   * takes a minute counts as failed. After a crash, a mail may be sent twice, recognisable by its
   * `messageId`.
   */
  deliver(message: MailMessage): Promise<void>;
}

/**
 * Reports whether a text is one plain address, in a form that no mail program can read as two
 * addresses.
 */
export function isMailAddress(text: string): boolean {
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(
    text,
  );
}
