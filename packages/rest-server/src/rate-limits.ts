// Limits on how often something may be asked for, told in the headers of the RateLimit draft (9).

import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { ProblemError } from "./problem-error.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { RequestMeta } from "./request-context.ts";

/** A request that is about to be counted. */
export interface RateLimitAttempt<Principal = unknown> extends RequestMeta {
  readonly principal: Principal | undefined;
  /** The checked body; `undefined` before it is read. */
  readonly body: unknown;
}

/** One limit. */
export interface RateLimitPolicy<Principal = unknown> {
  /** Stands in the headers and before the keys: letters, digits and hyphens. */
  readonly name: string;
  /** The operations that it holds for, by id. Absent: all. */
  readonly operations?: readonly string[];
  /** How many requests a window lets through. */
  readonly quota: number;
  readonly windowMs: number;
  /**
   * When requests are counted: on `arrival`, before credentials are looked at; on `admission`, once
   * it is known whose they are and before their bodies are read; or once `read`, after the body was
   * checked and before the handler does anything.
   */
  readonly when: "arrival" | "admission" | "read";
  /** Names what counts together, such as the peer's address; `undefined` is not counted. */
  readonly keyOf: (
    attempt: RateLimitAttempt<Principal>,
  ) => string | undefined | Promise<string | undefined>;
  /** Statuses of answers that forgive the attempts before them. Default none. */
  readonly resetOn?: readonly number[];
  /** Statuses of answers that are not counted themselves. Default none. */
  readonly returnOn?: readonly number[];
}

/** Configures the limits of a server. */
export interface RateLimitOptions<Principal> {
  readonly limiter: RateLimiter;
  readonly policies: readonly RateLimitPolicy<Principal>[];
}

/** Keeps count for one request. */
export interface RateLimitTally<Principal> {
  /** Reports whether any limit counts such a request at this point. */
  counts(when: RateLimitPolicy["when"], operation: OperationDescriptor): boolean;
  /** Counts the request. Throws `ProblemError` (429) when it is one too many. */
  count(when: RateLimitPolicy["when"], attempt: RateLimitAttempt<Principal>): Promise<void>;
  /** Returns the headers about the limits counted so far. */
  headers(): readonly (readonly [name: string, value: string])[];
  /** Forgets what an answer of this status forgives. */
  settle(status: number): Promise<void>;
}

interface Counted<Principal> {
  readonly policy: RateLimitPolicy<Principal>;
  readonly key: string;
  readonly left: number;
  readonly resetSeconds: number;
}

/** Creates the function that starts counting for a request. */
export function rateLimitTallies<Principal>(
  options: RateLimitOptions<Principal>,
): () => RateLimitTally<Principal> {
  const { policies } = options;
  const known = {
    arrival: new Map<string, readonly RateLimitPolicy<Principal>[]>(),
    admission: new Map<string, readonly RateLimitPolicy<Principal>[]>(),
    read: new Map<string, readonly RateLimitPolicy<Principal>[]>(),
  };
  const policiesOf: PoliciesOf<Principal> = (when, { id }) => {
    const found = known[when].get(id);
    if (found !== undefined) return found;
    const own = policies.filter(
      (policy) => policy.when === when && policy.operations?.includes(id) !== false,
    );
    known[when].set(id, own);
    return own;
  };
  return () => rateLimitTally(options.limiter, policiesOf);
}

type PoliciesOf<Principal> = (
  when: RateLimitPolicy["when"],
  operation: OperationDescriptor,
) => readonly RateLimitPolicy<Principal>[];

function rateLimitTally<Principal>(
  limiter: RateLimiter,
  policiesOf: PoliciesOf<Principal>,
): RateLimitTally<Principal> {
  const tally: Counted<Principal>[] = [];
  return {
    counts: (when, operation) => policiesOf(when, operation).length > 0,
    async count(when, attempt) {
      let waitSeconds = 0;
      for (const policy of policiesOf(when, attempt.operation)) {
        const own = await policy.keyOf(attempt);
        if (own === undefined) continue;
        const key = `${policy.name}:${own}`;
        const { count, resetMs } = await limiter.take(key, policy.windowMs);
        const resetSeconds = Math.max(1, Math.ceil(resetMs / 1000));
        tally.push({ policy, key, left: Math.max(0, policy.quota - count), resetSeconds });
        if (count > policy.quota) waitSeconds = Math.max(waitSeconds, resetSeconds);
      }
      if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
    },
    headers: () => headersOf(tally),
    async settle(status) {
      for (const { policy, key } of tally) {
        if (policy.resetOn?.includes(status)) await limiter.reset(key);
        else if (policy.returnOn?.includes(status)) await limiter.giveBack(key);
      }
    },
  };
}

function headersOf(
  tally: readonly Counted<never>[],
): readonly (readonly [name: string, value: string])[] {
  if (tally.length === 0) return [];
  const policies = tally.map(
    ({ policy }) => `"${policy.name}";q=${policy.quota};w=${Math.ceil(policy.windowMs / 1000)}`,
  );
  const states = tally.map(
    ({ policy, left, resetSeconds }) => `"${policy.name}";r=${left};t=${resetSeconds}`,
  );
  return [
    ["ratelimit-policy", policies.join(", ")],
    ["ratelimit", states.join(", ")],
  ];
}

/** Builds a 429. */
export function tooManyRequests(waitSeconds: number): ProblemError {
  return new ProblemError(429, "too_many_requests", `Try again in ${waitSeconds} seconds.`, {
    headers: { "retry-after": `${waitSeconds}` },
  });
}
