// The errors that this package throws, and that handlers throw to answer with a problem.

import { type Problem, type ProblemMembers, problem, SpecwrightError } from "@specwright/runtime";

/** Thrown by a handler to answer with a problem (RFC 9457). */
export class ProblemError extends SpecwrightError {
  override readonly name: string = "ProblemError";
  readonly problem: Problem;
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  /** `detail` is sent to the client, so it must not contain secrets. */
  constructor(
    status: number,
    code: string,
    detail?: string,
    options: {
      readonly members?: ProblemMembers;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(code, detail ?? `status ${status}`, options);
    this.problem = problem(status, code, {
      ...options.members,
      ...(detail === undefined ? {} : { detail }),
    });
    this.headers = options.headers ?? {};
  }
}

/** The reasons why the options of a server are invalid. */
export type RestServerErrorCode =
  | "missing_authenticator"
  | "duplicate_operation"
  | "undocumented_error"
  | "old_framework";

/** Every code with its meaning. */
export const restServerErrorCodes: Readonly<Record<RestServerErrorCode, string>> = {
  missing_authenticator:
    "An operation requires a security scheme that is missing in `authenticate`.",
  duplicate_operation: "Two operations have the same method and path.",
  undocumented_error: "An error response of the server does not match the contract.",
  old_framework: "The installed framework is too old for its adapter.",
};

/**
 * Thrown for invalid options when a handler or a server is created; never thrown while requests are served.
 */
export class RestServerError extends SpecwrightError<RestServerErrorCode> {
  override readonly name: string = "RestServerError";
}
