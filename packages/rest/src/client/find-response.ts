import type { OperationDescriptor, ResponseDescriptor } from "@specwright/runtime/codegen";

/** Returns what the contract says of a status: by itself, by its range, or by `default`. */
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
