import { bytesToHex } from "@noble/hashes/utils.js";

/** A new access key with its secret. Show the secret to its owner only once. */
export interface AccessKeyPair {
  /** The text `ak-`, and 24 characters that encode 18 random bytes. */
  readonly accessKey: string;
  /** 32 random bytes as 64 hex characters. */
  readonly secretKey: string;
}

/** Returns `size` random bytes. The source must be cryptographically strong, except in tests. */
export type RandomBytes = (size: number) => Uint8Array;

/** Creates an access key and its secret. */
export function createAccessKey(random: RandomBytes = systemRandom): AccessKeyPair {
  const name = random(18);
  return {
    accessKey: `ak-${base64Url(name)}`,
    secretKey: bytesToHex(random(32)),
  };
}

function systemRandom(size: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(size));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
