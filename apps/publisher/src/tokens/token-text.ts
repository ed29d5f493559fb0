import { hash, timingSafeEqual } from "node:crypto";

/** Returns `size` cryptographically strong random bytes. */
export type RandomBytes = (size: number) => Uint8Array;

/** The form of a token: 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 8;

/** The parts of a token by which it is found and verified. */
export interface TokenParts {
  readonly prefix: string;
  /** SHA-256 in hex. A hash without salt is enough, because 256 random bits cannot be guessed. */
  readonly hash: string;
}

/** Creates the text of a token from 256 random bits. */
export function createTokenText(random: RandomBytes): string {
  return Buffer.from(random(32)).toString("base64url");
}

/** Splits a token; undefined if the text is not a token. */
export function tokenParts(text: string): TokenParts | undefined {
  if (!TOKEN.test(text)) return undefined;
  return { prefix: text.slice(0, PREFIX_LENGTH), hash: hashOfToken(text) };
}

export function hashOfToken(text: string): string {
  return hash("sha256", text, "hex");
}

/**
 * Reports whether two hashes are equal. The comparison always takes the same time, so that it does
 * not reveal where they differ.
 */
export function isSameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
