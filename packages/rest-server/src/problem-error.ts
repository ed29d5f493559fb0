import { type Problem, type ProblemMembers, problem, SpecwrightError } from "@specwright/runtime";

/** Thrown by a handler to answer with a problem (RFC 9457). */
export class ProblemError extends SpecwrightError {
  override readonly name: string = "ProblemError";
  readonly problem: Problem;
  /** Headers of the answer, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  /** `detail` goes to the client: say nothing in it that the caller may not know. */
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
