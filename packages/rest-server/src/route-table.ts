// Which operation a request is for, and which methods a path has. Operations are matched on the
// path as it came; the framework's router only narrows them down.

import { type PathTemplate, pathTemplate } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { RestServerError } from "./rest-server-error.ts";

/** Is an operation with its template, prefix included. */
export interface Route {
  readonly operation: OperationDescriptor;
  readonly template: PathTemplate;
}

/** Is what the framework registers: several operations when their paths differ within a segment only. */
export interface RouteGroup {
  readonly method: string;
  /** In the router's syntax, such as `/listings/:p0`. */
  readonly url: string;
  readonly routes: readonly Route[];
}

/** Is the table of a server. */
export interface RouteTable {
  /** HEAD first, so that a documented HEAD comes before the one made for its GET. */
  readonly groups: readonly RouteGroup[];
  /** Lists the methods that a path has, sorted; HEAD comes with GET. */
  methodsOf(rawPath: string): readonly string[];
}

/** Makes the table. Throws `RestServerError`. */
export function routeTable(operations: readonly OperationDescriptor[], prefix: string): RouteTable {
  const groups = new Map<string, { method: string; url: string; routes: Route[] }>();
  const seen = new Set<string>();
  const routes = operations.map((operation): Route => {
    const path = `${prefix}${operation.path}`;
    const shape = `${operation.method} ${path.replaceAll(/\{[^{}]*\}/g, "{}")}`;
    if (seen.has(shape)) throw new RestServerError("duplicate_operation", shape);
    seen.add(shape);
    const route = { operation, template: pathTemplate(path) };
    const url = routerPath(path);
    const key = `${operation.method} ${url}`;
    const group = groups.get(key) ?? { method: operation.method, url, routes: [] };
    group.routes.push(route);
    groups.set(key, group);
    return route;
  });
  for (const group of groups.values()) group.routes.sort(byLiterals);
  return {
    groups: [...groups.values()].sort(headFirst),
    methodsOf(rawPath) {
      const methods = new Set<string>();
      for (const { operation, template } of routes) {
        if (template.match(rawPath) === undefined) continue;
        methods.add(operation.method);
        if (operation.method === "GET") methods.add("HEAD");
      }
      return [...methods].sort();
    },
  };
}

/** Finds the operation of a group that a path is for. */
export function matchRoute(
  group: RouteGroup,
  rawPath: string,
): { readonly route: Route; readonly path: ReadonlyMap<string, string> } | undefined {
  for (const route of group.routes) {
    const path = route.template.match(rawPath);
    if (path !== undefined) return { route, path };
  }
  return undefined;
}

/** Writes each segment with a parameter as one parameter; literals must not be taken for syntax. */
function routerPath(path: string): string {
  return path
    .split("/")
    .map((segment, index) =>
      segment.includes("{") ? `:p${index}` : segment.replaceAll(":", "::").replaceAll("*", "%2A"),
    )
    .join("/");
}

/** Puts the template with more fixed text first: `/{name}.json` before `/{name}`. */
function byLiterals(left: Route, right: Route): number {
  return literalLength(right) - literalLength(left);
}

function literalLength({ operation }: Route): number {
  return operation.path.replaceAll(/\{[^{}]*\}/g, "").length;
}

function headFirst(left: RouteGroup, right: RouteGroup): number {
  return Number(right.method === "HEAD") - Number(left.method === "HEAD");
}
