import { stronglyConnected } from "@specwright/contract";
import { type Constraint, constraintText, type Node, nodesOf } from "./constraint.ts";

/**
 * Numbers nodes. Nodes with the same constraints accept the same values, so they get the same number. Nodes
 * can be added at any time. A node that has a number keeps it.
 */
export class EqualNodes {
  readonly #numbers = new Map<string, number>();
  /** The numbered cycles, by the text of their constraints. Each cycle has one node for each number. */
  readonly #cycles = new Map<string, Node[][]>();
  #next = 0;

  /** Returns a number that no node has. */
  newNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  /** Numbers nodes. They must only refer to each other and to nodes that already have a number. */
  number(nodes: readonly Node[]): void {
    const targets = followReferences(nodes);
    const targetOf = (node: Node): Node => targets.get(node) ?? node;
    const numberOf = (node: Node): number => targetOf(node).id;
    const edgesOf = ({ constraints }: Node): Node[] => {
      const edges: Node[] = [];
      for (const constraint of constraints) {
        for (const each of nodesOf(constraint)) {
          const target = targetOf(each);
          if (target.id < 0) edges.push(target);
        }
      }
      return edges;
    };
    const own = nodes.filter((node) => !targets.has(node));
    for (const component of stronglyConnected(own, edgesOf)) {
      const [first] = component;
      if (first === undefined) continue;
      addMarks(component, targetOf);
      if (component.length === 1 && !edgesOf(first).includes(first)) {
        first.id = this.#numberOf(nodeText(first, numberOf));
      } else this.#numberCycle(component, targetOf);
    }
    for (const [node, target] of targets) {
      node.id = target.id;
      node.marks |= target.marks;
    }
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text) ?? this.newNumber();
    this.#numbers.set(text, known);
    return known;
  }

  /**
   * Numbers nodes that refer to each other. If an earlier cycle has the same constraints, the nodes get the
   * numbers of the nodes in that cycle.
   */
  #numberCycle(cycle: readonly Node[], targetOf: (node: Node) => Node): void {
    const texts = cycle.map((node) => nodeText(node, () => ""));
    const key = [...new Set(texts)].sort().join("\n");
    const similar = this.#cycles.get(key) ?? [];
    const blocks = splitCycle(cycle, similar.flat(), targetOf, nodeText);
    const unknown: Node[] = [];
    for (const block of blocks) {
      const known = block.find(({ id }) => id >= 0);
      const number = known?.id ?? this.newNumber();
      for (const node of block) if (node.id < 0) node.id = number;
      if (known === undefined) unknown.push(...block.slice(0, 1));
    }
    if (unknown.length === 0) return;
    this.#cycles.set(key, [...similar, unknown]);
    // A node outside the cycle can be a copy of a schema in the cycle. It then has the same constraints,
    // and the nodes are equal.
    for (const node of unknown) {
      this.#numbers.set(
        nodeText(node, (each) => targetOf(each).id),
        node.id,
      );
    }
  }
}

/** Adds the marks of all nodes to which the nodes of a component refer. */
function addMarks(component: readonly Node[], targetOf: (node: Node) => Node): void {
  let marks = 0;
  for (const node of component) {
    marks |= node.marks;
    for (const constraint of node.constraints) {
      for (const each of nodesOf(constraint)) marks |= each.marks | targetOf(each).marks;
    }
  }
  for (const node of component) node.marks = marks;
}

/**
 * Returns a text for a node. If equal nodes have the same name, nodes with equal constraints have the same
 * text.
 */
function nodeText(node: Node, nameOf: (node: Node) => number | string): string {
  const parts = node.constraints.map((each) => `${constraintText(each)}(${namesOf(each, nameOf)})`);
  return parts.length < 2 ? parts.join("") : [...new Set(parts)].sort().join(";");
}

/**
 * Returns the names of the nodes to which a constraint refers. If their order has no meaning, the names are
 * sorted.
 */
