import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

/** A mail that the server received. */
export interface CaughtMail {
  readonly from: string;
  /** Every address to which the sender asked the server to deliver the mail. */
  readonly to: readonly string[];
  readonly source: string;
}

export interface SmtpCatcher {
  readonly url: string;
  readonly caught: readonly CaughtMail[];
  close(): Promise<void>;
}

/**
 * Starts an SMTP server that keeps the mail it receives. `decide` is called before a mail is accepted, and
 * may refuse or delay the mail. `refusal` may refuse an address.
 */
export async function startSmtp(
  options: {
    readonly port?: number;
    readonly decide?: (mail: CaughtMail) => Promise<void> | void;
    /**
     * Returns the refusal of an address, such as `550 5.1.1 No such user`. Returns undefined to accept the
     * address.
     */
    readonly refusal?: (address: string) => string | undefined;
  } = {},
): Promise<SmtpCatcher> {
  const caught: CaughtMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      const refusal = options.refusal?.(address);
      if (refusal === undefined) return done();
      const responseCode = Number(refusal.slice(0, 3));
      done(Object.assign(new Error(refusal.slice(4)), { responseCode }));
    },
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      try {
        const mail = {
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          // This read fails if a test kills the client while it sends the mail.
          source: await text(stream),
        };
        await options.decide?.(mail);
        caught.push(mail);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      done();
    },
  });
  // Some tests kill clients during delivery.
  server.on("error", () => undefined);
  const listening = server.listen(options.port ?? 0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= new Promise<void>((resolve) => server.close(() => resolve()));
    return closing;
  };
  onTestFinished(close);
  return { url: `smtp://127.0.0.1:${address.port}`, caught, close };
}

/** Returns the Message-ID of a mail. */
export function messageIdOf(mail: CaughtMail): string | undefined {
  return /^Message-ID: <(.*)>\r$/m.exec(mail.source)?.[1];
}
