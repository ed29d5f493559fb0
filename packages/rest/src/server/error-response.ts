import { type Logger, stringifyJson } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { EncodedResponse } from "@specwright/runtime/transport";
import type { ErrorRenderer } from "./error-renderer.ts";
import { problemOf } from "./send-problem.ts";

/** The facts about a failed request. */
export interface FailedRequest {
  readonly requestId: string;
  /** The operation; undefined if the request did not match an operation. */
  readonly operation: OperationDescriptor | undefined;
  readonly log: Logger;
  /** Whether the client disconnected before it had sent its whole request. */
  readonly isGone: boolean;
}

/**
 * Builds the response to an error. If the server is at fault, the error is logged, and the client receives
 * only the id of the request. An error that does not match its documented response is logged and sent as a
 * problem.
 */
export function errorResponse(
  error: unknown,
  { requestId, operation, log, isGone }: FailedRequest,
  render: ErrorRenderer,
): EncodedResponse {
  const { problem: plain, headers, isInternal } = problemOf(error, requestId);
  const about = { requestId, operation: operation?.id };
  if (isInternal && isGone) log.info(about, "request aborted by its client");
  else if (isInternal) log.error({ ...about, err: error }, "request failed");
  const problem = { ...plain, request_id: requestId };
  const own = [...Object.entries(headers), ["cache-control", "no-store"] as const];
  const rendered = renderOrLog();
  if (rendered !== undefined) return { ...rendered, headers: [...own, ...rendered.headers] };
  return {
    status: problem.status,
    headers: [...own, ["content-type", "application/problem+json"]],
    body: stringifyJson(problem),
  };

  function renderOrLog(): EncodedResponse | undefined {
    try {
      return render({ problem, headers }, { operation, requestId });
    } catch (cause) {
      log.error({ ...about, err: cause }, "error response does not match the contract");
      return undefined;
    }
  }
}
