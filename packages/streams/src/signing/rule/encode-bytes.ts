import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { SignatureEncoding } from "./credential-rule.ts";

/** The type of bytes that Web Crypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Writes bytes as text. */
export function encodeBytes(bytes: Uint8Array, encoding: SignatureEncoding): string {
  if (encoding === "hex") return bytesToHex(bytes);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  if (encoding === "base64") return base64;
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Decodes hex, in upper or lower case. Returns undefined if the text is not hex. */
export function decodeHex(text: string): Bytes | undefined {
  return /^(?:[0-9a-fA-F]{2})*$/.test(text) ? new Uint8Array(hexToBytes(text)) : undefined;
}

/** Decodes base64 or base64url, with or without padding. Returns undefined if the text is neither. */
export function decodeBase64(text: string): Bytes | undefined {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Decodes a text of `encodeBytes`. Returns undefined if the text has a different form. */
export function decodeBytes(text: string, encoding: SignatureEncoding): Bytes | undefined {
  return encoding === "hex" ? decodeHex(text) : decodeBase64(text);
}
