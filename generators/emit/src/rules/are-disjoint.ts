import { possibleTypes, type Schema, type TypeName } from "@specwright/contract";

/** Reports whether each type is allowed by at most one of the branches. */
export function areDisjoint(branches: readonly Schema[]): boolean {
  const seen = new Set<TypeName>();
  for (const branch of branches) {
    const types = possibleTypes(branch);
    if ([...types].some((type) => seen.has(type))) return false;
    for (const type of types) seen.add(type);
  }
  return true;
}
