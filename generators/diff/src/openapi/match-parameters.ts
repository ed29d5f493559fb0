import type { HttpOperation, Parameter } from "@specwright/contract";

/** The parameters of an operation, matched by what a client sends. */
export interface MatchedParameters {
  readonly pairs: readonly (readonly [old: Parameter, revised: Parameter])[];
  readonly removed: readonly Parameter[];
  readonly added: readonly Parameter[];
}

/** Matches parameters by location and name, those of the path by their position in it. */
export function matchParameters(base: HttpOperation, revision: HttpOperation): MatchedParameters {
  const after = new Map(revision.parameters.map((each) => [keyOf(revision, each), each]));
  const pairs: [Parameter, Parameter][] = [];
  const removed: Parameter[] = [];
  for (const old of base.parameters) {
    const key = keyOf(base, old);
    const revised = after.get(key);
    if (revised === undefined) removed.push(old);
    else pairs.push([old, revised]);
    after.delete(key);
  }
  return { pairs, removed, added: [...after.values()] };
}

function keyOf({ path }: HttpOperation, { name, in: location }: Parameter): string {
  // The names of headers are not sensitive to case.
  if (location === "header") return `header ${name.toLowerCase()}`;
  if (location !== "path") return `${location} ${name}`;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, each]) => each === name);
  return `path ${position < 0 ? name : position}`;
}
