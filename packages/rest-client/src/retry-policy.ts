/** Configures retries. */
export interface RetryOptions {
  /** Most attempts after the first. Default 2; 0 turns retries off. */
  readonly retries?: number;
  /** Ceiling of the first delay, in milliseconds. Default 250. */
  readonly minMs?: number;
  /** Ceiling of every delay, in milliseconds; a longer `Retry-After` ends the retries. Default 20,000. */
  readonly maxMs?: number;
}

/** Repeating these does no more than doing them once (RFC 9110, section 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);

const RETRIED_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Tells whether a method may be sent again. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}

/** Tells whether a status is worth another attempt. */
export function isRetriedStatus(status: number): boolean {
  return RETRIED_STATUS.has(status);
}

/** Reads `Retry-After` (seconds or an HTTP date); gives milliseconds, or `undefined` without one. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
