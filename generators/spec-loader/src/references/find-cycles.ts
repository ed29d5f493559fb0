import type { Problem } from "../diagnostics/problem.ts";
import type { ResolvedReference } from "./load-files.ts";

/** Finds references that lead only to each other: `A` to `B` to `A`. Reports each cycle once. */
export function findCycles(references: readonly ResolvedReference[]): readonly Problem[] {
  const next = new Map<string, ResolvedReference>();
  for (const reference of references) {
    if (reference.replaces) next.set(keyOf(reference.from), reference);
  }
  const problems: Problem[] = [];
  const done = new Set<string>();
  for (const [start, { target }] of next) {
    // Most references lead to something that is not a reference.
    if (!next.has(keyOf(target))) continue;
    const trail: string[] = [];
    const onTrail = new Set<string>();
    let key: string | undefined = start;
    while (key !== undefined && !done.has(key) && !onTrail.has(key)) {
      trail.push(key);
      onTrail.add(key);
      const reference: ResolvedReference | undefined = next.get(key);
      key = reference === undefined ? undefined : keyOf(reference.target);
    }
    const first = key !== undefined && onTrail.has(key) ? next.get(key) : undefined;
    if (first !== undefined && key !== undefined) {
      const names = [...trail.slice(trail.indexOf(key)), key];
      const message = `the references go round in a circle: ${names.join(" -> ")}`;
      problems.push({ code: "REF_CYCLE", source: first.source, message });
    }
    for (const visited of trail) done.add(visited);
  }
  return problems;
}

function keyOf(place: { readonly file: string; readonly pointer: string }): string {
  return `${place.file}#${place.pointer}`;
}
