// The rate limits of the API. Pages have no limits, because they are cheap and most of them come
// from memory.

import { operations } from "@specwright/publisher-api/server";
import { networkOf, type RateLimitPolicy } from "@specwright/rest/server";
import type { Caller } from "../tokens/verify-token.ts";

/** The names of the limits. */
export type RatePolicyName = "address" | "tokens" | "requests" | "uploads";

type Policy = RateLimitPolicy<Caller>;

const MINUTE_MS = 60_000;

const secured = operations.filter(({ security }) => security.length > 0);

/** Returns the limits. The given quotas replace the default quotas. */
export function ratePolicies(
  quotas: Readonly<Partial<Record<RatePolicyName, number>>> = {},
): readonly Policy[] {
  const secure = secured.map(({ id }) => id);
  return [
    {
      name: "address",
      quota: quotas.address ?? 1200,
      windowMs: MINUTE_MS,
      when: "authenticated",
      // Requests with a valid token are counted by the token, so that other callers at the same
      // address cannot use up its quota.
      keyOf: ({ ip, principal }) => (principal === undefined ? networkOf(ip) : undefined),
    },
    // This limit counts only refused requests, because a build with a valid token and a build
    // without one may have the same address.
    {
      name: "tokens",
      quota: quotas.tokens ?? 60,
      windowMs: MINUTE_MS,
      when: "refused",
      operations: secure,
      keyOf: ({ ip }) => networkOf(ip, 24),
    },
    {
      name: "requests",
      quota: quotas.requests ?? 1200,
      windowMs: MINUTE_MS,
      when: "authenticated",
      operations: secure,
      keyOf: ({ principal }) => principal?.prefix,
    },
    {
      name: "uploads",
      quota: quotas.uploads ?? 120,
      windowMs: MINUTE_MS,
      when: "authenticated",
      operations: ["publishVersion", "createDiff"],
      keyOf: ({ principal }) => principal?.prefix,
    },
  ];
}
