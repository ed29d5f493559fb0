import { isObject } from "@specwright/runtime/codegen";
import { operationKey } from "./operation-key.ts";

export type Direction = "request" | "response";

/** A change in Redocly's report. */
export interface Change {
  /** Its place, seen from an operation that reaches it. */
  readonly path: string;
  readonly base?: { readonly pointer: string };
  readonly revision?: { readonly pointer: string };
}

/**
 * Returns the operations that a change affects in a direction: the operation that Redocly names, and all
 * that reach the changed component in both documents. Empty if no component changed.
 */
export type Reaches = (change: Change, direction: Direction, own: string) => readonly string[];

export const methods: readonly string[] = [
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"],
];
const component = /^#\/components\/[^/]+\/[^/]+/;

/** Follows the references of each operation; `renames` maps paths of the revision to paths of the base. */
export function findReaches(
  base: unknown,
  revision: unknown,
  renames: ReadonlyMap<string, string>,
): Reaches {
  const sides = [
    { document: base, ...findReached(operationsOf(base), base) },
    { document: revision, ...findReached(operationsOf(revision, renames), revision) },
  ];
  return (change, direction, own) => {
    const name = changedComponent(change, base, revision);
    if (name === undefined) return [];
    const [first = new Set<string>(), ...others] = sides
      .filter(({ document }) => resolvePointer(document, name) !== undefined)
      .map(({ found }) => found(name, direction));
    const all = [...first]
      .filter((operation) => others.every((other) => other.has(operation)))
      .filter((operation) => sides.every(({ operations }) => operations.has(operation)));
    return all.includes(own) ? all : [];
  };
}

/**
 * Returns the innermost component that changed. If a reference now leads to another component, the
 * component with the reference has changed.
 */
function changedComponent(change: Change, base: unknown, revision: unknown): string | undefined {
  const crossed = componentsOn(change.path, revision);
  const before = componentOf(change.base?.pointer);
  const after = componentOf(change.revision?.pointer);
  const isWhole = change.base !== undefined && change.revision !== undefined;
  const [one, other] = isWhole ? [before, after] : [before ?? after, crossed.at(-1)];
  if (one === other) return one;
  const isRenamed =
    one !== undefined &&
    other !== undefined &&
    resolvePointer(revision, one) === undefined &&
    resolvePointer(base, other) === undefined;
  if (isRenamed) return other;
  return crossed.slice(0, -1).findLast((name) => resolvePointer(base, name) !== undefined);
}

/** Returns the components on the way of a pointer, outermost first. */
function componentsOn(pointer: string, document: unknown): readonly string[] {
  const own = componentOf(pointer);
  if (own !== undefined) return [own];
  const crossed: string[] = [];
  let value = document;
  for (const part of partsOf(pointer)) {
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, part) : undefined;
    for (let name = referenceIn(value); name !== undefined; name = referenceIn(value)) {
      if (crossed.includes(name)) return crossed;
      crossed.push(name);
      value = resolvePointer(document, name);
    }
  }
  return crossed;
}

/** Returns the component that a reference or a discriminator mapping names. */
function referenceIn(value: unknown): string | undefined {
  const reference = isObject(value) ? value["$ref"] : value;
  return typeof reference === "string" ? componentOf(reference) : undefined;
}

function componentOf(pointer: string | undefined): string | undefined {
  return component.exec(pointer ?? "")?.[0];
}

interface Reached {
  readonly operations: ReadonlySet<string>;
  readonly found: (pointer: string, direction: Direction) => ReadonlySet<string>;
}

function findReached(operations: readonly Operation[], document: unknown): Reached {
  const reached = operations.map(([operation, parts]) => ({
    operation: operationKey(operation),
    request: reachedFrom(parts.request, document),
    response: reachedFrom(parts.response, document),
  }));
  return {
    operations: new Set(reached.map(({ operation }) => operation)),
    found(pointer, direction) {
      const found = reached.filter((one) => one[direction].has(pointer));
      return new Set(found.map(({ operation }) => operation));
    },
  };
}

type Operation = readonly [string, Readonly<Record<Direction, unknown>>];

/**
 * Returns the operations of a document, such as `GET /pets`, with the contents of their requests and
 * responses.
 */
export function operationsOf(
  document: unknown,
  renames: ReadonlyMap<string, string> = new Map(),
): readonly Operation[] {
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {};
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item)) return [];
    return methods.flatMap((method) => {
      const operation = item[method];
      if (!isObject(operation)) return [];
      const { responses, ...request } = operation;
      const parts = { request: [item["parameters"], request], response: responses };
      return [[`${method.toUpperCase()} ${renames.get(path) ?? path}`, parts] as const];
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
    const pointer = referenceIn(next);
    if (pointer === undefined || reached.has(pointer)) continue;
    reached.add(pointer);
    open.push(resolvePointer(document, pointer));
  }
  return reached;
}

function resolvePointer(document: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce(
    (value: unknown, part) => (isObject(value) ? value[part] : undefined),
    document,
  );
}

function partsOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
}
