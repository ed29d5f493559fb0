import { type Clock, type Logger, UnavailableError } from "@specwright/runtime";
import type { MarketplaceStorage, Repositories } from "../storage/marketplace-storage.ts";
import type { OutboxMail } from "../storage/outbox-repository.ts";
import type { MailSender } from "./mail-sender.ts";
import type { MailTransport } from "./mail-transport.ts";

/** Options for `startMailWorker`. */
export interface MailWorkerOptions {
  readonly storage: MarketplaceStorage;
  readonly transport: MailTransport;
  readonly sender: MailSender;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Returns the letter for a claimed mail. Returns undefined, and removes the mail, if there is
   * nobody to write to.
   */
  readonly write: (mail: OutboxMail) => Promise<OutboxMail | undefined>;
  /**
   * How long this worker's claim of a mail is valid, in milliseconds; a delivery may take half of
   * that. Default 120,000.
   */
  readonly claimMs?: number;
}

/** Sends the mail in the outbox. */
export interface MailWorker {
  /**
   * Checks the outbox now, because a mail was added. Mail of a process that ended before sending it
   * is found within the time of a claim.
   */
  wake(): void;
  /** Tries once more to send mail that is due, then stops. Resolves when no work is pending. */
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Older reports and reset keys are outdated. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;

/**
 * Starts the mail worker of a process. Mail that cannot be sent is retried for three days at
 * increasing intervals.
 */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { storage, transport, sender, clock, logger, claimMs = 120_000 } = options;
  let cancelTimer: () => void = () => {};
  let pass: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;
  /**
   * The results of claimed mails that are not stored yet, because the storage may be unavailable
   * when a mail was sent.
   */
  const outcomes: ((stored: Repositories) => Promise<void>)[] = [];

  async function settle(): Promise<void> {
    for (const outcome of [...outcomes]) {
      await storage.transaction(outcome);
      outcomes.shift();
    }
  }

  async function send(claimed: OutboxMail): Promise<void> {
    const { id, createdAt, attempts } = claimed;
    try {
      const mail = await options.write(claimed);
      if (mail === undefined) return;
      const { messageId, recipient: to, subject, body: text } = mail;
      const date = mail.kind === "letter" ? createdAt : clock.now();
      const { name: fromName, address: from } = sender;
      const html = mail.html !== undefined && { html: mail.html };
      const message = { messageId, fromName, from, to, subject, text, ...html, date };
      await withinTime(clock, claimMs / 2, transport.deliver(message));
    } catch (error) {
      if (error instanceof UnavailableError) {
        // The storage failed, not the mail.
        outcomes.push(({ outbox }) => outbox.retryAt(claimed, clock.now()));
        throw error;
      }
      if (clock.now() - createdAt > GIVE_UP_MS) {
        logger.error({ err: error, mail: id, attempts }, "mail given up");
        outcomes.push(({ outbox }) => outbox.giveUp(claimed));
        return;
      }
      const delayMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
      const dueAt = clock.now() + delayMs;
      logger.warn({ err: error, mail: id, attempts, delayMs }, "mail not sent");
      outcomes.push(({ outbox }) => outbox.retryAt(claimed, dueAt));
      return;
    }
    outcomes.push(({ outbox }) => outbox.remove(id));
    logger.info({ mail: id, attempts }, "mail sent");
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      await settle();
      const mail = await storage.transaction(({ outbox }) =>
        outbox.claim(clock.now(), clock.now() + claimMs),
      );
      if (mail === undefined) return;
      await send(mail);
    }
  }

  async function run(): Promise<void> {
    cancelTimer();
    let nextMs = claimMs;
    try {
      do {
        isAskedAgain = false;
        await sendDue();
      } while (isAskedAgain);
      const dueAt = await storage.committed.outbox.nextDueAt();
      // Other processes may add mail and end before they announce it.
      if (dueAt !== undefined) nextMs = Math.min(claimMs, Math.max(0, dueAt - clock.now()));
    } catch (error) {
      // The storage failed, not the mail, which is still in the outbox. An outage has already been
      // logged.
      if (!(error instanceof UnavailableError)) logger.error({ err: error }, "outbox not read");
      nextMs = FIRST_RETRY_MS;
    }
    if (!isClosed) cancelTimer = clock.setTimer(nextMs, wake);
  }

  function wake(): void {
    if (isClosed) return;
    isAskedAgain = true;
    pass ??= run().finally(() => {
      pass = undefined;
      // Requested after the last check.
      if (isAskedAgain) wake();
    });
  }

  wake();
  return {
    wake,
    async close() {
      if (isClosed) return;
      isClosed = true;
      isAskedAgain = false;
      cancelTimer();
      await pass;
      await run();
    },
  };
}

/** Rejects if a delivery takes too long, because another worker may then claim the mail. */
async function withinTime(clock: Clock, ms: number, delivery: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.setTimer(ms, () => late.reject(new Error("the delivery takes too long")));
  try {
    await Promise.race([delivery, late.promise]);
  } finally {
    cancel();
  }
}
