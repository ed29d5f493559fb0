import { isObject } from "@specwright/runtime/codegen";
import { operationKey } from "./operation-key.ts";

/** Returns the operations, such as `GET /pets`, that reach the component of a JSON pointer. */
export type Reaches = (pointer: string) => readonly string[];

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const component = /^#\/components\/[^/]+\/[^/]+/;

/** Follows the references of each operation that two documents have in common. */
export function findReaches(base: unknown, revision: unknown): Reaches {
  const found = new Map<string, Set<string>>();
  const keys = [base, revision].map(
    (document) => new Set(operationsOf(document).map(([operation]) => operationKey(operation))),
  );
  for (const document of [base, revision]) {
    for (const [operation, value] of operationsOf(document)) {
      if (!keys.every((known) => known.has(operationKey(operation)))) continue;
      for (const pointer of reachedFrom(value, document)) {
        const operations = found.get(pointer) ?? new Set();
        found.set(pointer, operations.add(operation));
      }
    }
  }
  return (pointer) => [...(found.get(component.exec(pointer)?.[0] ?? "") ?? [])];
}

function operationsOf(document: unknown): readonly (readonly [string, unknown])[] {
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {};
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return [];
    const own = methods.filter((method) => item[method] !== undefined);
    return own.map((method) => {
      const shared = { parameters: item["parameters"], operation: item[method] };
      return [`${method.toUpperCase()} ${path}`, shared] as const;
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
