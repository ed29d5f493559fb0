import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { SignatureEncoding } from "./credential-rule.ts";

/** Bytes that Web Crypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Writes bytes as text. */
export function encodeBytes(bytes: Uint8Array, encoding: SignatureEncoding): string {
  if (encoding === "hex") return bytesToHex(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  if (encoding === "base64") return base64;
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads hex, in any case. Returns undefined for other text. */
export function decodeHex(text: string): Bytes | undefined {
  return /^(?:[0-9a-fA-F]{2})*$/.test(text) ? new Uint8Array(hexToBytes(text)) : undefined;
}

/** Reads base64 or base64url, padded or not. Returns undefined for other text. */
export function decodeBase64(text: string): Bytes | undefined {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Reads text that `encodeBytes` wrote. Returns undefined for other text. */
export function decodeBytes(text: string, encoding: SignatureEncoding): Bytes | undefined {
  return encoding === "hex" ? decodeHex(text) : decodeBase64(text);
}
