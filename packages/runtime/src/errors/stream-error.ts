import type { StreamErrorCode } from "./error-codes.ts";
import type { Problem } from "./problem.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "./specwright-error.ts";

/** Details of the failed stream. */
export interface StreamErrorOptions extends SpecwrightErrorOptions {
  readonly channelId?: string;
  /** WebSocket close code, if the socket was open. */
  readonly closeCode?: number;
  /** HTTP status, if the upgrade was refused. */
  readonly status?: number;
  /** The body of the response to the refused upgrade, if it was `application/problem+json`. */
  readonly problem?: Problem;
  /**
   * Whether the message was written to a connection. Set if the error is about sending a message.
   */
  readonly sent?: boolean;
  /** The code that the server sent for a topic or a login. */
  readonly serverCode?: string | undefined;
}

/** Thrown when a channel ends or cannot be opened, for a reason that a reconnection does not fix. */
export class StreamError extends SpecwrightError<StreamErrorCode> {
  override readonly name: string = "StreamError";
  readonly channelId?: string;
  readonly closeCode?: number;
  readonly status?: number;
  readonly problem?: Problem;
  /**
   * Whether the message was written to a connection. If false, the server has not received the message; if
   * true, the server may have received it. Absent if the error is not about one message.
   */
  readonly sent?: boolean;
  /** The code of the server that refused a topic or a login, if it sent one. */
  readonly serverCode?: string;

  constructor(code: StreamErrorCode, message: string, options: StreamErrorOptions = {}) {
    super(code, message, options);
    if (options.channelId !== undefined) this.channelId = options.channelId;
    if (options.closeCode !== undefined) this.closeCode = options.closeCode;
    if (options.status !== undefined) this.status = options.status;
    if (options.problem !== undefined) this.problem = options.problem;
    if (options.sent !== undefined) this.sent = options.sent;
    if (options.serverCode !== undefined) this.serverCode = options.serverCode;
  }
}
