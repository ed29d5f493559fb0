import type { RequestParts } from "@specwright/runtime";
import type { OperationDescriptor, ParameterDescriptor } from "@specwright/runtime/codegen";

/** The name of the header, in lowercase. */
export const KEY = "idempotency-key";

/** Returns the parameter with which an operation accepts an idempotency key, if there is one. */
export function keyParameter({
  parameters,
}: Pick<OperationDescriptor, "parameters">): ParameterDescriptor | undefined {
  return parameters.find(
    ({ in: location, name }) => location === "header" && name.toLowerCase() === KEY,
  );
}

/**
 * Adds an idempotency key to a request. Does nothing if the operation does not accept a key, or if the
 * caller passed a key as a parameter or as a header.
 */
export function withKey(
  operation: OperationDescriptor,
  request: RequestParts,
  headers: Readonly<Record<string, string>>,
  make: () => string | undefined,
): RequestParts {
  const { name } = keyParameter(operation) ?? {};
  const isGiven = Object.keys(headers).some((each) => each.toLowerCase() === KEY);
  if (name === undefined || isGiven) return request;
  return { ...request, headers: { [name]: make(), ...request.headers } };
}
