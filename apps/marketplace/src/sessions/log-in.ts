import type { LoginUserResponse } from "@specwright/marketplace-api/types";
import type { Handlers } from "../caller.ts";
import { createMessageId } from "../mail/message-id.ts";
import { presentUser } from "../present/present-user.ts";
import { problemAnswer } from "../problem-answer.ts";
import { accountOf, foldSpelling } from "../rate-limits/account-of.ts";
import { createSessionToken, hashSessionToken } from "../secrets/session-token.ts";
import type { Services } from "../services.ts";
import { findUser } from "../storage/user-repository.ts";
import { timestamp } from "../timestamp.ts";

/**
 * The maximum number of sessions of a user. A new session beyond this number ends the oldest one.
 */
const MAX_SESSIONS = 100;

const HOUR_MS = 60 * 60_000;
/** After this many failed logins in an hour, from all networks together, the owner gets a mail. */
const MANY_FAILURES = 100;

/** Serves `POST /users/login`. */
export function logIn(services: Services): Handlers["loginUser"] {
  const { storage, clock, random, passwords, sessions } = services;
  return async ({ body }) => {
    const { username_or_email: name, password } = body;
    const found = await findUser(storage.committed.users, name);
    const isRight = await passwords.verify(found?.passwordHash, password);
    if (found === undefined || !isRight) {
      await noteFailure(services, name);
      return invalidCredentials();
    }

    const now = clock.now();
    const token = createSessionToken(random);
    const tokenHash = hashSessionToken(token) ?? "";
    const expiresAt = now + sessions.lifetimeMs;
    return await storage.transaction(async (stored): Promise<LoginUserResponse> => {
      const user = await stored.users.lock(found.id);
      // The password may have changed while this request verified it.
      if (user === undefined || user.passwordHash !== found.passwordHash)
        return invalidCredentials();
      if (user.suspendedAt !== null) return invalidCredentials("account_suspended");
      await stored.sessions.deleteEnded(user.id, now, now - sessions.idleMs);
      const id = await stored.sessions.insert({
        userId: user.id,
        tokenHash,
        createdAt: now,
        expiresAt,
      });
      await stored.sessions.deleteBeyond(user.id, MAX_SESSIONS);
      const data = {
        id,
        token,
        expires_at: timestamp(expiresAt),
        user: presentUser(user, { userId: user.id, role: user.role }, services.customFields.users),
      };
      return { status: 200, body: { data } };
    });
  };
}

/**
 * Counts a failed login. If a warning is due, its recipient is looked up only later, so that the
 * response takes the same time for known and unknown names.
 */
async function noteFailure(services: Services, name: string): Promise<void> {
  const { storage, limiter, random, clock } = services;
  const account = await accountOf(storage.committed.users, name);
  const { count } = await limiter.take(`login-failures:${account}`, HOUR_MS);
  if (count !== MANY_FAILURES) return;
  await storage.transaction(({ outbox }) =>
    outbox.insert({
      kind: "login_warning",
      messageId: createMessageId(random),
      recipient: "",
      subject: "",
      body: foldSpelling(name),
      createdAt: clock.now(),
    }),
  );
  services.onMail();
}

/**
 * Returns the same response for an unknown user and for a wrong password. Only a caller who sends
 * the correct password learns that the user is suspended.
 */
function invalidCredentials(
  code: "invalid_credentials" | "account_suspended" = "invalid_credentials",
): LoginUserResponse {
  return {
    ...problemAnswer(401, code),
    headers: { "WWW-Authenticate": 'Bearer realm="marketplace"' },
  };
}
