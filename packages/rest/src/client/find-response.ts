import type { OperationDescriptor, ResponseDescriptor } from "@specwright/runtime/codegen";

/** Returns the documented response for a status: under the status itself, its range, or `default`. */
export function findResponse(
  operation: Pick<OperationDescriptor, "responses">,
  status: number,
): { readonly key: string; readonly descriptor: ResponseDescriptor } | undefined {
  const keys = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
  for (const key of keys) {
    const descriptor = operation.responses[key];
    if (descriptor !== undefined) return { key, descriptor };
  }
  return undefined;
}
