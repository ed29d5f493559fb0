// Identifies readers of pages. Programs send a token, and browsers send a cookie.

import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { StoredToken, TokenReader } from "../storage/token-repository.ts";
import { isSameHash, tokenParts } from "../tokens/token-text.ts";
import { type Caller, verifyToken } from "../tokens/verify-token.ts";

const COOKIE = "publisher_reader";
const MAX_AGE_SEC = 30 * 24 * 3600;

/** Reports whether a request has a token or a cookie. It need not be valid. */
export function hasCredentials({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers.cookie?.includes(COOKIE) === true;
}

/**
 * Returns the caller who requests a page; undefined if the request has no valid token or cookie.
 */
export async function readCaller(
  { headers }: IncomingMessage,
  tokens: TokenReader,
): Promise<Caller | undefined> {
  const [, token] = /^Token +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (token !== undefined) return await verifyToken(tokens, token);
  const cookie = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{8})\\.([0-9a-f]{64})(?:;|$)`);
  const [, prefix, digest] = cookie.exec(headers.cookie ?? "") ?? [];
  if (prefix === undefined || digest === undefined) return undefined;
  const stored = await tokens.byPrefix(prefix);
  if (stored === undefined || stored.revokedAt !== null) return undefined;
  if (!isSameHash(cookieDigest(stored), digest)) return undefined;
  return { prefix, rights: stored.rights, interface: stored.interface };
}

/**
 * Returns the `Set-Cookie` value for a browser that signs in with this token; undefined if the
 * token is invalid. The cookie is derived from the hash of the token, and is valid for pages only.
 */
export async function readerCookie(
  tokens: TokenReader,
  text: string,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): Promise<string | undefined> {
  if ((await verifyToken(tokens, text)) === undefined) return undefined;
  const parts = tokenParts(text);
  if (parts === undefined) return undefined;
  const value = `${parts.prefix}.${cookieDigest(parts)}`;
  return `${COOKIE}=${value}; Max-Age=${MAX_AGE_SEC}; ${cookieAttributes(path, isSecure)}`;
}

/** Returns the `Set-Cookie` value that removes the cookie. */
export function endedCookie(path: string): string {
  return `${COOKIE}=; Max-Age=0; ${cookieAttributes(path, false)}`;
}

function cookieAttributes(path: string, isSecure: boolean): string {
  return `Path=${path}/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

function cookieDigest({ hash: stored }: Pick<StoredToken, "hash">): string {
  return hash("sha256", `pages ${stored}`, "hex");
}
