import type { HttpOperation } from "@specwright/contract";
import type { Subject } from "../changes/change.ts";
import type { BasePath } from "../comparison-options.ts";

/** The operations of two contracts, matched by method and path. */
export interface MatchedOperations {
  readonly pairs: readonly (readonly [old: HttpOperation, revised: HttpOperation])[];
  readonly removed: readonly HttpOperation[];
  readonly added: readonly HttpOperation[];
}

/**
 * Matches operations by method and path. Ignores the names of path parameters. `serverPaths` are prefixes
 * for the paths of each document. `basePaths` maps path prefixes of the base to path prefixes of the
 * revision.
 */
export function matchOperations(
  base: readonly HttpOperation[],
  revision: readonly HttpOperation[],
  serverPaths = { base: "", revision: "" },
  basePaths: readonly BasePath[] = [],
): MatchedOperations {
  const after = new Map(revision.map((each) => [operationKey(each, serverPaths.revision), each]));
  const pairs: [HttpOperation, HttpOperation][] = [];
  const removed: HttpOperation[] = [];
  for (const old of base) {
    const key = operationKey({ ...old, path: renamedPath(old.path, basePaths) }, serverPaths.base);
    const revised = after.get(key);
    if (revised === undefined) removed.push(old);
    else pairs.push([old, revised]);
    after.delete(key);
  }
  return { pairs, removed, added: [...after.values()] };
}

/** Replaces the prefix of a path in the base by the prefix in the revision. */
export function renamedPath(path: string, basePaths: readonly BasePath[]): string {
  const found = basePaths.find(({ base }) => path === base || path.startsWith(`${base}/`));
  return found === undefined ? path : found.revision + path.slice(found.base.length);
}

function operationKey(
  { method, path }: Pick<HttpOperation, "method" | "path">,
  serverPath: string,
): string {
  return `${method} ${serverPath}${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
}

/** Returns the name of an operation: `GET /orders/{id}`. */
export function operationName({ method, path }: HttpOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Returns the name of a webhook, without the usual method POST: `webhook orderPaid`. */
export function webhookName({ method, path }: HttpOperation): string {
  return method === "post" ? `webhook ${path}` : `webhook ${path} ${method.toUpperCase()}`;
}

/** Returns the `operationId` as written; undefined if the operation has none. */
export function operationIdOf({ id, method, path }: HttpOperation): string | undefined {
  // If an operation has no `operationId`, the contract builds the id from the method and the path. In a
  // callback, such an id has three words.
  const isComposed = id === `${method} ${path}` || id.split(" ").length > 2;
  return isComposed ? undefined : id;
}

/** Returns the subject for changes of an operation or webhook. */
export function operationSubject(
  kind: "operation" | "webhook",
  operation: HttpOperation,
  path?: string,
): Subject {
  const name = kind === "webhook" ? operation.path : operationName(operation);
  return { kind, name, ...(path !== undefined && { path }) };
}
