import { NotImplementedError, type RequestParts } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

/** Calls the method that serves an operation. Throws `NotImplementedError` if it is missing. */
export function callHandler(
  handlers: object,
  operation: OperationDescriptor,
  request: RequestParts,
  context: unknown,
): unknown {
  const handler = findHandler(handlers, operation);
  if (typeof handler !== "function") throw new NotImplementedError(operation.id);
  return Reflect.apply(handler, handlers, [request, context]);
}

/** Returns the method that serves an operation, if there is one. */
export function findHandler(handlers: object, { id, name = id }: OperationDescriptor): unknown {
  const handler: unknown = Reflect.get(handlers, name);
  // An operation may be named `toString`. The inherited method of every object must not serve it.
  const isInherited = handler === Reflect.get(Object.prototype, name);
  return typeof handler === "function" && !isInherited ? handler : undefined;
}
