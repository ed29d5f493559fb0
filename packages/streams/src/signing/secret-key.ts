import { hexToBytes } from "@noble/hashes/utils.js";
import { SigningError } from "./signing-error.ts";

const HEX = /^[0-9a-fA-F]{64}$/;

/**
 * Decodes the 32 bytes of a secret key.
 *
 * @throws SigningError `invalid_secret_key`.
 */
export function secretKeyBytes(secretKey: string): Uint8Array {
  if (!HEX.test(secretKey)) throw new SigningError("invalid_secret_key");
  return hexToBytes(secretKey);
}
