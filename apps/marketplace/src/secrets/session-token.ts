import { hash } from "node:crypto";

/** Returns `size` cryptographically strong random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** The form of a session token: 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Creates a session token from 256 random bits. */
export function createSessionToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString("base64url");
}

/**
 * Returns the hash under which a token is stored; undefined if the token is malformed. A hash
 * without salt is enough, because 256 random bits cannot be guessed.
 */
export function hashSessionToken(token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined;
  return hash("sha256", token, "hex");
}
