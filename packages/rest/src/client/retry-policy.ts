import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { findResponse } from "./find-response.ts";
import { KEY, keyParameter } from "./idempotency-key.ts";

/** Options for retries. */
export interface RetryOptions {
  /** The maximum number of attempts after the first. Default 2; 0 disables retries. */
  readonly retries?: number;
  /** The maximum of the first delay, in milliseconds. Default 250. */
  readonly minMs?: number;
  /**
   * The maximum of every delay, in milliseconds. If `Retry-After` is longer, the request is not retried.
   * Default 20,000.
   */
  readonly maxMs?: number;
  /**
   * The statuses that are always retried, even if they are not documented. Default 429, 502, 503 and 504. A
   * response with any other status is retried only if it has the header `Retry-After`, and the contract
   * declares the header for the response.
   */
  readonly statuses?: readonly number[];
}

/**
 * The idempotent methods: repeating a request has the same effect as sending it once (RFC 9110, section
 * 9.2.2).
 */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);

/** The default of `RetryOptions.statuses`. */
export const RETRIED_STATUSES: readonly number[] = [429, 502, 503, 504];

const RETRY_AFTER = "retry-after";

/**
 * Reports whether a request may be repeated: because of its method, or because it has an
 * `Idempotency-Key` that the contract supports.
 */
export function isIdempotent(
  operation: Pick<OperationDescriptor, "method" | "parameters">,
  headers: Headers,
): boolean {
  return (
    IDEMPOTENT.has(operation.method) || (headers.has(KEY) && keyParameter(operation) !== undefined)
  );
}

/**
 * Reports whether an answer causes a retry. Answers with the listed statuses do. Errors with `Retry-After`
 * do if the contract declares that header. A conflict needs no declaration: it means that the service is
 * still processing a request with the same key.
 */
export function isRetried(
  operation: Pick<OperationDescriptor, "responses">,
  { status, headers }: Pick<Response, "status" | "headers">,
  sent: Headers,
  statuses: readonly number[],
): boolean {
  if (statuses.includes(status)) return true;
  if (status < 400 || !headers.has(RETRY_AFTER)) return false;
  if (status === 409 && sent.has(KEY)) return true;
  const declared = findResponse(operation, status)?.descriptor.headers ?? [];
  return declared.some(({ name }) => name.toLowerCase() === RETRY_AFTER);
}
