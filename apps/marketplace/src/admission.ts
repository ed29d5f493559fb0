import { ProblemError } from "@specwright/rest-server";

/** Says who attempts something, for counting. */
export interface Attempt {
  /** The peer's address. */
  readonly ip: string;
  /** The account that is aimed at or that acts, folded. */
  readonly account?: string;
}

/** Decides whether an attempt may go on: 0, or after how many seconds to try again. */
export type RateLimiter = (operationId: string, attempt: Attempt) => number;

/** Turns attempts away before they cost anything. */
export interface Admission {
  /** Throws `ProblemError` (429, with `Retry-After`) for an attempt that comes too soon. */
  require(operationId: string, attempt: Attempt): void;
}

/** Admits what the limiter lets through. */
export function limitedBy(limiter: RateLimiter): Admission {
  return {
    require(operationId, attempt) {
      const seconds = Math.ceil(limiter(operationId, attempt));
      if (seconds <= 0) return;
      throw new ProblemError(429, "too_many_requests", `Try again in ${seconds} seconds.`, {
        headers: { "retry-after": `${seconds}` },
      });
    },
  };
}
