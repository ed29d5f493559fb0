/** The contents of a mail. */
export interface Letter {
  readonly subject: string;
  /** Plain text. */
  readonly body: string;
  /** The same letter in HTML, for mail programs that prefer HTML. */
  readonly html?: string;
}

/**
 * A value that a service has written both as plain text and as HTML. The service has already escaped the
 * texts in the HTML.
 */
export interface MailMarkup {
  readonly text: string;
  readonly html: string;
}

/** Converts foreign text to one line, so that it cannot add lines. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Marks foreign text, so that readers cannot mistake it for text of the service. */
export function quoteText(text: string): string {
  return text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}
