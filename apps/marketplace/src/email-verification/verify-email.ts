import type { VerifyEmailResponse } from "@specwright/marketplace-api/types";
import type { Handlers } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { isRightKey } from "../mailed-keys/is-right-key.ts";
import { problemAnswer } from "../problem-answer.ts";
import { hashSessionToken } from "../secrets/session-token.ts";
import type { Services } from "../services.ts";
import { takeAddress } from "../users/take-address.ts";

/** Serves `POST /users/verify-email`. The key identifies the user, and is valid once. */
export function verifyEmail(services: Services): Handlers["verifyEmail"] {
  const { storage, clock } = services;
  return async ({ body }, context) => {
    const kind = "email_verification";
    const keyHash = hashSessionToken(body.email_verification_key) ?? "";
    const userId = await storage.committed.mailedKeys.userOf(kind, keyHash);
    if (userId === undefined) return invalidKey();
    return await answerInTransaction(
      services,
      context,
      async (stored): Promise<VerifyEmailResponse> => {
        const email = (await stored.users.byId(userId))?.email ?? null;
        const holders = email === null ? [] : await stored.users.lockHolders(email);
        const user = holders.find(({ id }) => id === userId);
        // A concurrent request may have used the same key or verified the same address.
        if (user === undefined) return invalidKey();
        if (!(await isRightKey(stored, { kind, userId, keyHash }, clock.now())))
          return invalidKey();
        const owner = await takeAddress(stored, user, holders, clock.now());
        if (owner === undefined) return invalidKey();
        await stored.mailedKeys.delete(kind, userId);
        return { status: 200, body: { data: { id: userId } } };
      },
    );
  };
}

/** Returns the same response for used, expired, outdated and unknown keys. */
function invalidKey(): VerifyEmailResponse {
  return {
    ...problemAnswer(401, "invalid_verification_key"),
    headers: { "WWW-Authenticate": 'Bearer realm="marketplace"' },
  };
}
