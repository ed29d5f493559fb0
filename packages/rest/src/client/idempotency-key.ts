import type { RequestParts } from "@specwright/runtime";
import type { OperationDescriptor, ParameterDescriptor } from "@specwright/runtime/codegen";

/** The name of the header, in lowercase. */
export const KEY = "idempotency-key";

/** Returns the parameter of an operation for the idempotency key, if there is one. */
export function keyParameter({
  parameters,
}: Pick<OperationDescriptor, "parameters">): ParameterDescriptor | undefined {
  return parameters.find(
    ({ in: location, name }) => location === "header" && name.toLowerCase() === KEY,
  );
}

/**
 * Adds a key to a request whose operation accepts one, unless the caller passed a key as a parameter or as
 * a header.
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
