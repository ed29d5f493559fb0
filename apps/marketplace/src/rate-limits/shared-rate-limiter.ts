import { createHash } from "node:crypto";
import { memoryRateLimiter, type RateLimiter } from "@specwright/rest/server";
import type { Clock } from "@specwright/runtime";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";

/**
 * The keys of the limits `address` and `faults`. Each process counts them in its own memory,
 * because that is faster.
 */
const OWN: RegExp = /^(?:address|faults):/;

/**
 * Creates a limiter for processes that share a database. The limits on passwords, accounts and mail
 * are counted in the database, so all processes share the counts.
 */
export function sharedRateLimiter(storage: MarketplaceStorage, clock: Clock): RateLimiter {
  const own = memoryRateLimiter({ clock });
  return {
    take(key, windowMs) {
      if (OWN.test(key)) return own.take(key, windowMs);
      return storage.transaction(({ rateWindows }) =>
        rateWindows.take(keyDigest(key), clock.now(), windowMs),
      );
    },
    refund(key) {
      if (OWN.test(key)) return own.refund(key);
      return storage.transaction(({ rateWindows }) => rateWindows.refund(keyDigest(key)));
    },
    reset(key) {
      if (OWN.test(key)) return own.reset(key);
      return storage.transaction(({ rateWindows }) => rateWindows.reset(keyDigest(key)));
    },
  };
}

function keyDigest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
