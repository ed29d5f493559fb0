// How a venue signs, as data: what `x-credentials` of a contract says, and `signByRule` follows.

import type { TemplateValue } from "@specwright/runtime";

/**
 * An algorithm of a rule. BLAKE2b is keyed with the secret. `rsa-pss-sha256` has a salt as long as
 * the digest; `es256` is ECDSA on P-256 as in a JWT, 64 bytes. With `none` nothing is signed: the
 * key and the secret are sent unchanged.
 */
export type SignatureAlgorithm =
  | "hmac-sha256"
  | "hmac-sha384"
  | "hmac-sha512"
  | "blake2b-256"
  | "blake2b-512"
  | "ed25519"
  | "es256"
  | "rsa-pss-sha256"
  | "rsa-pkcs1-sha256"
  | "none";

/** A hash of a part of the signed text. */
export type HashAlgorithm = "sha256" | "sha384" | "sha512" | "blake2b-256" | "blake2b-512";

/**
 * How a secret is written. `base64` takes base64url too. Of a private key, `base64` and `hex` are
 * PKCS #8 in DER, or the 32 bytes of an Ed25519 seed, which the 32 of its public key may follow.
 */
export type SecretEncoding = "utf8" | "base64" | "hex" | "pem";

/** How bytes are written: base64 with padding, base64url without. */
export type SignatureEncoding = "hex" | "base64" | "base64url";

/** A nested part: its hash if one is named, then the encoding. */
export interface NestedPart {
  readonly hash?: HashAlgorithm;
  readonly of: readonly TextPart[];
  /** Default `hex`. */
  readonly encoding?: SignatureEncoding | "raw";
}

/** A template of JSON, written without spaces. */
export interface JsonPart {
  readonly json: TemplateValue;
  /** Default `raw`. */
  readonly encoding?: SignatureEncoding | "raw";
}

/**
 * A part of the signed text: a text with placeholders, or a nested part. The placeholders:
 *
 * - of the request: `{method}` (`GET` if not given), `{path}` as sent, `{path-without-query}`,
 *   `{query}` without its question mark, `{body}` (empty if not given), `{sorted-parameters}`;
 * - of the rule: `{time}`, `{expires}`, `{nonce}`;
 * - `{key}`, and the further values of the keys and of the caller by their names.
 */
export type TextPart = string | NestedPart | JsonPart;

/** The unit of a time. `rfc3339` has milliseconds and is in UTC. */
export type TimeUnit = "ms" | "s" | "us" | "ns" | "rfc3339";

/** `{time}` and `{expires}`. */
export interface TimeRule {
  readonly unit: TimeUnit;
  /** Added to the clock, in milliseconds. Default 0. */
  readonly offsetMs?: number;
  /** How long after `{time}` the signature expires. With it, there is `{expires}`. */
  readonly lifetimeMs?: number;
}

/**
 * `{nonce}`: `ms` and `us` are the time since the epoch, and, like `counter`, strictly rising for a
 * key; `uuid` is random.
 */
export type NonceKind = "ms" | "us" | "counter" | "uuid";

/** `{sorted-parameters}`: `name=value`, sorted by name and joined by `&`. */
export interface ParameterRule {
  /** Parameters that are signed in addition to the request's parameters: text templates by name. */
  readonly add?: Readonly<Record<string, string>>;
  /** Whether names and values are percent-encoded. Default false. */
  readonly percentEncoded?: boolean;
}

/** How a venue signs. */
export interface CredentialRule {
  readonly algorithm: SignatureAlgorithm;
  /** Default `utf8`, and `pem` for private keys. */
  readonly secret?: SecretEncoding;
  /** The signed parts, in order. Left out for `none` only. */
  readonly text?: readonly TextPart[];
  /** Stands between the parts. Default empty. */
  readonly join?: string;
  /** Stands after each part, also after the last. Default empty. */
  readonly end?: string;
  /** How the signature is written. Default `hex`. */
  readonly encoding?: SignatureEncoding;
  readonly time?: TimeRule;
  readonly nonce?: NonceKind;
  readonly parameters?: ParameterRule;
}

export interface SigningRequest {
  /** Default `GET`. */
  readonly method?: string;
  /** The request target exactly as sent: path and query. */
  readonly path?: string;
  /** Exactly as sent. Default empty. */
  readonly body?: string;
  /** The parameters that `{sorted-parameters}` sorts. */
  readonly parameters?: Readonly<Record<string, string | number | bigint | boolean>>;
}
