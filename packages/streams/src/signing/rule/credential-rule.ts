// The types of a signing rule: `x-credentials` of a contract states such a rule, and `signByRule`
// applies it.

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
 * How a secret is written. `base64` includes base64url. For a private key, `base64` and `hex`
 * encode PKCS #8 in DER, or the 32 bytes of an Ed25519 seed. The 32 bytes of the public key may
 * follow the seed.
 */
export type SecretEncoding = "utf8" | "base64" | "hex" | "pem";

/** How bytes are written: base64 with padding, base64url without. */
export type SignatureEncoding = "hex" | "base64" | "base64url";

/** A nested part: it is hashed if `hash` is set, and then encoded. */
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
 * - `{key}`, and all other values of the keys and of the caller, by their names.
 */
export type TextPart = string | NestedPart | JsonPart;

/** The unit of a time. `rfc3339` has milliseconds and is in UTC. */
export type TimeUnit = "ms" | "s" | "us" | "ns" | "rfc3339";

/** `{time}` and `{expires}`. */
export interface TimeRule {
  readonly unit: TimeUnit;
  /** Added to the clock, in milliseconds. Default 0. */
  readonly offsetMs?: number;
  /** How long after `{time}` the signature expires. Required for the placeholder `{expires}`. */
  readonly lifetimeMs?: number;
}

/**
 * The kind of `{nonce}`. `ms` and `us` are the time since the epoch. They and `counter` rise
 * strictly for each key. `uuid` is random.
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
  /** The signed parts, in order. Only the algorithm `none` has no text. */
  readonly text?: readonly TextPart[];
  /** Stands between the parts. Default empty. */
  readonly join?: string;
  /** Stands after each part, including the last one. Default empty. */
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
