/** The first path segments that do not belong to an interface. */
const reserved: ReadonlySet<string> = new Set(["assets", "rules", "v1"]);

/** Reports whether an interface cannot have a name, because other pages use its path. */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}
