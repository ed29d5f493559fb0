// The routes of a server. Operations are matched against the path before it is decoded; the router of
// the framework only narrows them down.

import { type PathTemplate, pathTemplate } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { RestServerError } from "./problem-error.ts";

/** An operation with its template, including the prefix. */
export interface Route {
  readonly operation: OperationDescriptor;
  readonly template: PathTemplate;
  /** The path with `{}` for every parameter. */
  readonly shape: string;
}

/**
 * A route of the framework. It has several operations if their paths differ only within a segment.
 */
export interface RouteGroup {
  readonly method: string;
  /** In the router's syntax, such as `/listings/:p0`. */
  readonly url: string;
  readonly routes: readonly Route[];
}

/** The routes of a server. */
export interface RouteTable {
  /** HEAD first, so that a documented HEAD takes precedence over the one derived from its GET. */
  readonly groups: readonly RouteGroup[];
  /**
   * Lists the methods of the resource that a path names, sorted; HEAD is included if GET is. Of several
   * templates that match, the one with the earlier fixed segment applies (OpenAPI, Paths Object):
   * `/users/me` never matches `/users/{user_id}`.
   */
  methodsOf(rawPath: string): readonly string[];
  /** Reports whether a path that matches a route names a different resource. */
  isOther(rawPath: string, route: Route): boolean;
}

/**
 * Creates the table.
 *
 * @throws RestServerError
 */
export function routeTable(operations: readonly OperationDescriptor[], prefix: string): RouteTable {
  const groups = new Map<string, { method: string; url: string; routes: Route[] }>();
  const seen = new Set<string>();
  const routes = operations.map((operation): Route => {
    const path = `${prefix}${operation.path}`;
    const shape = path.replaceAll(/\{[^{}]*\}/g, "{}");
    const method = `${operation.method} ${shape}`;
    if (seen.has(method)) throw new RestServerError("duplicate_operation", method);
    seen.add(method);
    const route = { operation, template: pathTemplate(path), shape };
    const url = routerPath(path);
    const key = `${operation.method} ${url}`;
    const group = groups.get(key) ?? { method: operation.method, url, routes: [] };
    group.routes.push(route);
    groups.set(key, group);
    return route;
  });
  for (const group of groups.values()) group.routes.sort(byLiterals);
  const resources = [...new Map(routes.map((route) => [route.shape, route])).values()];
  const fixed = new Set(
    resources.map(({ shape }) => shape).filter((shape) => !shape.includes("{")),
  );
  const before = new Map(
    resources.map((route) => [
      route.shape,
      resources.filter((other) => other.shape.includes("{") && isBefore(other.shape, route.shape)),
    ]),
  );

  function isOther(rawPath: string, { shape }: Route): boolean {
    if (!shape.includes("{")) return false;
    if (fixed.has(rawPath)) return true;
    return (
      before.get(shape)?.some(({ template }) => template.match(rawPath) !== undefined) === true
    );
  }

  return {
    groups: [...groups.values()].sort(headFirst),
    methodsOf(rawPath) {
      const methods = new Set<string>();
      for (const route of routes) {
        if (route.template.match(rawPath) === undefined || isOther(rawPath, route)) continue;
        methods.add(route.operation.method);
        if (route.operation.method === "GET") methods.add("HEAD");
      }
      return [...methods].sort();
    },
    isOther,
  };
}

/**
 * Reports whether one shape takes precedence over another when both match: it has a fixed segment
 * earlier, or more fixed text in one.
 */
function isBefore(shape: string, other: string): boolean {
  const segments = shape.split("/");
  const others = other.split("/");
  if (segments.length !== others.length) return false;
  for (const [index, segment] of segments.entries()) {
    const against = others[index] ?? "";
    if (segment === against) continue;
    if (!against.includes("{")) return false;
    return !segment.includes("{") || segment.length > against.length;
  }
  return false;
}

/** Finds the operation of a group that matches a path. */
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

/** Converts each segment with a parameter to one router parameter; literals are escaped. */
function routerPath(path: string): string {
  return path
    .split("/")
    .map((segment, index) =>
      segment.includes("{") ? `:p${index}` : segment.replaceAll(":", "::").replaceAll("*", "%2A"),
    )
    .join("/");
}

/** Orders templates with more fixed text first: `/{name}.json` before `/{name}`. */
function byLiterals(left: Route, right: Route): number {
  return literalLength(right) - literalLength(left);
}

function literalLength({ operation }: Route): number {
  return operation.path.replaceAll(/\{[^{}]*\}/g, "").length;
}

function headFirst(left: RouteGroup, right: RouteGroup): number {
  return Number(right.method === "HEAD") - Number(left.method === "HEAD");
}
