import {
  RestError,
  type RestErrorCode,
  type RestErrorOptions,
  SpecwrightError,
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

/**
 * Builds the error of a failed connection. A `RestError` stays unchanged. The message contains only the
 * error code and the address, because the cause may contain the URL.
 */
export function lostConnection(operation: OperationDescriptor, cause: unknown): RestError {
  if (cause instanceof RestError) return cause;
  const { cause: inner = cause } = Object(cause);
  // `errors` has one entry for each address that was tried.
  const failure = Object(inner?.errors?.[0] ?? inner);
  const { code = "", hostname = "", address = hostname, port = "" } = failure;
  // Removes the punctuation before missing parts.
  const message = `the connection failed: ${code} ${address}:${port}`.replace(/\W+$/, "");
  return callError(operation, "network", message, { cause });
}

/**
 * Reports whether the connection of the call itself caused an error, not a connection that a credential or
 * an interceptor opened.
 */
export function isLostConnection({ id }: OperationDescriptor, error: unknown): boolean {
  return error instanceof RestError && error.code === "network" && error.operationId === id;
}

/**
 * Converts an error of a codec or an encoder to the error of a request that cannot be sent. Returns any
 * other error unchanged.
 */
export function requestError(operation: OperationDescriptor, cause: unknown, place = ""): unknown {
  if (!(cause instanceof SpecwrightError) || cause instanceof RestError) return cause;
  // Removes the code of the cause, because the call's error has a different code.
  const message = cause.message.slice(cause.code.length + 2);
  return callError(operation, "invalid_request", `${place}${message}`, { cause });
}
