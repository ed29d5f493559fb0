import type { RestErrorCode } from "./error-codes.ts";
import type { Problem } from "./problem.ts";
import type { ReceivedAnswer } from "./received-answer.ts";
import {
  isSpecwrightError,
  SpecwrightError,
  type SpecwrightErrorOptions,
} from "./specwright-error.ts";

/** Details of the failed call. */
export interface RestErrorOptions extends SpecwrightErrorOptions {
  readonly operationId?: string | undefined;
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** The problem in the body, if the body was `application/problem+json`. */
  readonly problem?: Problem | undefined;
  /** At most the first 200 bytes of the body. */
  readonly excerpt?: string | undefined;
  /** The whole answer, if the server sent one that the contract does not allow. */
  readonly answer?: ReceivedAnswer | undefined;
}

/**
 * Thrown when a call does not end with a documented response. The code `error_status` belongs to
 * `AnswerError`, which `orThrow` throws for a documented error response.
 */
export class RestError extends SpecwrightError<RestErrorCode> {
  override readonly name: string = "RestError";
  readonly operationId?: string;
  readonly status?: number;
  readonly problem?: Problem;
  readonly excerpt?: string;
  /** The field is private, so that logging an error does not log a whole body. */
  readonly #answer: ReceivedAnswer | undefined;

  constructor(code: RestErrorCode, message: string, options: RestErrorOptions = {}) {
    const { answer, cause, ...details } = options;
    super(code, message, options);
    Object.assign(this, details);
    this.#answer = answer;
  }

  /**
   * The whole answer, with its body. Set if the contract does not allow the answer, and the answer does not
   * exceed the transport's size limit.
   */
  get answer(): ReceivedAnswer | undefined {
    return this.#answer;
  }
}

/**
 * Reports whether a value is an error of a call: a `RestError` or an `AnswerError`. Also recognises errors
 * that a different copy of this package has created.
 */
export function isRestError(value: unknown): value is RestError {
  return isSpecwrightError(value) && /^(?:Rest|Answer)Error$/.test(value.name);
}
