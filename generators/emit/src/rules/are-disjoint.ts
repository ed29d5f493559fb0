import { possibleTypes, type Schema, type TypeName } from "@specwright/contract";

/** Reports whether no two branches allow the same type. */
export function areDisjoint(branches: readonly Schema[]): boolean {
  const seen = new Set<TypeName>();
  for (const branch of branches) {
    const types = possibleTypes(branch);
    if ([...types].some((type) => seen.has(type))) return false;
    for (const type of types) seen.add(type);
  }
  return true;
}
