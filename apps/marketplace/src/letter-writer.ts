import { createMessageId } from "./mail/message-id.ts";
import { writeResetLetter, writeVerificationLetter } from "./mailed-keys/write-key-letter.ts";
import type { WriteLetter } from "./mailed-keys/write-letter.ts";
import type { Services } from "./services.ts";
import type { OutboxMail, UnwrittenKind } from "./storage/outbox-repository.ts";
import { findUser } from "./storage/user-repository.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Writes a warning to the owner of an account about password guesses, at most once a day. */
const writeLoginWarning: WriteLetter = async (services, { body, attempts }) => {
  const { storage, limiter, mailTemplates } = services;
  const user = await findUser(storage.committed.users, body);
  if (user === undefined || user.email === null) return undefined;
  const isFirst =
    attempts > 1 || (await limiter.take(`login-warning:${user.id}`, DAY_MS)).count === 1;
  if (!isFirst) return undefined;
  const { username, email: recipient } = user;
  return { recipient, ...mailTemplates({ mail: "login-warning", values: { username } }) };
};

const writers: Readonly<Record<UnwrittenKind, WriteLetter>> = {
  password_request: writeResetLetter,
  email_verification: writeVerificationLetter,
  login_warning: writeLoginWarning,
};

/**
 * Creates a function that returns the letter of a claimed mail. If the outbox does not contain the
 * text of the letter, each attempt to send it writes the letter again, with a new Message-ID.
 */
export function letterWriter(
  services: Services,
): (mail: OutboxMail) => Promise<OutboxMail | undefined> {
  return async (mail) => {
    if (mail.kind === "letter") return mail;
    const letter = await writers[mail.kind](services, mail);
    if (letter !== undefined) {
      return { ...mail, ...letter, messageId: createMessageId(services.random) };
    }
    await services.storage.transaction(async ({ outbox }) => {
      // A different worker may have claimed the mail in the meantime.
      if (await outbox.holds(mail)) await outbox.remove(mail);
    });
    return undefined;
  };
}
