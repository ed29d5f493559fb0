// Finds the routes of a request without a framework's router.

import {
  isBefore,
  matchRoute,
  type RouteGroup,
  type RouteTable,
  type Target,
} from "./route-table.ts";

/** Returns the group of routes for a method and a target. */
export type FindGroup = (method: string, target: Target) => RouteGroup | undefined;

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
    for (const { shape } of group.routes) {
      let node = trees.get(group.method) ?? newNode();
      trees.set(group.method, node);
      for (const segment of shape.split("/")) {
        const next = segment.includes("{")
          ? (node.parameter ?? newNode())
          : (node.literals.get(segment) ?? newNode());
        if (segment.includes("{")) node.parameter = next;
        else node.literals.set(segment, next);
        node = next;
      }
      node.group = group;
    }
  }
  return (method, target) => {
    const segments = target.path.split("/");
    const findGroup = (tree: Node | undefined): RouteGroup | undefined =>
      tree && groupAt(tree, segments, 0, target);
    const found = findGroup(trees.get(method));
    if (method !== "HEAD") return found;
    const read = findGroup(trees.get("GET"));
    if (found === undefined || read === undefined) return found ?? read;
    // Uses the HEAD operation of the document, unless the path of the GET operation takes precedence.
    const [own, other] = [found, read].map(({ routes }) => routes[0]?.shape ?? "");
    return isBefore(other ?? "", own ?? "") ? read : found;
  };
}

function newNode(): Node {
  return { literals: new Map(), parameter: undefined, group: undefined };
}

/** Finds the group of a path. Tries fixed segments before parameters, as OpenAPI requires. */
function groupAt(
  { group, literals, parameter }: Node,
  segments: readonly string[],
  at: number,
  target: Target,
): RouteGroup | undefined {
  const segment = segments[at];
  if (segment === undefined) return group && matchRoute(group, target) ? group : undefined;
  const literal = literals.get(segment);
  const found = literal && groupAt(literal, segments, at + 1, target);
  return found ?? (parameter && groupAt(parameter, segments, at + 1, target));
}
