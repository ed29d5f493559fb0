import { createSessionToken, hashSessionToken } from "../secrets/session-token.ts";
import type { Services } from "../services.ts";
import type { KeyKind } from "../storage/mailed-key-repository.ts";
import type { OutboxMail } from "../storage/outbox-repository.ts";
import { findUser, type UserReader, type UserRecord } from "../storage/user-repository.ts";
import { type LinkValues, pageLink } from "./page-link.ts";
import type { WriteLetter } from "./write-letter.ts";

/** How long a key is valid, in milliseconds. */
export const KEY_LIFETIME_MS: number = 60 * 60_000;

/**
 * The maximum number of mails with a key that a user gets per hour, for each kind of key. A request
 * beyond this limit gets the same response, but no mail.
 */
const MAX_MAILS = 3;

/** The differences between the kinds of letters with a key. */
interface KeyLetter {
  readonly kind: KeyKind;
  /** Returns the recipient of a letter; undefined if no letter must be sent. */
  find(users: UserReader, request: OutboxMail): Promise<UserRecord | undefined>;
  readonly mail: "password-reset" | "email-verification";
}

/** The URLs of the operator's pages where users use a key. */
export type KeyPages = Partial<Pick<Services, "passwordResetPage" | "emailVerificationPage">>;

/**
 * Returns the link to the page where the user uses the key. Returns an empty text if no page is
 * configured.
 */
type LinkOf = (pages: KeyPages, values: LinkValues) => string;

/** For each letter with a key, the function that returns its link. */
export const keyLinks: Readonly<Record<KeyLetter["mail"], LinkOf>> = {
  "password-reset"({ passwordResetPage }, { username, key }) {
    const fragment = { username, password_reset_key: key };
    return pageLink(passwordResetPage, { username, key }, fragment);
  },
  "email-verification"({ emailVerificationPage }, values) {
    return pageLink(emailVerificationPage, values, { email_verification_key: values.key });
  },
};

/** Writes the letter that lets a user set a new password, if the user exists. */
export const writeResetLetter: WriteLetter = keyLetter({
  kind: "password_reset",
  find: (users, { body }) => findUser(users, body),
  mail: "password-reset",
});

/**
 * Writes the letter that lets a user verify an address. Writes none if the user has changed the
 * address, or if any user has verified it.
 */
export const writeVerificationLetter: WriteLetter = keyLetter({
  kind: "email_verification",
  async find(users, { body, recipient }) {
    const user = await users.byId(Number(body));
    if (user === undefined || user.email !== recipient || user.emailVerified) return undefined;
    return (await users.byVerifiedEmail(recipient)) === undefined ? user : undefined;
  },
  mail: "email-verification",
});

/**
 * Creates the writer of letters with one kind of key. The writer creates a new key for each letter.
 * The key is valid immediately and replaces the previous key. Only its hash is stored.
 */
function keyLetter({ kind, find, mail }: KeyLetter): WriteLetter {
  return async (services, request) => {
    const { storage, limiter, clock, random } = services;
    const found = await find(storage.committed.users, request);
    if (found === undefined || found.email === null) return undefined;
    // Each request counts once, even if sending its letter is retried.
    const isCounted = request.attempts > 1;
    const counter = `${kind}-mail:${found.id}`;
    const taken = isCounted ? undefined : await limiter.take(counter, 60 * 60_000);
    if (taken !== undefined && taken.count > MAX_MAILS) return undefined;
    // The key is created and stored in the same way as a session token.
    const key = createSessionToken(random);
    const keyHash = hashSessionToken(key) ?? "";
    return await storage.transaction(async (stored) => {
      const user = await stored.users.lock(found.id);
      // If the address has changed, the key must not be mailed to the old address.
      if (user === undefined || user.email === null || user.email !== found.email) return undefined;
      // A different worker may have claimed the request and stored a different key.
      if (!(await stored.outbox.holds(request))) return undefined;
      const { id: userId, username, email: recipient } = user;
      const expiresAt = clock.now() + KEY_LIFETIME_MS;
      await stored.mailedKeys.replace({ userId, kind, keyHash, expiresAt });
      const link = keyLinks[mail](services, { username, key });
      const values = { username, key, link, valid_minutes: KEY_LIFETIME_MS / 60_000 };
      return { recipient, ...services.mailTemplates({ mail, values }) };
    });
  };
}
