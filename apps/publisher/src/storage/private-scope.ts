/**
 * Which private interfaces and branches a reader may see: none, those of one interface, or all.
 */
export type PrivateScope = "none" | "all" | { readonly only: string };

/** Reports whether the scope includes the private parts of an interface. */
export function isInScope(scope: PrivateScope, name: string): boolean {
  return typeof scope === "string" ? scope === "all" : scope.only === name;
}
