import type { InterfaceAccess, PublishedInterface } from "../storage/interface-repository.ts";
import { isInScope, type PrivateScope } from "../storage/private-scope.ts";

/** Reports whether only who has a token may read a branch. */
export function isPrivateBranch(
  { isPrivate, privateBranches }: InterfaceAccess,
  branch: string,
): boolean {
  return isPrivate || privateBranches.some((pattern) => matches(pattern, branch));
}

function matches(pattern: string, branch: string): boolean {
  return pattern.endsWith("*") ? branch.startsWith(pattern.slice(0, -1)) : branch === pattern;
}

/** Reports whether a reader of these private things may read a branch. */
export function mayReadBranch(
  owner: PublishedInterface,
  branch: string,
  scope: PrivateScope,
): boolean {
  return isInScope(scope, owner.name) || !isPrivateBranch(owner, branch);
}

/** Returns an interface if there is one that a reader of these private things may read. */
export function readable(
  owner: PublishedInterface | undefined,
  scope: PrivateScope,
): PublishedInterface | undefined {
  return owner?.isPrivate === true && !isInScope(scope, owner.name) ? undefined : owner;
}
