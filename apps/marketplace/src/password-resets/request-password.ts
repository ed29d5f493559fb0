import type { Handlers } from "../caller.ts";
import { postLetter } from "../mail/letter.ts";
import type { Services } from "../services.ts";
import { createSessionToken, hashSessionToken } from "../sessions/session-token.ts";
import { resetKeyMail } from "../users/reset-key-mail.ts";
import { findUser, type UserRecord } from "../users/user-repository.ts";

/** How long a key works (M7), in milliseconds. */
export const KEY_LIFETIME_MS: number = 60 * 60_000;

/** How many keys are mailed to one user in an hour; whoever asks for more gets the same answer. */
const MAX_MAILS = 3;

/**
 * Serves `POST /users/request-password` (M7). Whether the user exists is looked up after the
 * answer: known and unknown users get the same, in the same time.
 */
export function requestPassword(services: Services): Handlers["requestPassword"] {
  const { storage, limiter, background } = services;
  return async ({ body }) => {
    background.start(async () => {
      const user = await findUser(storage.committed.users, body.username_or_email);
      if (user === undefined) return;
      const { count } = await limiter.take(`reset-mail:${user.id}`, 60 * 60_000);
      if (count <= MAX_MAILS) await mailKey(services, user);
    });
    return { status: 202, body: { data: { key_lifetime_s: KEY_LIFETIME_MS / 1000 } } };
  };
}

async function mailKey(services: Services, { id, username }: UserRecord): Promise<void> {
  const { storage, clock, random, passwordResetPage: pageUrl } = services;
  // As many bits as a session has, and stored alike.
  const key = createSessionToken(random);
  const keyHash = hashSessionToken(key) ?? "";
  await storage.transaction(async (stored) => {
    const user = await stored.users.lock(id);
    if (user === undefined) return;
    await stored.resetKeys.replace({
      userId: id,
      keyHash,
      expiresAt: clock.now() + KEY_LIFETIME_MS,
    });
    const letter = resetKeyMail({ username, key, pageUrl, validMinutes: KEY_LIFETIME_MS / 60_000 });
    await postLetter(stored.outbox, services, user.email, letter);
  });
  services.onMail();
}
