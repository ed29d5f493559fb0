import type { Context } from "../caller.ts";
import type { Services } from "../services.ts";
import { recheckSession } from "../sessions/verify-session.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";

/**
 * Runs the transaction of a handler and returns its response. If the request has an
 * `Idempotency-Key`, the response is stored in the same transaction. A repeated request then is not
 * executed again, even after a crash.
 */
export async function answerInTransaction<Answer>(
  services: Pick<Services, "storage" | "clock">,
  context: Pick<Context, "principal" | "remember">,
  work: (stored: Repositories) => Promise<Answer>,
): Promise<Answer> {
  return await services.storage.transaction(async (stored) => {
    await recheckSession(stored, services, context.principal);
    const answer = await work(stored);
    await context.remember(answer, stored.replies);
    return answer;
  });
}
