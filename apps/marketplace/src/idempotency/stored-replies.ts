import type { IdempotencyClaim, IdempotencyStore } from "@specwright/rest-server";
import { UnavailableError } from "@specwright/runtime";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/**
 * Keeps the answers of requests that may be sent twice in the storage, each step a transaction:
 * claims, and the answers that no transaction of a handler kept.
 *
 * A claim that cannot be given up while the database is away is given up before the next one is
 * made, so that whoever asks again need not wait for it to lapse. What the request did, if the answer
 * to its commit was lost, is there with its answer, and stays.
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
        // Whether the claim was made is not known either.
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

/** A request does not pay for all that failed before it. */
const BATCH = 50;
