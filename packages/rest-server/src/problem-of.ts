// From anything that can go wrong to the one shape of error answers.

import { NotImplementedError, type Problem, problem, UnavailableError } from "@specwright/runtime";
import { ProblemError } from "./problem-error.ts";
import { instanceOf } from "./request-id.ts";

/** A problem with its headers. */
export interface ProblemAnswer {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
  /** Set when the fault is ours: it is logged with its cause. */
  readonly isInternal: boolean;
}

/** Maps what the HTTP layer reports. */
const STATUS_CODES: Readonly<Record<number, string>> = {
  400: "malformed_request",
  404: "not_found",
  405: "method_not_allowed",
  408: "request_timeout",
  413: "payload_too_large",
  414: "uri_too_long",
  415: "unsupported_media_type",
  431: "headers_too_large",
  503: "unavailable",
};

/** Turns what was thrown into an answer. What is not meant for the client becomes a bare 500. */
export function problemOf(error: unknown, requestId: string): ProblemAnswer {
  if (error instanceof ProblemError) {
    const isInternal = error.problem.status >= 500;
    return { problem: error.problem, headers: error.headers, isInternal };
  }
  if (error instanceof NotImplementedError) {
    return answer(501, "not_implemented", "This operation is in the contract but not served yet.");
  }
  if (error instanceof UnavailableError) {
    const { retryAfterSec } = error;
    const detail = `Try again in ${retryAfterSec} seconds.`;
    return { ...statusProblem(503, detail), headers: { "retry-after": `${retryAfterSec}` } };
  }
  const status = frameworkStatus(error);
  if (status !== undefined) return statusProblem(status);
  return {
    problem: problem(500, "internal_error", instanceOf(requestId)),
    headers: {},
    isInternal: true,
  };
}

/** Builds the answer for a status of the HTTP layer. */
export function statusProblem(status: number, detail?: string): ProblemAnswer {
  return answer(status, STATUS_CODES[status] ?? STATUS_CODES[400] ?? "", detail);
}

function answer(status: number, code: string, detail?: string): ProblemAnswer {
  const made = problem(status, code, detail === undefined ? {} : { detail });
  return { problem: made, headers: {}, isInternal: false };
}

/**
 * Returns the status of an error of the framework itself. Other errors may have a `statusCode` too,
 * for example of another server that was called, which is not our answer.
 */
function frameworkStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("statusCode" in error)) return undefined;
  const { code, statusCode } = error;
  if (typeof code !== "string" || !code.startsWith("FST_ERR_")) return undefined;
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode > 499) return undefined;
  return statusCode;
}
