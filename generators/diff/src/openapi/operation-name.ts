import type { HttpOperation } from "@specwright/contract";
import type { Subject } from "../changes/change.ts";

/** Returns the name of an operation: `GET /orders/{id}`. */
export function operationName({ method, path }: HttpOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Returns the subject of changes of an operation or webhook. */
export function operationSubject(
  kind: "operation" | "webhook",
  operation: HttpOperation,
  path?: string,
): Subject {
  const name = kind === "webhook" ? operation.path : operationName(operation);
  return { kind, name, ...(path !== undefined && { path }) };
}
