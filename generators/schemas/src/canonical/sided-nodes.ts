import type { Constraint, Node, Side } from "./constraint.ts";

/** Copies of nodes. Each copy belongs to one side of the question. */
export class SidedNodes {
  readonly #nodes = { inner: new Map<Node, Node>(), outer: new Map<Node, Node>() };

  /**
   * Returns a copy of a node for one side. All nodes that the copy refers to, directly or indirectly, are
   * copies for the same side.
   */
  of(node: Node, side: Side): Node {
    const known = this.#nodes[side].get(node);
    if (known !== undefined) return known;
    const sided = sidedNode(node, side, (each) => this.of(each, side));
    this.#nodes[side].set(node, sided);
    return sided;
  }
}

function sidedNode(node: Node, side: Side, replace: (node: Node) => Node): Node {
  const { id, marks, accepts } = node;
  let constraints: readonly Constraint[] | undefined;
  return {
    id,
    marks,
    side,
    accepts,
    get constraints() {
      constraints ??= node.constraints.map((each) => {
        const mapped = mapNodes(side === "inner" ? withUnsent(each) : each, replace);
        const isDeclaring = mapped.kind === "required" || mapped.kind === "dependentRequired";
        return isDeclaring ? { ...mapped, side } : mapped;
      });
      return constraints;
    },
  };
}

/** Returns a constraint in which each unsent property has its own schema. */
function withUnsent(constraint: Constraint): Constraint {
  if (constraint.kind !== "members" || constraint.unsent === undefined) return constraint;
  return { ...constraint, properties: new Map([...constraint.properties, ...constraint.unsent]) };
}

/** Returns a copy of a constraint in which each node is replaced. */
function mapNodes(constraint: Constraint, replace: (node: Node) => Node): Constraint {
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
