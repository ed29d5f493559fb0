import type { OperationDescriptor } from "@specwright/runtime/codegen";
import type { EncodedBody } from "@specwright/runtime/transport";
import { callError, requestError } from "./call-error.ts";
import type { Checking } from "./checking.ts";

/**
 * Encodes the body of a request. A `content-type` header of the caller selects the media type.
 *
 * @throws RestError with `invalid_request`.
 */
export function encodeBody(
  operation: OperationDescriptor,
  value: unknown,
  chosenType: string | undefined,
  { mode, issues }: Checking,
): EncodedBody | undefined {
  const { body, encoders } = operation;
  const error = (message: string): Error => callError(operation, "invalid_request", message);
  if (body === undefined || encoders?.body === undefined) {
    if (value === undefined) return undefined;
    throw error(body ? "its descriptor has no body encoder" : "the operation takes no body");
  }
  try {
    return encoders.body.encode(body, { value, chosenType, mode, issues, error });
  } catch (cause) {
    throw requestError(operation, cause);
  }
}
