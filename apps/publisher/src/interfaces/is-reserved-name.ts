/** The first segments of paths that lead to something else than the pages of an interface. */
const reserved: ReadonlySet<string> = new Set(["assets", "rules", "v1"]);

/** Reports whether no interface can have a name, since its pages would have no address. */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}
