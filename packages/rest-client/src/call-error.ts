import {
  type ProblemIssue,
  RestError,
  type RestErrorCode,
  type RestErrorOptions,
} from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

/** Builds the error of a call; the message names the operation. */
export function callError(
  operation: OperationDescriptor,
  code: RestErrorCode,
  message: string,
  options: RestErrorOptions = {},
): RestError {
  return new RestError(code, `${operation.id}: ${message}`, {
    ...options,
    operationId: operation.id,
  });
}

/** Summarises issues in one sentence. */
export function issueSummary(issues: readonly Pick<ProblemIssue, "pointer" | "message">[]): string {
  const [first] = issues;
  if (first === undefined) return "invalid";
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return `${first.message} at "${first.pointer}"${more}`;
}
