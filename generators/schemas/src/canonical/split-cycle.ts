import type { Node } from "./constraint.ts";

type NodeText = (node: Node, nameOf: (node: Node) => number | string) => string;

/**
 * Divides the nodes of a cycle, and nodes of similar cycles that have their numbers, into blocks of
 * equal ones: they are distinguished by their own constraints first, then by the blocks of the nodes
 * that they refer to, until nothing changes.
 */
export function splitCycle(
  cycle: readonly Node[],
  similar: readonly Node[],
  targetOf: (node: Node) => Node,
  nodeText: NodeText,
): readonly (readonly Node[])[] {
  const numbers = new Map(similar.map((node) => [node.id, node]));
  const blockOf = new Map<Node, number>();
  const nameOf = (node: Node): string => {
    const target = targetOf(node);
    const block = blockOf.get(target.id < 0 ? target : (numbers.get(target.id) ?? target));
    return block === undefined ? `${target.id}` : `#${block}`;
  };
  for (const node of [...cycle, ...similar]) blockOf.set(node, 0);
  let blocks: (readonly Node[])[] = [[...cycle, ...similar]];
  for (let isStable = false; !isStable; ) {
    isStable = true;
    const next: (readonly Node[])[] = [];
    for (const block of blocks) {
      const parts = block.length === 1 ? [block] : byText(block, (node) => nodeText(node, nameOf));
      if (parts.length > 1) isStable = false;
      next.push(...parts);
    }
    blocks = next;
    for (const [index, block] of blocks.entries()) {
      for (const node of block) blockOf.set(node, index);
    }
  }
  return blocks;
}

function byText(nodes: readonly Node[], textOf: (node: Node) => string): readonly Node[][] {
  const parts = new Map<string, Node[]>();
  for (const node of nodes) {
    const text = textOf(node);
    const part = parts.get(text);
    if (part === undefined) parts.set(text, [node]);
    else part.push(node);
  }
  return [...parts.values()];
}
