import type { InterfaceAccess, PublishedInterface } from "../storage/interface-repository.ts";
import { isInScope, type PrivateScope } from "../storage/private-scope.ts";

/** Reports whether reading a branch requires a token. */
export function isPrivateBranch(
  { isPrivate, privateBranches }: InterfaceAccess,
  branch: string,
): boolean {
  return isPrivate || privateBranches.some((pattern) => matchesBranch(pattern, branch));
}

function matchesBranch(pattern: string, branch: string): boolean {
  return pattern.endsWith("*") ? branch.startsWith(pattern.slice(0, -1)) : branch === pattern;
}

/** Reports whether a reader with this scope may read a branch. */
export function mayReadBranch(
  owner: PublishedInterface,
  branch: string,
  scope: PrivateScope,
): boolean {
  return isInScope(scope, owner.name) || !isPrivateBranch(owner, branch);
}

/**
 * Returns the interface if it exists and a reader with this scope may read it; otherwise undefined.
 */
export function ifReadable(
  owner: PublishedInterface | undefined,
  scope: PrivateScope,
): PublishedInterface | undefined {
  return owner?.isPrivate === true && !isInScope(scope, owner.name) ? undefined : owner;
}
