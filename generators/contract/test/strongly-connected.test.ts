import { stronglyConnected } from "@specwright/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const cases: readonly (readonly [it: string, edges: Record<string, string[]>, want: string[][]])[] =
  [
    ["dependencies first", { a: ["b"], b: ["c"], c: [] }, [["c"], ["b"], ["a"]]],
    ["a circle together", { a: ["b"], b: ["a"], c: ["a"] }, [["a", "b"], ["c"]]],
    [
      "circles apart",
      { a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"] },
      [
        ["c", "d"],
        ["a", "b"],
      ],
    ],
    ["nothing of nothing", {}, []],
  ];

describe("stronglyConnected", () => {
  test.each(cases)("%s", (_, edges, want) => {
    expect(stronglyConnected(Object.keys(edges), (node) => edges[node] ?? [])).toStrictEqual(want);
  });

  test("agrees with mutual reachability", () => {
    const graph = fc.array(fc.array(fc.nat({ max: 7 }), { maxLength: 3 }), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(graph, (edges) => {
        const nodes = [...edges.keys()];
        const components = stronglyConnected(nodes, (node) => edges[node] ?? []);
        const rank = new Map(components.flatMap((each, at) => each.map((node) => [node, at])));
        const reach = nodes.map((node) => reachable(edges, node));
        expect(components.flat().sort()).toStrictEqual(nodes);
        for (const a of nodes) {
          for (const b of edges[a] ?? []) {
            expect(rank.get(b) ?? 0).toBeLessThanOrEqual(rank.get(a) ?? 0);
          }
          for (const b of nodes) {
            const together = reach[a]?.has(b) === true && reach[b]?.has(a) === true;
            expect(rank.get(a) === rank.get(b)).toBe(a === b || together);
          }
        }
      }),
    );
  });
});

function reachable(edges: readonly (readonly number[])[], start: number): Set<number> {
  const seen = new Set<number>();
  const stack = [...(edges[start] ?? [])];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    stack.push(...(edges[node] ?? []));
  }
  return seen;
}
