/**
 * Reports whether a mail server rejected a mail because the address does not exist. Other
 * rejections must not remove subscribers: even a permanent one may be caused by the sender or by a
 * wrong setting.
 */
export function isMissingAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode, response = "" }: SmtpError = error;
  if (command !== "RCPT TO" || responseCode === undefined) return false;
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  // RFC 3463: 5.1.x means an invalid address, and 5.2.1 a disabled mailbox.
  if (status !== undefined) return /^5\.(?:1\.|2\.1$)/.test(status);
  return responseCode === 550 || responseCode === 551 || responseCode === 553;
}

/**
 * Returns an error for the log, without the response of the server, which often contains the
 * address.
 */
export function withoutAddress(error: unknown): Error {
  const { code, command, message, responseCode }: SmtpError =
    error instanceof Error ? error : new Error();
  if (responseCode !== undefined) return new Error(`the mail server returned ${responseCode}`);
  // Errors of `CONN` occur before an address is sent. Their message contains the server and the
  // cause.
  return new Error(command === "CONN" ? message : (code ?? "not sent"));
}

/** The fields of an error of nodemailer's SMTP transport. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}
