// Rate limits, with headers as in draft 9 of RateLimit.

import { isProblem, parseJson } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { EncodedResponse } from "@specwright/runtime/transport";
import { ProblemError } from "./problem-error.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { RequestMeta } from "./request-context.ts";

/** A request that is about to be counted. */
export interface RateLimitAttempt<Principal = unknown> extends RequestMeta {
  readonly principal: Principal | undefined;
  /** The validated body; `undefined` before it is read. */
  readonly body: unknown;
}

/** One limit. */
export interface RateLimitPolicy<Principal = unknown> {
  /** The name of the limit in headers and in prefixes of keys: letters, digits and hyphens. */
  readonly name: string;
  /** The ids of the operations that the limit applies to. Absent: it applies to all operations. */
  readonly operations?: readonly string[];
  /** How many requests are allowed in a window. */
  readonly quota: number;
  readonly windowMs: number;
  /**
   * When requests are counted. `arrival`: before credentials are verified. `refused`: when credentials are
   * missing or invalid, so that such requests never block a caller with valid credentials. `authenticated`:
   * once the caller is identified as a principal or as anonymous, before the body is read. `read`: after
   * the body was validated, before the handler runs.
   */
  readonly when: "arrival" | "refused" | "authenticated" | "read";
  /**
   * Returns a key, such as the peer's address. Requests with the same key are counted together; requests
   * with the key `undefined` are not counted.
   */
  readonly keyOf: (
    attempt: RateLimitAttempt<Principal>,
  ) => string | undefined | Promise<string | undefined>;
  /** The responses that clear earlier attempts, by status or problem code. Default none. */
  readonly resetOn?: readonly AnswerMark[];
  /** The responses that are not counted, by status or problem code. Default none. */
  readonly refundOn?: readonly AnswerMark[];
}

/** Selects responses by status or by problem code. */
export type AnswerMark = number | string;

/** Options for the limits of a server. */
export interface RateLimitOptions<Principal> {
  readonly limiter: RateLimiter;
  readonly policies: readonly RateLimitPolicy<Principal>[];
}

/** The state of the limits for one request. */
export interface RateLimitCounter<Principal> {
  /** Reports whether any limit counts requests of this operation at the point `when`. */
  counts(when: RateLimitPolicy["when"]): boolean;
  /**
   * Counts the request.
   *
   * @throws ProblemError 429 if it exceeds a limit.
   */
  count(when: RateLimitPolicy["when"], attempt: RateLimitAttempt<Principal>): Promise<void>;
  /** Returns the headers about the limits that have counted the request so far. */
  headers(): readonly (readonly [name: string, value: string])[];
  /** Reports whether a response undoes a count. */
  refunds(answer: CountedAnswer): boolean;
  /** Undoes the count of an exempt response. */
  refund(answer: CountedAnswer): Promise<void>;
}

/** The part of a response that determines whether a count is undone. */
export interface CountedAnswer {
  readonly status: number;
  /** Returns the code of the problem, if the response is a problem. */
  codeOf(): string | undefined;
}

/** A limit, and its text in the `RateLimit-Policy` header. */
interface NamedPolicy<Principal> {
  readonly policy: RateLimitPolicy<Principal>;
  readonly header: string;
}

/** The limits that apply to one operation. */
type OperationPolicies<Principal> = Readonly<
  Record<RateLimitPolicy["when"], readonly NamedPolicy<Principal>[]>
>;

interface Counted<Principal> extends NamedPolicy<Principal> {
  readonly key: string;
  readonly left: number;
  readonly resetSeconds: number;
}

