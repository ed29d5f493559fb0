import { CodecError, ParameterError } from "@specwright/runtime";
import type { EncodedBody, OperationDescriptor } from "@specwright/runtime/codegen";
import { callError } from "./call-error.ts";

/**
 * Encodes the body of a request. A `content-type` header of the caller selects the media type.
 *
 * @throws RestError with `invalid_request`.
 */
export function encodeBody(
  operation: OperationDescriptor,
  value: unknown,
  chosenType: string | undefined,
): EncodedBody | undefined {
  const { body, encoders } = operation;
  if (value === undefined) {
    if (body?.required) throw callError(operation, "invalid_request", "the body is required");
    return undefined;
  }
  if (body === undefined) {
    throw callError(operation, "invalid_request", "the operation takes no body");
  }
  if (encoders?.body === undefined) {
    throw callError(operation, "invalid_request", "its descriptor has no body encoder");
  }
  try {
    const encoded = encoders.body.encode(body.content, value, chosenType);
    if (encoded !== undefined) return encoded;
  } catch (cause) {
    if (!(cause instanceof CodecError || cause instanceof ParameterError)) throw cause;
    throw callError(operation, "invalid_request", cause.message, { cause });
  }
  throw callError(operation, "invalid_request", "the body fits none of the documented media types");
}
