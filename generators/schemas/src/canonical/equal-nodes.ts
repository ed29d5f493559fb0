import { stronglyConnected } from "@specwright/contract";
import { type Constraint, type Node, nodesOf } from "./constraint.ts";
import { constraintText } from "./constraint-text.ts";
import { followReferences } from "./follow-references.ts";
import { splitCycle } from "./split-cycle.ts";

/**
 * The numbers of nodes, the same for nodes that accept the same values because they have the same
 * constraints. Nodes can be added at any time; those numbered before are not looked at again.
 */
export class EqualNodes {
  readonly #numbers = new Map<string, number>();
  /** The numbered cycles, one node for each number, by the constraints that they consist of. */
  readonly #cycles = new Map<string, Node[][]>();
  #next = 0;

  /** Returns a number that no node has. */
  newNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  /** Numbers nodes, none of which may refer to others that are neither numbered nor among them. */
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

  /** Numbers nodes that refer to each other, by a known cycle where it has the same constraints. */
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
    // The same constraints outside the cycle, such as those of a copy of one schema, are equal.
    for (const node of unknown) {
      this.#numbers.set(
        nodeText(node, (each) => targetOf(each).id),
        node.id,
      );
    }
  }
}

/** Adds the marks of all nodes that the nodes of a component refer to. */
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

/** A node as text: equal for equal constraints, if equal nodes are named alike. */
function nodeText(node: Node, nameOf: (node: Node) => number | string): string {
  const parts = node.constraints.map((each) => `${constraintText(each)}(${namesOf(each, nameOf)})`);
  return parts.length < 2 ? parts.join("") : [...new Set(parts)].sort().join(";");
}

/** The names of the nodes of a constraint, sorted if their order has no meaning. */
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
