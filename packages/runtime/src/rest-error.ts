import type { RestErrorCode } from "./error-codes.ts";
import type { Problem } from "./problem.ts";
import type { ReceivedAnswer } from "./received-answer.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "./specwright-error.ts";

/** Details of the failed call. */
export interface RestErrorOptions extends SpecwrightErrorOptions {
  readonly operationId?: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
  /** The body, if it was `application/problem+json`. */
  readonly problem?: Problem;
  /** At most the first 200 bytes of the body. */
  readonly excerpt?: string;
  /** The whole answer, if there was one that the contract does not allow. */
  readonly answer?: ReceivedAnswer;
}

/** Thrown when a call does not end with a documented response. */
export class RestError extends SpecwrightError<RestErrorCode> {
  override readonly name: string = "RestError";
  readonly operationId?: string;
  readonly status?: number;
  readonly problem?: Problem;
  readonly excerpt?: string;
  /** Private, so that logging an error does not log a whole body. */
  readonly #answer: ReceivedAnswer | undefined;

  constructor(code: RestErrorCode, message: string, options: RestErrorOptions = {}) {
    super(code, message, options);
    if (options.operationId !== undefined) this.operationId = options.operationId;
    if (options.status !== undefined) this.status = options.status;
    if (options.problem !== undefined) this.problem = options.problem;
    if (options.excerpt !== undefined) this.excerpt = options.excerpt;
    this.#answer = options.answer;
  }

  /**
   * The whole answer, with its body, if it is one that the contract does not allow and is not
   * longer than the transport reads.
   */
  get answer(): ReceivedAnswer | undefined {
    return this.#answer;
  }
}