function namesOf(
  constraint: Constraint,
  nameOf: (node: Node) => number | string,
): readonly (number | string)[] {
  const nodes = nodesOf(constraint);
  if (nodes.length === 0) return [];
  const names = nodes.map(nameOf);
  if (constraint.kind === "allOf" || constraint.kind === "anyOf") return [...new Set(names)].sort();
  return constraint.kind === "oneOf" ? names.sort() : names;
}

/**
 * Finds the nodes that only refer to a different node, and copies the constraints of that node to them.
 * Returns a map from each such node to the node to which it refers. If a node only refers to itself, it
 * accepts every value.
 */
function followReferences(nodes: readonly Node[]): ReadonlyMap<Node, Node> {
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

type NodeText = (node: Node, nameOf: (node: Node) => number | string) => string;

/**
 * Divides the nodes of a cycle, and the numbered nodes of similar cycles, into blocks of equal nodes. It
 * first compares the constraints of the nodes, and then the blocks of the nodes to which they refer, until
 * no block changes. After a change, it only checks nodes that refer to a node in a different block than
 * before. If a block is divided, the largest part keeps the block's number, so that each node changes its
 * block only a few times.
 */
function splitCycle(
  cycle: readonly Node[],
  similar: readonly Node[],
  targetOf: (node: Node) => Node,
  nodeText: NodeText,
): readonly (readonly Node[])[] {
  const nodes = [...cycle, ...similar];
  const numbers = new Map(similar.map((node) => [node.id, node]));
  const memberOf = (node: Node): Node => {
    const target = targetOf(node);
    return target.id < 0 ? target : (numbers.get(target.id) ?? target);
  };
  const blockOf = new Map(nodes.map((node) => [node, 0]));
  const blocks = [new Set(nodes)];
  const nameOf = (node: Node): string => {
    const block = blockOf.get(memberOf(node));
    return block === undefined ? `${targetOf(node).id}` : `#${block}`;
  };
  const referring = Map.groupBy(
    nodes.flatMap((node) =>
      node.constraints.flatMap((each) => nodesOf(each).map((to) => ({ node, to: memberOf(to) }))),
    ),
    ({ to }) => to,
  );
  for (let doubtful = new Set(nodes); doubtful.size > 0; ) {
    const leaving = [...Map.groupBy(doubtful, (node) => blockOf.get(node) ?? 0)].flatMap(
      ([number, some]) =>
        partsToLeave(blocks[number] ?? new Set(), some, doubtful, (node) => nodeText(node, nameOf)),
    );
    for (const part of leaving) {
      for (const node of part) {
        blocks[blockOf.get(node) ?? 0]?.delete(node);
        blockOf.set(node, blocks.length);
      }
      blocks.push(new Set(part));
    }
    const referrers = leaving.flat().flatMap((node) => referring.get(node) ?? []);
    doubtful = new Set(referrers.map(({ node }) => node));
  }
  return [...Map.groupBy(nodes, (node) => blockOf.get(node)).values()];
}

/**
 * Returns the parts that must leave a block, because their text differs from the text of the largest part.
 * Nodes outside of `doubtful` still have the same text as before.
 */
function partsToLeave(
  block: ReadonlySet<Node>,
  some: readonly Node[],
  doubtful: ReadonlySet<Node>,
  textOf: (node: Node) => string,
): readonly (readonly Node[])[] {
  if (block.size === 1) return [];
  const parts = Map.groupBy(some, textOf);
  const sure = firstOutside(block, doubtful);
  if (sure === undefined) return withoutLargest([...parts.values()]);
  const equal = parts.get(textOf(sure)) ?? [];
  const others = [...parts.values()].filter((part) => part !== equal);
  const rest = block.size - some.length + equal.length;
  if (others.every((part) => part.length <= rest)) return others;
  const apart = new Set(others.flat());
  return withoutLargest([...others, [...block].filter((node) => !apart.has(node))]);
}

function firstOutside(block: ReadonlySet<Node>, others: ReadonlySet<Node>): Node | undefined {
  for (const node of block) if (!others.has(node)) return node;
  return undefined;
}

function withoutLargest(parts: readonly (readonly Node[])[]): readonly (readonly Node[])[] {
  return parts.toSorted((one, other) => other.length - one.length).slice(1);
}
