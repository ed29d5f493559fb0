// Finds the routes of a request without a framework's router.

import { matchRoute, type RouteGroup, type RouteTable } from "./route-table.ts";

/** Returns the group of routes for a method and a path as received. */
export type FindGroup = (method: string, rawPath: string) => RouteGroup | undefined;

/** A segment of the paths. */
interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  group: RouteGroup | undefined;
}

/** Creates the router of a table: one tree of segments for each method. */
export function requestRouter({ groups }: RouteTable): FindGroup {
  const trees = new Map<string, Node>();
  for (const group of groups) {
    let node = trees.get(group.method) ?? newNode();
    trees.set(group.method, node);
    for (const segment of (group.routes[0]?.shape ?? "").split("/")) {
      const next = segment.includes("{")
        ? (node.parameter ?? newNode())
        : (node.literals.get(segment) ?? newNode());
      if (segment.includes("{")) node.parameter = next;
      else node.literals.set(segment, next);
      node = next;
    }
    node.group = group;
  }
  return (method, rawPath) => {
    const segments = rawPath.split("/");
    const tree = trees.get(method);
    const found = tree && groupAt(tree, segments, 0, rawPath);
    if (found !== undefined || method !== "HEAD") return found;
    const reads = trees.get("GET");
    return reads && groupAt(reads, segments, 0, rawPath);
  };
}

function newNode(): Node {
  return { literals: new Map(), parameter: undefined, group: undefined };
}

/** Follows fixed segments first, as OpenAPI says. */
function groupAt(
  { group, literals, parameter }: Node,
  segments: readonly string[],
  at: number,
  rawPath: string,
): RouteGroup | undefined {
  const segment = segments[at];
  if (segment === undefined) return group && matchRoute(group, rawPath) ? group : undefined;
  const literal = literals.get(segment);
  const found = literal && groupAt(literal, segments, at + 1, rawPath);
  return found ?? (parameter && groupAt(parameter, segments, at + 1, rawPath));
}
