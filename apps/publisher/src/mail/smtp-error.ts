/**
 * Reports whether a server has refused a mail because there is no such address. Other refusals, also
 * permanent ones, say something of the sender: a server with a wrong setting refuses all addresses,
 * which must not remove all subscribers.
 */
export function isMissingAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode, response = "" }: SmtpError = error;
  if (command !== "RCPT TO" || responseCode === undefined) return false;
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  // RFC 3463: 5.1 is about the address, 5.2.1 a mailbox that is disabled.
  if (status !== undefined) return /^5\.(?:1\.|2\.1$)/.test(status);
  return responseCode === 550 || responseCode === 551 || responseCode === 553;
}

/** Returns an error for the log. It leaves out the answer of a server, which often quotes the address. */
export function withoutAddress(error: unknown): Error {
  const { code, command, message, responseCode }: SmtpError =
    error instanceof Error ? error : new Error();
  if (responseCode !== undefined) return new Error(`the server answered ${responseCode}`);
  // Nothing was sent yet: the message names the server and the cause.
  return new Error(command === "CONN" ? message : (code ?? "not sent"));
}

/** The fields of an error of nodemailer's SMTP transport. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}
