import type { FieldError, Problem, ProblemCode } from "@specwright/marketplace-api/types";
import { problem } from "@specwright/runtime";

/** A response with a problem as its body. */
export interface ProblemAnswer<Status extends number> {
  readonly status: Status;
  readonly body: Problem;
}

/** Options for `problemAnswer`. */
export interface ProblemAnswerOptions {
  /** The explanation for the client. It must not contain facts that the caller must not know. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
}

/** Builds a response with a problem (RFC 9457). */
export function problemAnswer<Status extends number>(
  status: Status,
  code: ProblemCode,
  options: ProblemAnswerOptions = {},
): ProblemAnswer<Status> {
  const { type, title } = problem(status, code);
  const { detail, errors } = options;
  const body: Problem = {
    type,
    title,
    status,
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors: [...errors] }),
  };
  return { status, body };
}

/** Builds the response for a resource that does not exist or that the caller must not see. */
export function notFound(): ProblemAnswer<404> {
  return problemAnswer(404, "not_found");
}

/** Builds the response for a body with issues that a schema cannot detect. */
export function invalidBody(...errors: readonly FieldError[]): ProblemAnswer<400> {
  return problemAnswer(400, "validation_failed", {
    detail: "The request is invalid; see errors.",
    errors,
  });
}
