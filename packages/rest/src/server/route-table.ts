// The routes of a server. A route is a method and a path. Operations are matched against the path before it
// is decoded; the router of the framework only selects candidates.

import { type PathTemplate, pathTemplate, sentPath } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { RestServerError } from "./problem-error.ts";
import { type PathOwner, type RefusedPaths, refusedPaths } from "./refused-paths.ts";

/** The target of a request, split for matching. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Splits the URL of a request as received. */
export function splitTarget({ url }: { readonly url: string }): Target {
  const mark = url.indexOf("?");
  if (mark === -1) return { path: sentPath(url), query: "" };
  return { path: sentPath(url.slice(0, mark)), query: url.slice(mark + 1) };
}

/** An operation with its template, including the prefix. */
export interface Route {
  readonly operation: OperationDescriptor;
  readonly template: PathTemplate;
  /** The pairs that the query must contain. Empty if the document's path has no query. */
  readonly pairs: readonly PathTemplate[];
  /** The path with `{}` for every parameter, without its query. */
  readonly shape: string;
  /**
   * The paths that match the template, but belong to a different route because the parameters refuse their
   * texts.
   */
  readonly refused: RefusedPaths;
}

/**
 * A route of the framework. Several operations share a route if their paths differ only within a segment,
 * or only in their queries.
 */
export interface RouteGroup {
  readonly method: string;
  /** In the router's syntax, such as `/listings/:p0`. */
  readonly url: string;
  readonly routes: readonly Route[];
}

/** The routes of a server. */
export interface RouteTable {
  /**
   * The groups. HEAD comes first, so that a documented HEAD takes precedence over the HEAD that is derived
   * from GET.
   */
  readonly groups: readonly RouteGroup[];
  /** Lists the methods of the routes that match a target, sorted; HEAD is included if GET is. */
  methodsOf(target: Target): readonly string[];
}

/**
 * Creates the table.
 *
 * @throws RestServerError
 */
export function routeTable(operations: readonly OperationDescriptor[], prefix: string): RouteTable {
  const groups = new Map<string, { method: string; url: string; routes: Route[] }>();
  const seen = new Set<string>();
  const drafts = operations.map((operation) => {
    // A fragment is not sent.
    const [whole = ""] = `${prefix}${operation.path}`.split("#");
    const [path = "", query = ""] = whole.split(/\?(.*)/s);
    const shape = templateShape(path);
    const pairs = query.split("&").filter((pair) => pair !== "");
    const key = JSON.stringify([operation.method, shape, pairs.map(templateShape).sort()]);
    if (seen.has(key)) {
      throw new RestServerError("duplicate_operation", `${operation.method} ${shape}`);
    }
    seen.add(key);
    const [template, url] = [pathTemplate(path), routerPath(path)];
    return { operation, template, pairs: pairs.map(pathTemplate), shape, url };
  });
  const owners = drafts.filter(({ pairs }) => pairs.length === 0);
  const paths = [...new Map(owners.map((draft) => [draft.shape, draft])).values()];
  const fixedPaths = new Map<string, readonly PathOwner[]>();
  const routes = drafts.map(({ url, ...draft }): Route => {
    const { operation, shape } = draft;
    const fixed = fixedPaths.get(shape) ?? pathsBefore(shape, paths);
    fixedPaths.set(shape, fixed);
    const route = { ...draft, refused: refusedPaths(draft, fixed) };
    const place = `${operation.method} ${url}`;
    const group = groups.get(place) ?? { method: operation.method, url, routes: [] };
    group.routes.push(route);
    groups.set(place, group);
    return route;
  });
  for (const group of groups.values()) group.routes.sort(bySpecificity);
  return {
    groups: [...groups.values()].sort(headFirst),
    methodsOf(target) {
      const methods = new Set<string>();
      for (const route of routes) {
        if (matchOperation(route, target) === undefined) continue;
        methods.add(route.operation.method);
        if (route.operation.method === "GET") methods.add("HEAD");
      }
      return [...methods].sort();
    },
  };
}

function templateShape(template: string): string {
  return sentPath(template).replaceAll(/\{[^{}]*\}/g, "{}");
}

/** Returns the paths that take precedence over the path with this shape. */
function pathsBefore(shape: string, paths: readonly PathOwner[]): readonly PathOwner[] {
  const start = shape.indexOf("{");
  if (start === -1) return [];
  const text = shape.slice(0, start);
  return paths.filter((path) => path.shape.startsWith(text) && isBefore(path.shape, shape));
}

/**
 * Reports whether `shape` takes precedence over `other` when both match a path. At the first difference,
 * the segment of `shape` must be fixed, or must have more fixed text.
 */
export function isBefore(shape: string, other: string): boolean {
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

/** The undecoded parameters of a target. */
export interface MatchedTarget {
  /** The raw texts of the path's parameters. */
  readonly path: ReadonlyMap<string, string>;
  /** The raw query. It does not contain the pairs that the document's path contains. */
  readonly query: string;
}

/** Finds the operation of a group that matches a target. */
export function matchRoute(
  group: RouteGroup,
  target: Target,
): (MatchedTarget & { readonly route: Route }) | undefined {
  for (const route of group.routes) {
    const found = matchOperation(route, target);
    if (found !== undefined) return { ...found, route };
  }
  return undefined;
}

function matchOperation(
  { template, pairs, refused }: Route,
  { path, query }: Target,
): MatchedTarget | undefined {
  const own = template.match(path);
  if (own === undefined || (refused.size > 0 && isRefused(refused, own, path))) return undefined;
  if (pairs.length === 0) return { path: own, query };
  const texts = new Map(own);
  const rest = query.split("&");
  for (const pair of pairs) {
    const at = rest.findIndex((piece) => pair.match(piece) !== undefined);
    if (at === -1) return undefined;
    for (const [name, text] of pair.match(rest[at] ?? "") ?? []) texts.set(name, text);
    rest.splice(at, 1);
  }
  return { path: texts, query: rest.join("&") };
}

function isRefused(
  refused: RefusedPaths,
  texts: ReadonlyMap<string, string>,
  path: string,
): boolean {
  for (const text of texts.values()) {
    if (refused.get(text)?.some((other) => other.match(path) !== undefined)) return true;
  }
  return false;
}

/** Converts each segment with a parameter to one router parameter; literals are escaped. */
function routerPath(path: string): string {
  return (
    path
      .split("/")
      // A star would be a wildcard.
      .map((segment, index) => (/[{*]/.test(segment) ? `:p${index}` : routerLiteral(segment)))
      .join("/")
  );
}

/** Returns a fixed segment in the form that the router matches. The router decodes paths. */
function routerLiteral(segment: string): string {
  const sent = sentPath(segment);
  let decoded = sent;
  try {
    decoded = decodeURI(sent);
  } catch {
    // Ignored: a percent sign that two digits do not follow is kept.
  }
  return decoded.replaceAll(":", "::");
}

/**
 * Orders routes by the number of pairs in the query, and then by the amount of fixed text: `/{name}.json`
 * before `/{name}`.
 */
function bySpecificity(left: Route, right: Route): number {
  return right.pairs.length - left.pairs.length || literalLength(right) - literalLength(left);
}

function literalLength({ shape }: Route): number {
  return shape.replaceAll("{}", "").length;
}

function headFirst(left: RouteGroup, right: RouteGroup): number {
  return Number(right.method === "HEAD") - Number(left.method === "HEAD");
}
