import { hash } from "node:crypto";

/** Gives so many random bytes, fit for secrets. */
export type RandomBytes = (size: number) => Uint8Array;

/** Is how a session token looks: 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Makes a session token of 256 random bits. */
export function createSessionToken(random: RandomBytes): string {
  return Buffer.from(random(32)).toString("base64url");
}

/**
 * Gives what is stored of a token, or nothing when it cannot be one. A plain hash will do: nobody
 * guesses 256 bits.
 */
export function hashSessionToken(token: string): string | undefined {
  if (!TOKEN.test(token)) return undefined;
  return hash("sha256", token, "hex");
}
