import type { WriteLetter } from "../mail/write-letter.ts";
import { createSessionToken, hashSessionToken } from "../sessions/session-token.ts";
import { resetKeyMail } from "../users/reset-key-mail.ts";
import { findUser } from "../users/user-repository.ts";

/** How long a key works (M7), in milliseconds. */
export const KEY_LIFETIME_MS: number = 60 * 60_000;

/** How many keys are mailed to one user in an hour; whoever asks for more gets the same answer. */
const MAX_MAILS = 3;

/**
 * Turns a request for a password into the letter with a key, if there is such a user. The key is
 * made now and works from now on; it is nowhere but in the letter, and the one before is void.
 */
export const writeKeyLetter: WriteLetter = async (services, request) => {
  const { storage, limiter, clock, random, passwordResetPage: pageUrl } = services;
  const found = await findUser(storage.committed.users, request.body);
  if (found === undefined) return undefined;
  // What is tried again was counted the first time.
  const isCounted = request.attempts > 1;
  const taken = isCounted ? undefined : await limiter.take(`reset-mail:${found.id}`, 60 * 60_000);
  if (taken !== undefined && taken.count > MAX_MAILS) return undefined;
  // As many bits as a session has, and stored alike.
  const key = createSessionToken(random);
  const keyHash = hashSessionToken(key) ?? "";
  return await storage.transaction(async (stored) => {
    const user = await stored.users.lock(found.id);
    // Another worker may have taken the request since, and sets a key of its own.
    if (user === undefined || !(await stored.outbox.holds(request))) return undefined;
    const { id: userId, username, email: recipient } = user;
    await stored.resetKeys.replace({ userId, keyHash, expiresAt: clock.now() + KEY_LIFETIME_MS });
    const validMinutes = KEY_LIFETIME_MS / 60_000;
    return { recipient, ...resetKeyMail({ username, key, pageUrl, validMinutes }) };
  });
};
