import type { ResetPasswordResponse } from "@specwright/marketplace-api/types";
import type { Handlers } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { postLetter } from "../mail/post-letter.ts";
import { isRightKey } from "../mailed-keys/is-right-key.ts";
import { problemAnswer } from "../problem-answer.ts";
import { hashSessionToken } from "../secrets/session-token.ts";
import type { Services } from "../services.ts";
import { takeAddress } from "../users/take-address.ts";

/**
 * Serves `POST /users/reset-password`. The key is valid once. A reset also verifies the address to
 * which the key was mailed. All sessions of the user end, so the user must log in again.
 */
export function resetPassword(services: Services): Handlers["resetPassword"] {
  const { storage, passwords, clock } = services;
  return async ({ body }, context) => {
    const user = await storage.committed.users.byUsername(body.username);
    if (user === undefined) return invalidKey();
    const keyHash = hashSessionToken(body.password_reset_key) ?? "";
    const key = { kind: "password_reset", userId: user.id, keyHash } as const;
    const isRight = await storage.transaction((stored) => isRightKey(stored, key, clock.now()));
    // Hashing is slow, so it must not happen in a transaction.
    if (!isRight) return invalidKey();
    const passwordHash = await passwords.hash(body.password);
    const answer = await answerInTransaction(
      services,
      context,
      async (stored): Promise<ResetPasswordResponse> => {
        const holders = user.email === null ? [] : await stored.users.lockHolders(user.email);
        const current = holders.find(({ id }) => id === user.id);
        // Meanwhile, a concurrent request may have used the key, or a change of the address may
        // have invalidated it.
        if (current === undefined || !(await isRightKey(stored, key, clock.now()))) {
          return invalidKey();
        }
        await stored.mailedKeys.delete("password_reset", user.id);
        // The key was mailed to this address, so the user has access to it.
        const owner = (await takeAddress(stored, current, holders, clock.now())) ?? current;
        await stored.users.update({ ...owner, passwordHash, updatedAt: clock.now() });
        await stored.sessions.deleteOfUser(user.id);
        await postLetter(stored.outbox, services, current.email, {
          mail: "password-changed",
          values: { username: current.username },
        });
        return { status: 200, body: { data: { id: user.id } } };
      },
    );
    if (answer.status === 200) services.onMail();
    return answer;
  };
}

/** Returns the same response for used, expired and unknown keys, and for keys of other users. */
function invalidKey(): ResetPasswordResponse {
  return {
    ...problemAnswer(401, "invalid_reset_key"),
    headers: { "WWW-Authenticate": 'Bearer realm="marketplace"' },
  };
}
