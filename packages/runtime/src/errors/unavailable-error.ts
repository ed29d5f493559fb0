import type { UnavailableErrorCode } from "./error-codes.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "./specwright-error.ts";

/** Options of an `UnavailableError`. */
export interface UnavailableErrorOptions extends SpecwrightErrorOptions {
  /** When to try again, in milliseconds. Default 2,000. */
  readonly retryAfterMs?: number;
}

/**
 * Thrown when a dependency of a service, such as its database, is temporarily unavailable. The interrupted
 * work may or may not have been done. Servers answer with 503 and `Retry-After`, and do not log the error:
 * the code that throws the error logs the outage once, not for each request.
 */
export class UnavailableError extends SpecwrightError<UnavailableErrorCode> {
  override readonly name: string = "UnavailableError";
  readonly retryAfterMs: number;

  constructor(message: string, options: UnavailableErrorOptions = {}) {
    super("unavailable", message, options);
    this.retryAfterMs = options.retryAfterMs ?? 2_000;
  }

  /** The value of `Retry-After`: whole seconds, at least one. */
  get retryAfterSec(): number {
    return Math.max(1, Math.ceil(this.retryAfterMs / 1000));
  }
}
