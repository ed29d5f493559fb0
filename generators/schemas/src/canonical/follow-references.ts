import type { Node } from "./constraint.ts";

/**
 * Copies to each node that is nothing but a reference the constraints of the node that it refers to,
 * and returns that node for each of them. What only refers to itself accepts everything.
 */
export function followReferences(nodes: readonly Node[]): ReadonlyMap<Node, Node> {
  const targets = new Map<Node, Node>();
  for (const start of nodes) {
    const passed = new Set<Node>();
    let node = start;
    let { marks } = start;
    for (let next = targetOf(node); next !== undefined; next = targetOf(node)) {
      passed.add(node);
      node = targets.get(next) ?? next;
      marks |= next.marks;
      if (passed.has(node)) node.constraints = [];
    }
    for (const each of passed) {
      if (each === node) continue;
      each.constraints = node.constraints;
      each.marks |= marks;
      targets.set(each, node);
    }
  }
  return targets;
}

function targetOf({ constraints }: Node): Node | undefined {
  const [only, ...others] = constraints;
  if (only?.kind !== "allOf" || others.length > 0) return undefined;
  const [target, ...more] = only.nodes;
  return more.length > 0 ? undefined : target;
}
