import type { SecurityRequirement } from "@specwright/contract";

/** The alternatives of a list that lets in everybody: an empty list means the same as `[{}]`. */
const open: readonly SecurityRequirement[] = [new Map()];

/** Returns the alternatives, one at least. */
export function alternativesOf(
  security: readonly SecurityRequirement[],
): readonly SecurityRequirement[] {
  return security.length === 0 ? open : security;
}

/** Reports whether credentials for the one alternative satisfy the other. */
export function satisfies(held: SecurityRequirement, wanted: SecurityRequirement): boolean {
  return [...wanted].every(([scheme, scopes]) => {
    const heldScopes = held.get(scheme);
    return heldScopes !== undefined && scopes.every((scope) => heldScopes.includes(scope));
  });
}

/** Reports whether credentials for an alternative satisfy one of a list. */
export function isLetIn(
  held: SecurityRequirement,
  security: readonly SecurityRequirement[],
): boolean {
  return alternativesOf(security).some((wanted) => satisfies(held, wanted));
}

/** Reports whether two lists let in the same credentials. */
export function isSameSecurity(
  left: readonly SecurityRequirement[],
  right: readonly SecurityRequirement[],
): boolean {
  return (
    alternativesOf(left).every((each) => isLetIn(each, right)) &&
    alternativesOf(right).every((each) => isLetIn(each, left))
  );
}

/** Replaces the names of schemes by those of the base. */
export function renameSchemes(
  security: readonly SecurityRequirement[],
  names: ReadonlyMap<string, string>,
): readonly SecurityRequirement[] {
  if (names.size === 0) return security;
  return security.map(
    (each) => new Map([...each].map(([name, scopes]) => [names.get(name) ?? name, scopes])),
  );
}
