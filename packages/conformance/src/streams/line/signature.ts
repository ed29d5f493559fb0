// Signatures with one deliberate mistake, which no correct client makes.

import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { EMPTY_BODY_DIGEST } from "@specwright/streams/signing";
import type { Account } from "../stimulus/stimulus.ts";

/** The part of the signed text that is wrong. `none` means that the signature is correct. */
export type Alteration =
  | "none"
  | "method"
  | "path"
  | "timestamp"
  | "idempotency key"
  | "broker id"
  | "access key"
  | "body digest"
  | "last newline"
  | "secret"
  | "key as text";

/** Signs an upgrade with one mistake (streams source §5). Uses the timestamp unchanged. */
export function signWith(
  alteration: Alteration,
  { accessKey, secretKey, brokerId }: Account,
  target: string,
  timestamp: string,
): string {
  const lines = [
    alteration === "method" ? "POST" : "GET",
    alteration === "path" ? `${target}x` : target,
    alteration === "timestamp" ? timestamp.replace(/^\d{4}/, "1999") : timestamp,
    alteration === "idempotency key" ? "kit" : "",
    alteration === "broker id" ? `${brokerId}x` : brokerId,
    alteration === "access key" ? `${accessKey}x` : accessKey,
    alteration === "body digest" ? "0".repeat(64) : EMPTY_BODY_DIGEST,
  ];
  const text = lines.join("\n") + (alteration === "last newline" ? "" : "\n");
  return bytesToHex(
    blake2b(utf8ToBytes(text), { key: signingKey(alteration, secretKey), dkLen: 32 }),
  );
}

function signingKey(alteration: Alteration, secretKey: string): Uint8Array {
  if (alteration === "key as text") return utf8ToBytes(secretKey);
  const key = hexToBytes(secretKey);
  if (alteration === "secret") key[0] = (key[0] ?? 0) ^ 1;
  return key;
}
