import type { HttpOperation } from "@specwright/contract";
import type { Subject } from "../changes/change.ts";

/** Returns the name of an operation: `GET /orders/{id}`. */
export function operationName({ method, path }: HttpOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Returns the name of a webhook; POST, the usual method, goes without saying. */
export function webhookName({ method, path }: HttpOperation): string {
  return method === "post" ? `webhook ${path}` : `webhook ${path} ${method.toUpperCase()}`;
}

/** Returns the `operationId` as written; undefined if the operation has none. */
export function operationIdOf({ id, method, path }: HttpOperation): string | undefined {
  // The contract composes the id of an operation without one, in a callback out of three words.
  const isComposed = id === `${method} ${path}` || id.split(" ").length > 2;
  return isComposed ? undefined : id;
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
