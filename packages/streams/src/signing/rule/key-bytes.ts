// Converts secrets and keys from the formats that users have to those that Web Crypto imports.

import { SigningError } from "../signing-error.ts";
import type { SecretEncoding, SignatureAlgorithm } from "./credential-rule.ts";
import { type Bytes, decodeBase64, decodeHex } from "./encode-bytes.ts";

/** An algorithm that signs with a private key. */
export type KeyPairAlgorithm = "ed25519" | "es256" | "rsa-pss-sha256" | "rsa-pkcs1-sha256";

/** Reports whether an algorithm signs with a private key and verifies with a public key. */
export function hasKeyPair(algorithm: SignatureAlgorithm): algorithm is KeyPairAlgorithm {
  return algorithm === "ed25519" || algorithm === "es256" || algorithm.startsWith("rsa-");
}

// ASN.1 in DER: the algorithm ids in PKCS #8, for a key of PKCS #1, a key of SEC 1, and an Ed25519 seed.
const RSA_ALGORITHM = [0x30, 0x0d, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];
const P256_ALGORITHM = [
  0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7,
];
const ED25519_ALGORITHM = [0x30, 5, 6, 3, 0x2b, 0x65, 0x70];
const VERSION = [2, 1, 0];

/**
 * Decodes a secret for a keyed hash.
 *
 * @throws SigningError `missing_secret`, `secret_encoding` or `invalid_rule`.
 */
export function secretBytes(secret: string | undefined, encoding: SecretEncoding): Bytes {
  if (secret === undefined || secret === "") throw new SigningError("missing_secret");
  if (encoding === "utf8") return new TextEncoder().encode(secret);
  if (encoding === "pem") {
    throw new SigningError("invalid_rule", "A keyed hash does not use PEM secrets.");
  }
  const bytes = encoding === "hex" ? decodeHex(secret.trim()) : decodeBase64(secret.trim());
  if (bytes === undefined || bytes.length === 0) {
    throw new SigningError(
      "secret_encoding",
      `Expected ${encoding}: copy the whole secret, with nothing added.`,
    );
  }
  return bytes;
}

/**
 * Decodes a private key. Returns PKCS #8 in DER, also for a key of PKCS #1 or SEC 1.
 *
 * @throws SigningError `missing_secret`, `secret_encoding`, `key_form` or `invalid_rule`.
 */
export function privateKeyBytes(
  algorithm: KeyPairAlgorithm,
  secret: string | undefined,
  encoding: SecretEncoding = "pem",
): Bytes {
  if (encoding === "utf8") {
    throw new SigningError("invalid_rule", "Private keys are written in pem, base64 or hex.");
  }
  if (encoding !== "pem") {
    const bytes = secretBytes(secret, encoding);
    const isSeed = algorithm === "ed25519" && (bytes.length === 32 || bytes.length === 64);
    return isSeed ? pkcs8(ED25519_ALGORITHM, encodeDer(4, [...bytes.slice(0, 32)])) : bytes;
  }
  if (secret === undefined || secret === "") throw new SigningError("missing_secret");
  const blocks = pemBlocks(secret);
  const block = blocks.find(({ label }) => label.endsWith("PRIVATE KEY"));
  if (block === undefined) throw new SigningError("key_form", missingPrivateKey(blocks[0]?.label));
  const { label, body } = block;
  if (label === "ENCRYPTED PRIVATE KEY" || body.includes("ENCRYPTED")) {
    throw new SigningError(
      "key_form",
      "It is encrypted with a passphrase. Decrypt it: openssl pkcs8 -topk8 -nocrypt -in key.pem -out plain.pem",
    );
  }
  if (label === "PRIVATE KEY") return pemBody(body);
  if (label === "RSA PRIVATE KEY") return pkcs8(RSA_ALGORITHM, [...pemBody(body)]);
  if (label === "EC PRIVATE KEY") return pkcs8(P256_ALGORITHM, [...pemBody(body)]);
  throw new SigningError(
    "key_form",
    "It is not PKCS #8. Convert a copy of an OpenSSH key: ssh-keygen -p -m PKCS8 -f key",
  );
}

/**
 * Decodes a public key. Returns SubjectPublicKeyInfo in DER, or the 32 bytes of an Ed25519 key.
 *
 * @throws SigningError `key_form`.
 */
export function publicKeyBytes(text: string): Bytes {
  if (!text.includes("-----BEGIN")) {
    const bytes = decodeHex(text.trim()) ?? decodeBase64(text.trim());
    if (bytes !== undefined && bytes.length > 0) return bytes;
  }
  const block = pemBlocks(text).find(({ label }) => label === "PUBLIC KEY");
  if (block !== undefined) return pemBody(block.body);
  throw new SigningError(
    "key_form",
    "Expected a PEM block PUBLIC KEY: openssl pkey -in key.pem -pubout",
  );
}

interface PemBlock {
  readonly label: string;
  readonly body: string;
}

function pemBlocks(text: string): readonly PemBlock[] {
  // Environment variables often contain a backslash and an n instead of each line break.
  const lines = text.replaceAll("\\n", "\n");
  const blocks = lines.matchAll(
    /-----BEGIN ([A-Z0-9 ]{1,64})-----([^-]*(?:-(?!----END )[^-]*)*)-----END \1-----/g,
  );
  return [...blocks].map(([, label = "", body = ""]) => ({ label, body }));
}

function pemBody(body: string): Bytes {
  const bytes = decodeBase64(body.replaceAll(/\s/g, ""));
  if (bytes !== undefined && bytes.length > 0) return bytes;
  throw new SigningError(
    "key_form",
    "The lines between BEGIN and END are not base64. Copy it again.",
  );
}

function missingPrivateKey(label: string | undefined): string {
  if (label === undefined) {
    return "Expected a text from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.";
  }
  return `It contains only a ${label}. Signing needs the private key.`;
}

function pkcs8(algorithm: readonly number[], key: readonly number[]): Bytes {
  return new Uint8Array(encodeDer(0x30, [...VERSION, ...algorithm, ...encodeDer(4, key)]));
}

/** Encodes a value in DER, with its tag and length. */
function encodeDer(tag: number, value: readonly number[]): number[] {
  const size = value.length;
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, Math.floor(size / 256), size % 256];
  return [tag, ...length, ...value];
}
