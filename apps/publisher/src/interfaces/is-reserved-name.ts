/** The first path segments that do not belong to an interface. */
const reserved: ReadonlySet<string> = new Set(["assets", "rules", "v1"]);

/**
 * Reports whether a name is reserved, because the pages use the path of an interface with this
 * name.
 */
export function isReservedName(name: string): boolean {
  return reserved.has(name);
}
