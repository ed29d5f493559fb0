import { isObject } from "@specwright/runtime/codegen";
import { operationKey } from "./operation-key.ts";

/** Whether a value is in a request or in a response. */
export type Direction = "request" | "response";

/**
 * Returns the operations, such as `GET /pets`, that reach the component of a JSON pointer: in a direction
 * if some do, else in either.
 */
export type Reaches = (pointer: string, direction?: Direction) => readonly string[];

export const methods: readonly string[] = [
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"],
];
const component = /^#\/components\/[^/]+\/[^/]+/;

/** Follows the references of each operation that two documents have in common. */
export function findReaches(base: unknown, revision: unknown): Reaches {
  const found = {
    request: new Map<string, Set<string>>(),
    response: new Map<string, Set<string>>(),
  };
  const keys = [base, revision].map(
    (document) => new Set(operationsOf(document).map(([operation]) => operationKey(operation))),
  );
  for (const document of [base, revision]) {
    for (const [operation, parts] of operationsOf(document)) {
      if (!keys.every((known) => known.has(operationKey(operation)))) continue;
      for (const direction of ["request", "response"] as const) {
        for (const pointer of reachedFrom(parts[direction], document)) {
          const operations = found[direction].get(pointer) ?? new Set();
          found[direction].set(pointer, operations.add(operation));
        }
      }
    }
  }
  return (pointer, direction) => {
    const name = component.exec(pointer)?.[0] ?? "";
    const sides = { request: found.request.get(name), response: found.response.get(name) };
    const one = direction && sides[direction];
    return [...(one ?? new Set([...(sides.request ?? []), ...(sides.response ?? [])]))];
  };
}

/** Returns the operations of a document, and what belongs to their requests and responses. */
export function operationsOf(
  document: unknown,
): readonly (readonly [string, Readonly<Record<Direction, unknown>>])[] {
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {};
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return [];
    return methods.flatMap((method) => {
      const operation = item[method];
      if (!isObject(operation)) return [];
      const { responses, ...request } = operation;
      const parts = { request: [item["parameters"], request], response: responses };
      return [[`${method.toUpperCase()} ${path}`, parts] as const];
    });
  });
}

function reachedFrom(value: unknown, document: unknown): ReadonlySet<string> {
  const reached = new Set<string>();
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next);
    if (!isObject(next)) continue;
    open.push(...Object.values(next));
    const pointer = component.exec(String(next["$ref"]))?.[0];
    if (pointer === undefined || reached.has(pointer)) continue;
    reached.add(pointer);
    open.push(resolvePointer(document, pointer));
  }
  return reached;
}

function resolvePointer(document: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((value, part) => (isObject(value) ? value[part] : undefined), document);
}
