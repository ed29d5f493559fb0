// Stored responses are encrypted with the idempotency key, and the key itself is not stored. Someone with
// access to the store can therefore not read the responses, nor recognise a request by guessing its body.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import type { EncodedResponse } from "@specwright/runtime/transport";

/** An answer that can be stored. */
export interface KeptReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** Returns the id under which a caller's key is stored. */
export function keyId(caller: string, key: string): string {
  return createHash("sha256").update(`${caller}\n${key}`).digest("hex");
}

/** Returns the fingerprint of a request. Without the key, nobody can compute it. */
export function fingerprintOf(
  key: string,
  request: { readonly method: string; readonly target: string; readonly body: Uint8Array },
): string {
  const { method, target, body } = request;
  return createHmac("sha256", key).update(`${method}\n${target}\n`).update(body).digest("hex");
}

/** Returns the part of an answer that is stored; undefined if the body is not text. */
export function keptReply({ status, headers, body }: EncodedResponse): KeptReply | undefined {
  if (body === undefined) return { status, headers };
  return typeof body === "string" ? { status, headers, body } : undefined;
}

/** Encrypts an answer. */
export function sealReply(key: string, id: string, reply: KeptReply): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", replySecret(key, id), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(reply), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
}

/**
 * Decrypts an answer.
 *
 * @throws Error if the answer was encrypted with a different key.
 */
export function openReply(key: string, id: string, sealed: string): KeptReply {
  const bytes = Buffer.from(sealed, "base64");
  const cipher = createDecipheriv("aes-256-gcm", replySecret(key, id), bytes.subarray(0, 12));
  cipher.setAuthTag(bytes.subarray(12, 28));
  const text = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString();
  const reply: unknown = JSON.parse(text);
  if (!isKeptReply(reply)) throw new TypeError("a stored response is invalid");
  return reply;
}

function isKeptReply(value: unknown): value is KeptReply {
  return typeof value === "object" && value !== null && "status" in value && "headers" in value;
}

function replySecret(key: string, id: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", key, id, "idempotent reply", 32));
}
