import type { IdempotencyClaim, IdempotencyStore } from "@specwright/rest/server";
import { UnavailableError } from "@specwright/runtime";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/**
 * Stores the responses to requests with an `Idempotency-Key`. Claims, and responses that no handler
 * has stored in its own transaction, are stored in a separate transaction.
 *
 * If the database is unavailable when a claim should be released, the claim is released before the
 * next claim is stored. A repeated request then need not wait until the claim expires. If the
 * connection was lost during a commit, the database may already contain the result and the response
 * of the request.
 */
export function storedReplies(storage: MarketplaceStorage): IdempotencyStore {
  const abandoned = new Set<IdempotencyClaim>();

  return {
    async begin(claim) {
      const done = [...abandoned].slice(0, BATCH);
      try {
        const known = await storage.transaction(async ({ replies }) => {
          for (const one of done) await replies.release(one);
          return await replies.begin(claim);
        });
        for (const one of done) abandoned.delete(one);
        return known;
      } catch (error) {
        // The database may have stored the claim before the connection was lost.
        if (error instanceof UnavailableError) abandoned.add(claim);
        throw error;
      }
    },
    finish: (claim, reply, keptUntil) =>
      storage.transaction(({ replies }) => replies.finish(claim, reply, keptUntil)),
    async release(claim) {
      try {
        await storage.transaction(({ replies }) => replies.release(claim));
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        abandoned.add(claim);
      }
    },
  };
}

/** How many claims of earlier requests one request releases at most. */
const BATCH = 50;
