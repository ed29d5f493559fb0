import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { callError } from "./call-error.ts";

/**
 * Sets a header of a request. Throws `RestError` with `invalid_request` for one that HTTP cannot
 * carry; without its value, which may be a secret.
 */
export function setHeader(
  operation: OperationDescriptor,
  headers: Headers,
  name: string,
  value: string,
): void {
  try {
    headers.set(name, value);
  } catch {
    const message = `header ${name} has a character that HTTP does not allow`;
    throw callError(operation, "invalid_request", message);
  }
}
