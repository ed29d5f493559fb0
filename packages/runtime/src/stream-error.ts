import type { StreamErrorCode } from "./error-codes.ts";
import type { Problem } from "./problem.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "./specwright-error.ts";

/** Holds what is known of the failed stream. */
export interface StreamErrorOptions extends SpecwrightErrorOptions {
  readonly channelId?: string;
  /** WebSocket close code, when the socket was open. */
  readonly closeCode?: number;
  /** HTTP status, when the upgrade was refused. */
  readonly status?: number;
  /** The body of the refused upgrade, when it was `application/problem+json`. */
  readonly problem?: Problem;
}

/** Reports a channel that ended, or never opened, for a reason reconnecting does not mend. */
export class StreamError extends SpecwrightError<StreamErrorCode> {
  override readonly name: string = "StreamError";
  readonly channelId?: string;
  readonly closeCode?: number;
  readonly status?: number;
  readonly problem?: Problem;

  constructor(code: StreamErrorCode, message: string, options: StreamErrorOptions = {}) {
    super(code, message, options);
    if (options.channelId !== undefined) this.channelId = options.channelId;
    if (options.closeCode !== undefined) this.closeCode = options.closeCode;
    if (options.status !== undefined) this.status = options.status;
    if (options.problem !== undefined) this.problem = options.problem;
  }
}
