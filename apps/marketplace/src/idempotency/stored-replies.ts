import type { IdempotencyStore } from "@specwright/rest-server";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/**
 * Keeps the answers of requests that may be sent twice in the storage, each step a transaction:
 * claims, and the answers that no transaction of a handler kept.
 */
export function storedReplies(storage: MarketplaceStorage): IdempotencyStore {
  return {
    begin: (claim) => storage.transaction(({ replies }) => replies.begin(claim)),
    finish: (claim, reply, keptUntil) =>
      storage.transaction(({ replies }) => replies.finish(claim, reply, keptUntil)),
    release: (claim) => storage.transaction(({ replies }) => replies.release(claim)),
  };
}
