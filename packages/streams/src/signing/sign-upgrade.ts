import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalText } from "./canonical-text.ts";
import { secretKeyBytes } from "./secret-key.ts";
import { SigningError } from "./signing-error.ts";
import { formatTimestamp, parseTimestamp } from "./timestamp.ts";

/** The credentials, and the parts of an upgrade that the signature covers. */
export interface SignUpgradeInput {
  readonly accessKey: string;
  /** 64 hex characters. */
  readonly secretKey: string;
  /** The broker to which the access key belongs. */
  readonly brokerId: string;
  /** The path and query, exactly as sent. Do not encode them again. */
  readonly path: string;
  /** The time in milliseconds since the epoch, or as RFC 3339 with milliseconds. */
  readonly timestamp: number | string;
}

/** The three headers that sign an upgrade. */
export interface UpgradeHeaders {
  readonly "PRE-ACCESS-KEY": string;
  readonly "PRE-ACCESS-TIMESTAMP": string;
  readonly "PRE-ACCESS-SIGNATURE": string;
}

/**
 * Signs a WebSocket upgrade. Returns the three headers to send.
 *
 * @throws SigningError if an input is malformed.
 *
 * @example
 * ```ts
 * const path = "/v1/orders?since=42";
 * const headers = signUpgrade({ accessKey, secretKey, brokerId: "broker-1", path, timestamp: Date.now() });
 * ```
 */
export function signUpgrade(input: SignUpgradeInput): UpgradeHeaders {
  const { accessKey, secretKey, brokerId, path } = input;
  const timestamp = timestampText(input.timestamp);
  const text = canonicalText({ path, timestamp, brokerId, accessKey });
  return {
    "PRE-ACCESS-KEY": accessKey,
    "PRE-ACCESS-TIMESTAMP": timestamp,
    "PRE-ACCESS-SIGNATURE": bytesToHex(computeHmac(text, secretKeyBytes(secretKey))),
  };
}

/** Computes the keyed BLAKE2b-256 of a text. The result has 32 bytes. */
export function computeHmac(text: string, key: Uint8Array): Uint8Array {
  return blake2b(utf8ToBytes(text), { key, dkLen: 32 });
}

function timestampText(timestamp: number | string): string {
  if (typeof timestamp === "number") return formatTimestamp(timestamp);
  if (parseTimestamp(timestamp) === undefined) throw new SigningError("invalid_timestamp");
  return timestamp;
}
