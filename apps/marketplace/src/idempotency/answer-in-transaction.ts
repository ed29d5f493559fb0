import type { Context } from "../caller.ts";
import type { MarketplaceStorage, Repositories } from "../storage/marketplace-storage.ts";

/**
 * Runs the transaction of a handler and returns its answer. With an `Idempotency-Key`, the answer
 * is stored in the same transaction, so that the request is not executed again after a crash.
 */
export async function answerInTransaction<Answer>(
  { storage }: { readonly storage: MarketplaceStorage },
  context: Pick<Context, "remember">,
  work: (stored: Repositories) => Promise<Answer>,
): Promise<Answer> {
  return await storage.transaction(async (stored) => {
    const answer = await work(stored);
    await context.remember(answer, stored.replies);
    return answer;
  });
}
