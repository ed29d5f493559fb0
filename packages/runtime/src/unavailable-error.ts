import type { UnavailableErrorCode } from "./error-codes.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "./specwright-error.ts";

/** Options of an `UnavailableError`. */
export interface UnavailableErrorOptions extends SpecwrightErrorOptions {
  /** When it is worth another attempt, in milliseconds. Default 2,000. */
  readonly retryAfterMs?: number;
}

/**
 * Reports that something a service needs, such as its database, is away for a while. Whether what
 * was under way was done is not known. Servers answer it with 503 and `Retry-After`, and log nothing:
 * whoever throws it says once that the thing is away, rather than each request.
 */
export class UnavailableError extends SpecwrightError<UnavailableErrorCode> {
  override readonly name: string = "UnavailableError";
  readonly retryAfterMs: number;

  constructor(message: string, options: UnavailableErrorOptions = {}) {
    super("unavailable", message, options);
    this.retryAfterMs = options.retryAfterMs ?? 2_000;
  }

  /** What `Retry-After` says: whole seconds, one at least. */
  get retryAfterSec(): number {
    return Math.max(1, Math.ceil(this.retryAfterMs / 1000));
  }
}
