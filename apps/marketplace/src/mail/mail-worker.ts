import type { Clock, Logger } from "@specwright/runtime";
import type { MailSender, MailTransport } from "@specwright/service/mail";
import { type OutboxWorker, startOutboxWorker } from "@specwright/service/outbox";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";
import type { OutboxMail } from "../storage/outbox-repository.ts";

/** Options for `startMailWorker`. */
export interface MailWorkerOptions {
  readonly storage: MarketplaceStorage;
  readonly transport: MailTransport;
  readonly sender: MailSender;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Returns the letter of a claimed mail. If the letter has no recipient, removes the mail and
   * resolves with undefined.
   */
  readonly write: (mail: OutboxMail) => Promise<OutboxMail | undefined>;
  /**
   * How long the claim of this worker on a mail is valid, in milliseconds. Delivering a mail may
   * take up to half of this time. Default 120,000.
   */
  readonly claimMs?: number;
}

/**
 * Starts the mail worker of a process. When the worker is closed, it tries once more to send mails
 * that are due.
 */
export function startMailWorker(options: MailWorkerOptions): OutboxWorker {
  const { storage, transport, sender, clock, logger, claimMs = 120_000 } = options;

  async function send(claimed: OutboxMail): Promise<boolean> {
    const mail = await options.write(claimed);
    if (mail === undefined) return false;
    const { messageId, recipient: to, subject, body: text } = mail;
    const date = mail.kind === "letter" ? claimed.createdAt : clock.now();
    const { name: fromName, address: from } = sender;
    const html = mail.html !== undefined && { html: mail.html };
    await transport.deliver({ messageId, fromName, from, to, subject, text, ...html, date });
    return true;
  }

  return startOutboxWorker<OutboxMail>({
    ...{ name: "mail", clock, logger, claimMs, send, sendsAtClose: true },
    transaction: (work) => storage.transaction(({ outbox }) => work(outbox)),
    nextDueAt: () => storage.committed.outbox.nextDueAt(),
  });
}
