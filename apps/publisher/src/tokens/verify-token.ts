import type { PrivateScope } from "../storage/private-scope.ts";
import { type TokenReader, type TokenRights, tokenRights } from "../storage/token-repository.ts";
import { isSameHash, tokenParts } from "./token-text.ts";

/** The caller of a request, identified by the token. */
export interface Caller {
  readonly prefix: string;
  readonly rights: TokenRights;
  /** The only interface that the token is valid for; null for all interfaces. */
  readonly interface: string | null;
}

/** Returns the caller with this token; undefined if the token is unknown or revoked. */
export async function verifyToken(tokens: TokenReader, text: string): Promise<Caller | undefined> {
  const parts = tokenParts(text);
  if (parts === undefined) return undefined;
  const stored = await tokens.byPrefix(parts.prefix);
  if (stored === undefined || !isSameHash(stored.hash, parts.hash)) return undefined;
  if (stored.revokedAt !== null) return undefined;
  return { prefix: stored.prefix, rights: stored.rights, interface: stored.interface };
}

/** Returns the private interfaces and branches that a caller may read. */
export function privateScope(caller: Caller | undefined): PrivateScope {
  if (caller === undefined) return "none";
  return caller.interface === null ? "all" : { only: caller.interface };
}

/**
 * Reports whether a caller has a right for an interface, or for all interfaces if `name` is null.
 */
export function mayUse(caller: Caller, rights: TokenRights, name: string | null): boolean {
  const hasRights = tokenRights.indexOf(caller.rights) >= tokenRights.indexOf(rights);
  return hasRights && (caller.interface === null || caller.interface === name);
}
