/** Whose private interfaces and branches are read: nobody's, those of one interface, or all. */
export type PrivateScope = "none" | "all" | { readonly only: string };

/** Reports whether the private things of an interface are read, too. */
export function isInScope(scope: PrivateScope, name: string): boolean {
  return typeof scope === "string" ? scope === "all" : scope.only === name;
}