/** Returns a function that creates the state of the limits for a request to an operation. */
export function rateLimitCounters<Principal>(
  options: RateLimitOptions<Principal>,
): (operation: OperationDescriptor) => RateLimitCounter<Principal> {
  const policies = options.policies.map((policy) => ({
    policy,
    header: `"${policy.name}";q=${policy.quota};w=${Math.ceil(policy.windowMs / 1000)}`,
  }));
  const known = new Map<OperationDescriptor, OperationPolicies<Principal>>();

  function policiesOf(operation: OperationDescriptor): OperationPolicies<Principal> {
    const found = known.get(operation);
    if (found !== undefined) return found;
    const policiesFor = (when: RateLimitPolicy["when"]): readonly NamedPolicy<Principal>[] =>
      policies.filter(
        ({ policy }) => policy.when === when && policy.operations?.includes(operation.id) !== false,
      );
    const own = {
      arrival: policiesFor("arrival"),
      refused: policiesFor("refused"),
      authenticated: policiesFor("authenticated"),
      read: policiesFor("read"),
    };
    known.set(operation, own);
    return own;
  }

  return (operation) => new Counter(options.limiter, policiesOf(operation));
}

/** It is a class, so that the instances of all requests share their methods. */
class Counter<Principal> implements RateLimitCounter<Principal> {
  readonly #limiter: RateLimiter;
  readonly #policies: OperationPolicies<Principal>;
  readonly #counted: Counted<Principal>[] = [];

  constructor(limiter: RateLimiter, policies: OperationPolicies<Principal>) {
    this.#limiter = limiter;
    this.#policies = policies;
  }

  counts(when: RateLimitPolicy["when"]): boolean {
    return this.#policies[when].length > 0;
  }

  async count(when: RateLimitPolicy["when"], attempt: RateLimitAttempt<Principal>): Promise<void> {
    let waitSeconds = 0;
    for (const { policy, header } of this.#policies[when]) {
      const given = policy.keyOf(attempt);
      const own = given instanceof Promise ? await given : given;
      if (own === undefined) continue;
      const key = `${policy.name}:${own}`;
      const taken = this.#limiter.take(key, policy.windowMs);
      const { count, resetMs } = taken instanceof Promise ? await taken : taken;
      const resetSeconds = Math.max(1, Math.ceil(resetMs / 1000));
      const left = Math.max(0, policy.quota - count);
      this.#counted.push({ policy, header, key, left, resetSeconds });
      if (count > policy.quota) waitSeconds = Math.max(waitSeconds, resetSeconds);
    }
    if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  }

  headers(): readonly (readonly [name: string, value: string])[] {
    if (this.#counted.length === 0) return [];
    let policies = "";
    let states = "";
    for (const { policy, header, left, resetSeconds } of this.#counted) {
      const separator = policies === "" ? "" : ", ";
      policies += separator + header;
      states += `${separator}"${policy.name}";r=${left};t=${resetSeconds}`;
    }
    return [
      ["ratelimit-policy", policies],
      ["ratelimit", states],
    ];
  }

  refunds(answer: CountedAnswer): boolean {
    return this.#counted.some(
      ({ policy }) => isMarked(policy.resetOn, answer) || isMarked(policy.refundOn, answer),
    );
  }

  async refund(answer: CountedAnswer): Promise<void> {
    for (const { policy, key } of this.#counted) {
      if (isMarked(policy.resetOn, answer)) await this.#limiter.reset(key);
      else if (isMarked(policy.refundOn, answer)) await this.#limiter.refund(key);
    }
  }
}

function isMarked(marks: readonly AnswerMark[] = [], { status, codeOf }: CountedAnswer): boolean {
  return marks.some((mark) => mark === (typeof mark === "number" ? status : codeOf()));
}

/**
 * Returns the part of an encoded answer that rate limits use. Its body is parsed only if a limit needs the
 * problem code.
 */
export function countedAnswer({ status, body }: EncodedResponse): CountedAnswer {
  return {
    status,
    codeOf() {
      if (status < 400 || typeof body !== "string") return undefined;
      const problem = parseJson(body);
      return isProblem(problem) ? problem.code : undefined;
    },
  };
}

export function tooManyRequests(waitSeconds: number): ProblemError {
  return new ProblemError(429, "too_many_requests", `Try again in ${waitSeconds} seconds.`, {
    headers: { "retry-after": `${waitSeconds}` },
  });
}
