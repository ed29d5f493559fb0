import type { Constraint, Node, Side } from "./constraint.ts";
import { mapNodes } from "./map-nodes.ts";

/** The nodes of a graph, each marked with the schema of a question that it belongs to. */
export class SidedNodes {
  readonly #nodes = { inner: new Map<Node, Node>(), outer: new Map<Node, Node>() };

  /** Returns a node that differs by its side only, as do all nodes that are reached from it. */
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
        const mapped = mapNodes(each, replace);
        const isDeclaring = mapped.kind === "required" || mapped.kind === "dependentRequired";
        return isDeclaring ? { ...mapped, side } : mapped;
      });
      return constraints;
    },
  };
}
