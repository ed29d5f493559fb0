import type { MailSender, MailTransport } from "@specwright/service/mail";
import { type OutboxWorker, startOutboxWorker } from "@specwright/service/outbox";
import type { HttpServices } from "../http-services.ts";
import type { QueuedMail, RequestMail, VersionMail } from "../storage/subscriber-repository.ts";
import { createTokenText, hashOfToken } from "../tokens/token-text.ts";
import { UNCONFIRMED_DAYS } from "./expire-subscribers.ts";
import type { PublisherTemplates } from "./mail-declarations.ts";
import { maySubscribe } from "./may-subscribe.ts";
import { isMissingAddress, withoutAddress } from "./smtp-error.ts";
import { CONFIRM, mailDomain, tokenLink, UNSUBSCRIBE } from "./subscription-links.ts";
import { versionContents } from "./version-contents.ts";

/** Options for sending mail to subscribers. */
export interface MailWorkerOptions
  extends Pick<
    HttpServices,
    "storage" | "clock" | "random" | "newId" | "logger" | "addresses" | "authority" | "title"
  > {
  readonly transport: MailTransport;
  readonly sender: MailSender;
  readonly templates: PublisherTemplates;
  /**
   * How long the claim of a process on a mail is valid, in milliseconds. If the process crashes, a
   * different process sends the mail when the claim has expired. Default 120,000.
   */
  readonly claimMs?: number;
}

/** How many mails a process sends at once. */
const AT_ONCE = 2;
/**
 * After this many consecutive reports that an address does not exist, the subscriber is removed.
 */
const MAX_REFUSALS = 4;
const REFUSED_RETRY_MS = 6 * 3_600_000;

/**
 * Starts to send the mails in the outbox. Several processes may share an outbox. Each subscriber
 * gets one mail at a time, in the order of events.
 */
export function startMailWorkers(options: MailWorkerOptions): OutboxWorker {
  const { storage, clock, logger, claimMs = 120_000 } = options;
  const send = mailSending(options);
  const workers = Array.from({ length: AT_ONCE }, () =>
    startOutboxWorker<QueuedMail>({
      ...{ name: "mail", clock, logger, claimMs, send, sendsAtClose: false },
      transaction: (work) => storage.transaction(({ subscribers }) => work(subscribers)),
      nextDueAt: () => storage.committed.subscribers.nextDueAt(),
    }),
  );
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** Returns a function that sends a mail. The function reports whether the mail was delivered. */
function mailSending(options: MailWorkerOptions): (mail: QueuedMail) => Promise<boolean> {
  const { storage, clock, random, newId, logger, addresses, transport, sender, templates } =
    options;
  const contentsOf = versionContents(options);
  const { name: fromName, address: from } = sender;

  async function dropMail(mail: QueuedMail): Promise<false> {
    await storage.transaction(({ subscribers }) => subscribers.drop(mail));
    return false;
  }

  /** Sends a mail to confirm a subscription, unless the address is already subscribed. */
  async function sendConfirmation(mail: RequestMail): Promise<boolean> {
    const token = createTokenText(random);
    const added = { id: newId(), createdAt: clock.now(), address: mail.address };
    const asked = await storage.transaction(async ({ interfaces, subscribers }) => {
      const owner = await interfaces.lock(mail.interface);
      if (!maySubscribe(owner)) return undefined;
      const subscriber = await subscribers.add({ ...added, interface: owner.name });
      if (subscriber.confirmedAt !== null) return undefined;
      await subscribers.addToken(hashOfToken(token), subscriber.id);
      return { subscriber, title: owner.title };
    });
    if (asked === undefined) return await dropMail(mail);
    const link = tokenLink(addresses, CONFIRM, token);
    const values = { title: asked.title, link, valid_days: UNCONFIRMED_DAYS };
    const { subject, body: text, html } = templates({ mail: "subscription-requested", values });
    try {
      await transport.deliver({
        ...{ fromName, from, to: mail.address, subject, text, date: mail.createdAt },
        messageId: `requested.${mail.id}.${mail.createdAt}@${mailDomain(addresses)}`,
        ...(html !== undefined && { html }),
      });
    } catch (error) {
      if (!isMissingAddress(error)) throw withoutAddress(error);
      await storage.transaction(async ({ subscribers }) => {
        await subscribers.drop(mail);
        const stored = await subscribers.byId(asked.subscriber.id);
        if (stored?.confirmedAt === null) await subscribers.end(stored.id);
      });
      logger.warn(
        { subscriberId: asked.subscriber.id },
        "the mail server rejected the address of a new subscriber",
      );
      return false;
    }
    return true;
  }

  async function sendVersion(mail: VersionMail): Promise<boolean> {
    const subscriber = await storage.committed.subscribers.byId(mail.subscriberId);
    const contents = await contentsOf(mail);
    if (subscriber === undefined || contents === undefined) return await dropMail(mail);
    const token = createTokenText(random);
    await storage.transaction(({ subscribers }) =>
      subscribers.addToken(hashOfToken(token), subscriber.id),
    );
    const unsubscribeUrl = tokenLink(addresses, UNSUBSCRIBE, token);
    const { subject, body: text, html } = templates(contents(unsubscribeUrl));
    const domain = mailDomain(addresses);
    try {
      await transport.deliver({
        ...{ fromName, from, to: subscriber.address, subject, text, date: mail.createdAt },
        messageId: `${mail.event}.${mail.versionId}.${subscriber.id}@${domain}`,
        list: { id: `${subscriber.interface}.${domain}`, unsubscribeUrl },
        ...(html !== undefined && { html }),
      });
    } catch (error) {
      if (!isMissingAddress(error)) throw withoutAddress(error);
      return await retryOrRemove(mail);
    }
    return true;
  }

  /**
   * Schedules a retry for an address that the mail server reports as unknown. After a few reports,
   * removes the subscriber.
   */
  async function retryOrRemove(mail: VersionMail): Promise<false> {
    const dueAt = clock.now() + REFUSED_RETRY_MS;
    const isEnded = await storage.transaction(async ({ subscribers }) => {
      const count = await subscribers.refuse(mail, dueAt);
      if (count >= MAX_REFUSALS) await subscribers.end(mail.subscriberId);
      return count >= MAX_REFUSALS;
    });
    const entry = { subscriberId: mail.subscriberId };
    if (isEnded) logger.warn(entry, "subscriber removed: the address does not exist");
    else logger.warn(entry, "the mail server rejected the address of a subscriber");
    return false;
  }

  return (mail) => (mail.event === "requested" ? sendConfirmation(mail) : sendVersion(mail));
}
