import type { RequestVerificationResponse } from "@specwright/marketplace-api/types";
import { callerOf, type Handlers, requireUser } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { KEY_LIFETIME_MS } from "../mailed-keys/write-key-letter.ts";
import { problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { postVerification } from "../users/post-verification.ts";

/** Serves `POST /users/me/request-verification`: sends a mail with a new key. */
export function requestVerification(services: Services): Handlers["requestVerification"] {
  return async (_request, context) => {
    const caller = callerOf(context);
    const answer = await answerInTransaction(
      services,
      context,
      async (stored): Promise<RequestVerificationResponse> => {
        const user = await requireUser(stored, caller);
        if (user.email === null || user.emailVerified) return nothingToVerify(user.email);
        await postVerification(stored.outbox, services, user);
        return { status: 202, body: { data: { key_lifetime_s: KEY_LIFETIME_MS / 1000 } } };
      },
    );
    if (answer.status === 202) services.onMail();
    return answer;
  };
}

function nothingToVerify(email: string | null): RequestVerificationResponse {
  const detail =
    email === null ? "The account has no address." : "The address is already verified.";
  return problemAnswer(409, "nothing_to_verify", { detail });
}
