import type { Constraint, Node } from "./constraint.ts";

/** Returns a constraint with each node that it refers to replaced by another. */
export function mapNodes(constraint: Constraint, replace: (node: Node) => Node): Constraint {
  switch (constraint.kind) {
    case "allOf":
    case "anyOf":
    case "oneOf":
    case "opaque":
      return { ...constraint, nodes: constraint.nodes.map(replace) };
    case "items": {
      const { prefix, rest } = constraint;
      return { ...constraint, prefix: prefix.map(replace), rest: replace(rest) };
    }
    case "members":
      return {
        ...constraint,
        properties: mapValues(constraint.properties, replace),
        patterns: mapValues(constraint.patterns, replace),
        additional: replace(constraint.additional),
      };
    case "if": {
      const { test, pass, fail } = constraint;
      return { ...constraint, test: replace(test), pass: replace(pass), fail: replace(fail) };
    }
    case "not":
    case "propertyNames":
    case "dependentSchema":
    case "minContains":
    case "maxContains":
      return { ...constraint, node: replace(constraint.node) };
    default:
      return constraint;
  }
}

function mapValues(
  nodes: ReadonlyMap<string, Node>,
  replace: (node: Node) => Node,
): ReadonlyMap<string, Node> {
  return new Map([...nodes].map(([name, node]) => [name, replace(node)]));
}
