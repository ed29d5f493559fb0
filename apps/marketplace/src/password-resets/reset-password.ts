import { timingSafeEqual } from "node:crypto";
import type { ResetPasswordResponse } from "@specwright/marketplace-api/types";
import type { Handlers } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { postLetter } from "../mail/letter.ts";
import { problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { hashSessionToken } from "../sessions/session-token.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import { passwordChangedMail } from "../users/change-mails.ts";

/**
 * Serves `POST /users/reset-password` (§4.2, M7). The key works once; every session of the user
 * ends, and none starts.
 */
export function resetPassword(services: Services): Handlers["resetPassword"] {
  const { storage, passwords, clock } = services;
  return async ({ body }, context) => {
    const user = await storage.committed.users.byUsername(body.username);
    if (user === undefined) return refused();
    const keyHash = hashSessionToken(body.password_reset_key) ?? "";
    const isRight = await storage.transaction((stored) =>
      tryKey(stored, user.id, keyHash, clock.now()),
    );
    // Hashing is dear, and takes place outside of transactions.
    if (!isRight) return refused();
    const passwordHash = await passwords.hash(body.password);
    const answer = await answerInTransaction(
      services,
      context,
      async (stored): Promise<ResetPasswordResponse> => {
        const current = await stored.users.lock(user.id);
        // Whoever came with the same key at the same time may have been faster.
        if (current === undefined || !(await tryKey(stored, user.id, keyHash, clock.now()))) {
          return refused();
        }
        await stored.resetKeys.delete(user.id);
        await stored.users.update({ ...current, passwordHash, updatedAt: clock.now() });
        await stored.sessions.deleteOfUser(user.id);
        const letter = passwordChangedMail(current.username);
        await postLetter(stored.outbox, services, current.email, letter);
        return { status: 200, body: { data: { id: user.id } } };
      },
    );
    if (answer.status === 200) services.onMail();
    return answer;
  };
}

async function tryKey(
  { resetKeys }: Repositories,
  userId: number,
  keyHash: string,
  now: number,
): Promise<boolean> {
  const known = await resetKeys.lock(userId);
  if (known === undefined || known.expiresAt <= now) return false;
  // Nobody guesses 256 bits: wrong keys void nothing, or anybody could void the right one.
  return isSame(known.keyHash, keyHash);
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Says the same of a key of somebody else, a used one, an old one and none. */
function refused(): ResetPasswordResponse {
  return {
    ...problemAnswer(401, "invalid_reset_key"),
    headers: { "WWW-Authenticate": 'Bearer realm="marketplace"' },
  };
}
