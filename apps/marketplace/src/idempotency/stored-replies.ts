import type { IdempotencyStore } from "@specwright/rest-server";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/** Keeps the answers of requests that may be sent twice in the storage, each step a transaction. */
export function storedReplies(storage: MarketplaceStorage): IdempotencyStore {
  return {
    begin: (claim) => storage.transaction(({ replies }) => replies.begin(claim)),
    finish: (id, reply, expiresAt) =>
      storage.transaction(({ replies }) => replies.finish(id, reply, expiresAt)),
    release: (id) => storage.transaction(({ replies }) => replies.release(id)),
  };
}
