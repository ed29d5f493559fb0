// The types of a signing rule. `x-credentials` of a contract contains such rules, and `signByRule` signs by
// them.

import type { TemplateValue } from "@specwright/runtime";

/**
 * The algorithm of a rule. BLAKE2b uses the secret as its key. The salt of `rsa-pss-sha256` is as long as
 * the digest. `es256` is ECDSA on P-256 with a signature of 64 bytes, as in a JWT. `none` signs nothing:
 * the key and the secret are sent unchanged.
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

/** The hash of a part of the signed text. */
export type HashAlgorithm = "sha256" | "sha384" | "sha512" | "blake2b-256" | "blake2b-512";

/**
 * How a secret is written. `base64` includes base64url. `base64` and `hex` of a private key encode either
 * PKCS #8 in DER, or the 32 bytes of an Ed25519 seed. The seed may be followed by the 32 bytes of the
 * public key.
 */
export type SecretEncoding = "utf8" | "base64" | "hex" | "pem";

/** How bytes are written as text. `base64` has padding, and `base64url` has none. */
export type SignatureEncoding = "hex" | "base64" | "base64url";

/** A part that contains other parts. If `hash` is set, they are hashed. The result is then encoded. */
export interface NestedPart {
  readonly hash?: HashAlgorithm;
  readonly of: readonly TextPart[];
  /** How the bytes are written. Default `hex`. */
  readonly encoding?: SignatureEncoding | "raw";
}

/** A part that is a JSON template. It is written without spaces. */
export interface JsonPart {
  readonly json: TemplateValue;
  /** How the bytes are written. Default `raw`. */
  readonly encoding?: SignatureEncoding | "raw";
}

/**
 * A part of the signed text: a text with placeholders, a nested part or a JSON part. The placeholders:
 *
 * - of the request: `{method}` (default `GET`), `{path}` as sent, `{path-without-query}`, `{query}` without
 *   its question mark, `{body}` (default empty), `{sorted-parameters}`
 * - of the rule: `{time}`, `{expires}`, `{nonce}`
 * - `{key}`, and all other values of the keys and of the caller, by their names
 */
export type TextPart = string | NestedPart | JsonPart;

/** The unit of a time. `rfc3339` is a text in UTC with milliseconds. */
export type TimeUnit = "ms" | "s" | "us" | "ns" | "rfc3339";

/** The rule for `{time}` and `{expires}`. */
export interface TimeRule {
  readonly unit: TimeUnit;
  /** The number of milliseconds to add to the clock. Default 0. */
  readonly offsetMs?: number;
  /** The time from `{time}` until the signature expires, in milliseconds. Required for `{expires}`. */
  readonly lifetimeMs?: number;
}

/**
 * The kind of `{nonce}`. `ms` and `us` are the time since the epoch. For each key, `ms`, `us` and `counter`
 * always increase. `uuid` is random.
 */
export type NonceKind = "ms" | "us" | "counter" | "uuid";

/** The rule for `{sorted-parameters}`: texts such as `name=value`, sorted by name and joined by `&`. */
export interface ParameterRule {
  /** Parameters to sign in addition to those of the request. The values are text templates. */
  readonly add?: Readonly<Record<string, string>>;
  /** Whether names and values are percent-encoded. Default false. */
  readonly percentEncoded?: boolean;
}

/** How a venue signs requests. */
export interface CredentialRule {
  readonly algorithm: SignatureAlgorithm;
  /** How the secret is written. Default `utf8`; for private keys `pem`. */
  readonly secret?: SecretEncoding;
  /** The parts of the signed text, in order. Undefined only for the algorithm `none`. */
  readonly text?: readonly TextPart[];
  /** The text between two parts. Default empty. */
  readonly join?: string;
  /** The text after each part, including the last one. Default empty. */
  readonly end?: string;
  /** How the signature is written. Default `hex`. */
  readonly encoding?: SignatureEncoding;
  readonly time?: TimeRule;
  readonly nonce?: NonceKind;
  readonly parameters?: ParameterRule;
}

export interface SigningRequest {
  /** The method of the request. Default `GET`. */
  readonly method?: string;
  /** The path and query, exactly as sent. */
  readonly path?: string;
  /** The body, exactly as sent. Default empty. */
  readonly body?: string;
  /** The parameters for `{sorted-parameters}`. */
  readonly parameters?: Readonly<Record<string, string | number | bigint | boolean>>;
}
