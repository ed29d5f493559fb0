/** A package, and the packages of the same release that must be published before it. */
export interface Ordered {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * Sorts packages so that each comes after its dependencies: users can install each one while a release is
 * running.
 */
export function publishOrder<P extends Ordered>(packages: readonly P[]): readonly P[] {
  const byName = new Map(packages.map((each) => [each.name, each]));
  const sorted = new Set<P>();
  const visited = new Set<string>();
  const visit = (each: P): void => {
    if (visited.has(each.name)) return;
    visited.add(each.name);
    for (const name of [...each.needs].sort()) {
      const needed = byName.get(name);
      if (needed !== undefined) visit(needed);
    }
    sorted.add(each);
  };
  for (const each of packages) visit(each);
  return [...sorted];
}
