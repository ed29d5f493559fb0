// Finds the names that a value must not contain if undeclared names are reserved. These are names that only
// the outer schema declares, and names that the inner schema declares as not sent.

import type { Constraint, Node, ObjectConstraint } from "../canonical/constraint.ts";
import { matcherOf } from "../pattern/matcher.ts";

/**
 * Lists the names that outer schemas declare in `properties`, including all schemas that they apply to the
 * same object.
 */
export function declaredNames(nodes: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<Node>();
  const waiting = nodes.filter(({ side }) => side === "outer");
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (const constraint of node.constraints) {
      if (constraint.kind === "members") {
        for (const name of constraint.properties.keys()) names.add(name);
      }
      waiting.push(...partsOf(constraint));
    }
  }
  return names;
}

/** Lists the nodes that a constraint applies to the same value, except negated nodes. */
function partsOf(constraint: Constraint): readonly Node[] {
  switch (constraint.kind) {
    case "allOf":
    case "anyOf":
    case "oneOf":
      return constraint.nodes;
    case "if":
      return [constraint.pass, constraint.fail];
    case "dependentSchema":
      return [constraint.node];
    default:
      return [];
  }
}

/**
 * Lists the names that only outer schemas declare, and the names that inner schemas declare as not sent.
 */
export function reservedNames(
  declaredOutside: ReadonlySet<string>,
  accepted: readonly ObjectConstraint[],
): ReadonlySet<string> {
  const reserved = undeclaredNames(declaredOutside, accepted);
  for (const each of accepted) {
    if (each.kind !== "members" || each.additional.side !== "inner") continue;
    for (const name of each.unsent?.keys() ?? []) reserved.add(name);
  }
  for (const each of accepted) {
    if (each.kind === "required" && each.side === "inner") reserved.delete(each.name);
  }
  return reserved;
}

function undeclaredNames(
  declaredOutside: ReadonlySet<string>,
  accepted: readonly ObjectConstraint[],
): Set<string> {
  const reserved = new Set(declaredOutside);
  for (const each of accepted) {
    if (each.kind !== "members" || each.additional.side !== "inner") continue;
    // A schema for all other names declares every name.
    if (each.additional.constraints.length > 0) return new Set();
    for (const name of each.properties.keys()) reserved.delete(name);
    for (const pattern of each.patterns.keys()) {
      const matcher = matcherOf(pattern);
      for (const name of reserved) if (matcher?.test(name) !== false) reserved.delete(name);
    }
  }
  return reserved;
}
