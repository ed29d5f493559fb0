import type { Context } from "../caller.ts";
import type { MarketplaceStorage, Repositories } from "../storage/marketplace-storage.ts";

/**
 * Runs the transaction of a handler and gives its answer. With an `Idempotency-Key` the answer is
 * kept in the same transaction: sent again after a crash, the request is not done again.
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
