import { compareCodePoints } from "@specwright/spec-loader";
import type { Declaration, Schema } from "../model/schema.ts";
import { schemaReferences, walkSchemas } from "../model/walk-schemas.ts";
import type { Build } from "../reading/build.ts";
import { type DeclarationDraft, declareTarget, type NameClaim } from "../reading/declarations.ts";

/**
 * Names all declarations and orders them. A declaration follows all declarations that it refers to, unless
 * two declarations refer to each other. Otherwise, the order is by name. The mapping of a discriminator
 * does not count as a reference, because a base schema does not depend on the schemas that extend it.
 */
export function orderDeclarations(build: Build): Declaration[] {
  for (const target of build.schemas.targets) declareTarget(build, target);
  settleNames(build.declarations.values());
  const drafts = [...build.declarations.values()].map(({ draft }) => draft).sort(byName);
  const edges = new Map(drafts.map((draft) => [draft, listDependencies(build, draft)]));
  const components = stronglyConnected(drafts, (draft) => edges.get(draft) ?? []);
  for (const [number, members] of components.entries()) {
    members.sort(byName);
    for (const draft of members) {
      draft.component = number;
      draft.recursive = members.length > 1 || (edges.get(draft) ?? []).includes(draft);
    }
  }
  return components.flat();
}

function listDependencies(build: Build, draft: DeclarationDraft): DeclarationDraft[] {
  const found = new Set<DeclarationDraft>();
  const add = (schema: Schema): boolean => {
    const claim = build.declarations.get(schema);
    if (claim !== undefined) found.add(claim.draft);
    return claim !== undefined;
  };
  walkSchemas(draft.schema, (schema) => {
    // A named schema inside this one is declared separately.
    if (schema !== draft.schema && add(schema)) return false;
    for (const target of schemaReferences(schema)) add(target);
    return true;
  });
  return [...found].sort(byName);
}

function byName(a: Declaration, b: Declaration): number {
  return compareCodePoints(a.name, b.name);
}

/**
 * Assigns every declaration a unique name. If several declarations claim a name, the strongest claim wins.
 * If the strongest claims are equally strong, none of them wins, and each tries its next name. The result
 * does not depend on the order of the claims.
 */
export function settleNames(claims: Iterable<NameClaim>): void {
  const taken = new Set<string>();
  const byStrength = new Map<number, NameClaim[]>();
  for (const claim of claims) {
    const equals = byStrength.get(claim.strength);
    if (equals === undefined) byStrength.set(claim.strength, [claim]);
    else equals.push(claim);
  }
  for (const strength of [...byStrength.keys()].sort((a, b) => b - a)) {
    let rivals = byStrength.get(strength) ?? [];
    for (let level = 0; rivals.length > 0; level += 1) {
      const left: NameClaim[] = [];
      for (const [name, claimants] of claimsByName(rivals, level)) {
        const [first, ...others] = claimants;
        // Claims with the same first name, origin and place get names in order, each with one more `again`.
        const hopeless = first !== undefined && level > first.names.length + 1;
        if (first === undefined || taken.has(name) || (others.length > 0 && !hopeless)) {
          left.push(...claimants);
          continue;
        }
        first.draft.name = name;
        taken.add(name);
        left.push(...others);
      }
      rivals = left;
    }
  }
}

function claimsByName(claims: readonly NameClaim[], level: number): Map<string, NameClaim[]> {
  const groups = new Map<string, NameClaim[]>();
  for (const claim of claims) {
    const name = nameAt(claim, level);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [claim]);
    else group.push(claim);
  }
  return new Map([...groups].sort(([a], [b]) => compareCodePoints(a, b)));
}

// If a declaration has no more names, its origin is added to the first name, and then its place.
function nameAt({ names, draft }: NameClaim, level: number): string {
  const given = names[level];
  if (given !== undefined) return given;
  const { origin, schema } = draft;
  const beyond = level - names.length;
  const base = `${names[0] ?? ""} ${origin}`;
  if (beyond === 0) return base;
  return `${base} ${schema.source.file}#${schema.source.pointer}${" again".repeat(beyond - 1)}`;
}

/**
 * Groups the nodes of a directed graph into strongly connected components (Tarjan, without recursion). If a
 * component has an edge to a second component, the second one is listed first. The result depends only on
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
