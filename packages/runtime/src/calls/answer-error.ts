import type { OperationDescriptor, ResponseParts } from "../codegen/operation.ts";
import type { FailureOf } from "../codegen/success-of.ts";
import { errorWords } from "../errors/error-words.ts";
import { isProblem } from "../errors/problem.ts";
import { RestError } from "../errors/rest-error.ts";

type StatusOf<Answer extends ResponseParts> = Answer["status"] extends number
  ? Answer["status"]
  : number;

type PartOf<Answer, Name extends string> = Name extends keyof Answer ? Answer[Name] : undefined;

/** A function that calls an operation, with or without a transport as its first argument. */
export type OperationCall<Response extends ResponseParts> = (
  // `never` accepts any list of arguments.
  ...args: never
) => Promise<Response>;

/** The errors of an operation, one for each of its responses that are not a success. */
export type AnswerErrorOf<Response extends ResponseParts> =
  FailureOf<Response> extends infer Answer
    ? Answer extends ResponseParts
      ? AnswerError<Answer>
      : never
    : never;

/**
 * Thrown by `orThrow` for a documented answer that is not a success. Its code is `error_status`.
 * `isAnswerOf` recognizes the error by its operation, and types `body` and `headers` by the `status`.
 */
export class AnswerError<Answer extends ResponseParts = ResponseParts> extends RestError {
  override readonly name: string = "AnswerError";
  declare readonly code: "error_status";
  declare readonly operationId: string;
  /**
   * The actual status code of the answer, even if the contract documents the answer under a range or
   * `default`.
   */
  declare readonly status: StatusOf<Answer>;
  /** The field is private, so that logging an error does not log a whole body. */
  readonly #response: Answer;
  readonly #call: OperationCall<ResponseParts>;

  constructor(
    operation: Pick<OperationDescriptor, "id">,
    response: Answer,
    call: OperationCall<ResponseParts>,
  ) {
    const { body, status, statusCode = Number(status) } = response;
    super("error_status", `${operation.id}: status ${statusCode}${errorWords(body)}`, {
      operationId: operation.id,
      status: statusCode,
      ...(isProblem(body) ? { problem: body } : {}),
    });
    this.#response = response;
    this.#call = call;
  }

  /** The answer that the method without `orThrow` would return. */
  get response(): Answer {
    return this.#response;
  }

  /** The body, as the contract describes it for the status. */
  get body(): PartOf<Answer, "body"> {
    return this.#response.body as PartOf<Answer, "body">;
  }

  /** The documented headers. */
  get headers(): PartOf<Answer, "headers"> {
    return this.#response.headers as PartOf<Answer, "headers">;
  }

  /** Reports whether `call` caused the error. `call` is a method of a client or a generated function. */
  isOf(call: OperationCall<ResponseParts>): boolean {
    return call === this.#call;
  }
}

/**
 * Reports whether a value is the `AnswerError` of an operation, and narrows it to the answers of that
 * operation. The operation is the method that was called with `orThrow`, or the function that was passed to
 * `orThrow`.
 *
 * @example
 * ```ts
 * try {
 *   await client.buyTicket.orThrow({ body });
 * } catch (error) {
 *   if (!isAnswerOf(error, client.buyTicket) || error.status !== 402) throw error;
 *   console.warn(error.body.balance); // a member that the contract declares
 * }
 * ```
 */
export function isAnswerOf<Response extends ResponseParts>(
  error: unknown,
  call: OperationCall<Response>,
): error is AnswerErrorOf<Response> {
  return error instanceof AnswerError && error.isOf(call);
}
