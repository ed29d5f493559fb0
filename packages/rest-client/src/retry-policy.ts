import type { OperationDescriptor } from "@specwright/runtime/codegen";

/** Options for retries. */
export interface RetryOptions {
  /** The maximum number of attempts after the first. Default 2; 0 disables retries. */
  readonly retries?: number;
  /** The maximum of the first delay, in milliseconds. Default 250. */
  readonly minMs?: number;
  /**
   * The maximum of every delay, in milliseconds; a longer `Retry-After` ends the retries. Default
   * 20,000.
   */
  readonly maxMs?: number;
}

/** Repeating such a request has the same effect as sending it once (RFC 9110, section 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);

const RETRIED_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const KEY = "idempotency-key";

/**
 * Reports whether a request may be repeated: because of its method, or because it has an
 * `Idempotency-Key` that the contract supports.
 */
export function isIdempotent(
  { method, parameters }: Pick<OperationDescriptor, "method" | "parameters">,
  headers: Headers,
): boolean {
  if (IDEMPOTENT.has(method)) return true;
  const takesKey = parameters.some(
    ({ in: location, name }) => location === "header" && name.toLowerCase() === KEY,
  );
  return takesKey && headers.has(KEY);
}

/**
 * Reports whether an answer is worth a retry. A conflict is, if it has a `Retry-After`: the service
 * is still processing a request with the same key.
 */
export function isRetried(
  { status, headers }: Pick<Response, "status" | "headers">,
  sent: Headers,
): boolean {
  if (status === 409) return sent.has(KEY) && headers.has("retry-after");
  return RETRIED_STATUS.has(status);
}
