import { createTransport } from "nodemailer";
import { formatMessage } from "./format-message.ts";
import type { MailTransport } from "./mail-transport.ts";

/** The timeouts of each step of a delivery, in milliseconds. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const;

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Delivers mail to an SMTP server: `smtps://` or `smtp://user:password@host:port`. With `smtp://`, STARTTLS
 * is used if the server supports it. It is required if the URL has a user and the host is not this machine.
 * If this process ends after the server has accepted a mail and before the outbox has recorded this, the
 * mail is sent again with the same Message-ID.
 */
export function smtpTransport(url: string): MailTransport {
  const { username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: username !== "" && !LOOPBACK.has(hostname),
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(message) {
      await transport.sendMail({
        // The recipient is set explicitly, so that the contents of a mail cannot change it.
        envelope: { from: message.from, to: [message.to] },
        raw: formatMessage(message),
      });
    },
  };
}

/** Reports whether a text is the URL of an SMTP server. */
export function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}
