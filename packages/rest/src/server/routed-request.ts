// The state of a request whose route was found, and functions that count it for rate limits.

import type { RequestHead } from "./authenticator.ts";
import type { Exchange } from "./exchange.ts";
import type { CountedAnswer, RateLimitCounter, RateLimitPolicy } from "./rate-limits.ts";
import type { MatchedTarget } from "./route-table.ts";

/** The state of a request whose route was found. */
export interface RoutedRequest<Principal> {
  head: RequestHead;
  readonly exchange: Exchange;
  readonly target: MatchedTarget;
  readonly counter: RateLimitCounter<Principal> | undefined;
  /** True once the answer was counted. */
  isAnswerCounted: boolean;
  /** True once the caller is known. */
  isAuthenticated: boolean;
  principal: Principal | undefined;
}

/** Counts a request if a limit counts at this point. Returns `undefined` if no limit does. */
export function countRequest<Principal>(
  { counter, head, principal }: RoutedRequest<Principal>,
  when: RateLimitPolicy["when"],
  body: unknown,
): Promise<void> | undefined {
  if (counter?.counts(when) !== true) return undefined;
  return counter.count(when, { ...head, principal, body });
}

/**
 * Undoes the counting of a request whose answer must not count. Returns `undefined` if there is nothing to
 * wait for.
 */
export function refundRequest<Principal>(
  known: RoutedRequest<Principal>,
  answer: CountedAnswer,
): Promise<void> | undefined {
  if (known.isAnswerCounted) return undefined;
  known.isAnswerCounted = true;
  return known.counter?.refunds(answer) === true ? known.counter.refund(answer) : undefined;
}

/** Adds the headers about rate limits to an answer. */
export function addLimitHeaders({
  counter,
  exchange,
}: {
  readonly counter: Pick<RateLimitCounter<never>, "headers"> | undefined;
  readonly exchange: Exchange;
}): void {
  if (counter === undefined) return;
  for (const [name, value] of counter.headers()) exchange.header(name, value);
}
