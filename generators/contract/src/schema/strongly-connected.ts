/**
 * Groups the nodes of a directed graph into strongly connected components (Tarjan, without
 * recursion). A component comes after every component it has an edge to. The result depends only on
 * the order of `nodes` and of the edges.
 */
export function stronglyConnected<Node>(
  nodes: Iterable<Node>,
  edgesOf: (node: Node) => Iterable<Node>,
): Node[][] {
  const marks = new Map<Node, Mark<Node>>();
  const open: Mark<Node>[] = [];
  const components: Node[][] = [];
  for (const start of nodes) {
    if (marks.has(start)) continue;
    const path = [enter(start)];
    for (let mark = path.at(-1); mark !== undefined; mark = path.at(-1)) {
      const next = mark.edges.next();
      if (next.done === true) {
        path.pop();
        close(mark, path.at(-1));
        continue;
      }
      const seen = marks.get(next.value);
      if (seen === undefined) path.push(enter(next.value));
      else if (seen.open) mark.lowest = Math.min(mark.lowest, seen.index);
    }
  }
  return components;

  function enter(node: Node): Mark<Node> {
    const index = marks.size;
    const edges = edgesOf(node)[Symbol.iterator]();
    const mark = { node, index, lowest: index, open: true, edges };
    marks.set(node, mark);
    open.push(mark);
    return mark;
  }

  function close(mark: Mark<Node>, parent: Mark<Node> | undefined): void {
    if (parent !== undefined) parent.lowest = Math.min(parent.lowest, mark.lowest);
    if (mark.lowest !== mark.index) return;
    const component: Node[] = [];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      member.open = false;
      component.push(member.node);
      if (member === mark) break;
    }
    components.push(component.reverse());
  }
}

interface Mark<Node> {
  readonly node: Node;
  readonly index: number;
  readonly edges: Iterator<Node>;
  lowest: number;
  open: boolean;
}
