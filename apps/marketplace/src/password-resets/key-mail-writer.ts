import type { OutboxMail } from "../mail/outbox-repository.ts";
import type { Services } from "../services.ts";
import { createSessionToken, hashSessionToken } from "../sessions/session-token.ts";
import { resetKeyMail } from "../users/reset-key-mail.ts";
import { findUser, type UserRecord } from "../users/user-repository.ts";

/** How long a key works (M7), in milliseconds. */
export const KEY_LIFETIME_MS: number = 60 * 60_000;

/** How many keys are mailed to one user in an hour; whoever asks for more gets the same answer. */
const MAX_MAILS = 3;

/** Makes what turns a request for a password into the letter with a key, if there is such a user. */
export function keyMailWriter(
  services: Services,
): (request: OutboxMail) => Promise<OutboxMail | undefined> {
  const { storage, limiter } = services;
  return async (request) => {
    const user = await findUser(storage.committed.users, request.body);
    if (user !== undefined) {
      const { count } = await limiter.take(`reset-mail:${user.id}`, 60 * 60_000);
      if (count <= MAX_MAILS) return await writeKeyMail(services, request, user);
    }
    await storage.transaction(({ outbox }) => outbox.remove(request.id));
    return undefined;
  };
}

/** Sets a key and writes the mail that carries it, both or neither. */
async function writeKeyMail(
  { storage, clock, random, passwordResetPage: pageUrl }: Services,
  request: OutboxMail,
  { id: userId, username }: UserRecord,
): Promise<OutboxMail | undefined> {
  // As many bits as a session has, and stored alike.
  const key = createSessionToken(random);
  const keyHash = hashSessionToken(key) ?? "";
  const letter = resetKeyMail({ username, key, pageUrl, validMinutes: KEY_LIFETIME_MS / 60_000 });
  return await storage.transaction(async (stored) => {
    const user = await stored.users.lock(userId);
    if (user === undefined) {
      await stored.outbox.remove(request.id);
      return undefined;
    }
    const mail: OutboxMail = { ...request, ...letter, kind: "letter", recipient: user.email };
    // Another worker has taken it since, and sets a key of its own.
    if (!(await stored.outbox.write(mail))) return undefined;
    const expiresAt = clock.now() + KEY_LIFETIME_MS;
    await stored.resetKeys.replace({ userId, keyHash, expiresAt });
    return mail;
  });
}
