import type { OperationDescriptor, ResponseParts } from "../codegen/operation.ts";
import { AnswerError, type OperationCall } from "./answer-error.ts";

/**
 * Throws `AnswerError` for a response that is not a success: its status is not 2xx, or it is the
 * `default` response although the contract documents a 2xx.
 */
export function requireSuccess(
  operation: Pick<OperationDescriptor, "id" | "responses">,
  response: ResponseParts,
  call: OperationCall<ResponseParts>,
): void {
  const { status, statusCode } = response;
  const isGiven = status === "default" && !Object.keys(operation.responses).some(isSuccess);
  if (!isSuccess(isGiven ? statusCode : status)) throw new AnswerError(operation, response, call);
}

function isSuccess(status: number | string | undefined): boolean {
  return `${status}`.startsWith("2");
}
