import type { CredentialKeys } from "@specwright/runtime/transport";
import { equalBytes } from "../equal-bytes.ts";
import { SigningError } from "../signing-error.ts";
import type { CredentialRule, HashAlgorithm, SignatureAlgorithm } from "./credential-rule.ts";
import type { Bytes } from "./encode-bytes.ts";
import {
  hasKeyPair,
  type KeyPairAlgorithm,
  privateKeyBytes,
  publicKeyBytes,
  secretBytes,
} from "./key-bytes.ts";

type SignedAlgorithm = Exclude<SignatureAlgorithm, "none">;

/** For each algorithm, the parameters of Web Crypto for importing a key and for signing. */
const WEB_CRYPTO = {
  "hmac-sha256": [{ name: "HMAC", hash: "SHA-256" }, { name: "HMAC" }],
  "hmac-sha384": [{ name: "HMAC", hash: "SHA-384" }, { name: "HMAC" }],
  "hmac-sha512": [{ name: "HMAC", hash: "SHA-512" }, { name: "HMAC" }],
  ed25519: [{ name: "Ed25519" }, { name: "Ed25519" }],
  es256: [
    { name: "ECDSA", namedCurve: "P-256" },
    { name: "ECDSA", hash: "SHA-256" },
  ],
  "rsa-pss-sha256": [
    { name: "RSA-PSS", hash: "SHA-256" },
    { name: "RSA-PSS", saltLength: 32 },
  ],
  "rsa-pkcs1-sha256": [
    { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    { name: "RSASSA-PKCS1-v1_5" },
  ],
} as const;

const SHA = { sha256: "SHA-256", sha384: "SHA-384", sha512: "SHA-512" } as const;

/**
 * The imported keys, by the object with the secret. When that object is released, the imported key is too.
 */
const imported = new WeakMap<object, { readonly of: string; readonly key: Promise<CryptoKey> }>();

/** Computes a hash without a key. */
export async function hashBytes(hash: HashAlgorithm, bytes: Bytes): Promise<Bytes> {
  if (hash === "blake2b-256" || hash === "blake2b-512") return await hashBlake(hash, bytes);
  return new Uint8Array(await requireSubtle().digest(SHA[hash], bytes));
}

/**
 * Signs bytes with a secret.
 *
 * @throws SigningError if the secret cannot be used.
 */
export async function computeSignature(
  { algorithm, secret }: CredentialRule & { readonly algorithm: SignedAlgorithm },
  keys: CredentialKeys,
  bytes: Bytes,
): Promise<Bytes> {
  if (algorithm === "blake2b-256" || algorithm === "blake2b-512") {
    return await hashBlake(algorithm, bytes, secretBytes(keys.secret, secret ?? "utf8"));
  }
  const key = await signingKey(algorithm, secret, keys);
  return new Uint8Array(await requireSubtle().sign(WEB_CRYPTO[algorithm][1], key, bytes));
}

/** The key by which a server verifies signatures. */
export interface VerifyingKeys extends CredentialKeys {
  /** The public key in PEM, base64 or hex. Needed for algorithms with a private key. */
  readonly publicKey?: string;
}

/**
 * Reports whether a signature belongs to the bytes. Keyed hashes are compared in constant time.
 *
 * @throws SigningError if the key cannot be used.
 */
export async function isSignatureOf(
  rule: CredentialRule & { readonly algorithm: SignedAlgorithm },
  keys: VerifyingKeys,
  bytes: Bytes,
  signature: Bytes,
): Promise<boolean> {
  const { algorithm } = rule;
  if (!hasKeyPair(algorithm)) {
    return equalBytes(await computeSignature(rule, keys, bytes), signature);
  }
  const key = await cachedKey(keys, `${algorithm} ${keys.publicKey}`, () =>
    importPublicKey(algorithm, keys.publicKey),
  );
  return await requireSubtle().verify(WEB_CRYPTO[algorithm][1], key, signature, bytes);
}

async function hashBlake(
  algorithm: "blake2b-256" | "blake2b-512",
  bytes: Uint8Array,
  key?: Uint8Array,
): Promise<Bytes> {
  if (key !== undefined && key.length > 64) {
    throw new SigningError("key_refused", "A key of BLAKE2b has at most 64 bytes.");
  }
  // Loaded only when it is needed, because Web Crypto has all other algorithms.
  const { blake2b } = await import("@noble/hashes/blake2.js");
  const dkLen = algorithm === "blake2b-256" ? 32 : 64;
  return new Uint8Array(blake2b(bytes, key === undefined ? { dkLen } : { dkLen, key }));
}

function signingKey(
  algorithm: Exclude<SignedAlgorithm, "blake2b-256" | "blake2b-512">,
  encoding: CredentialRule["secret"],
  keys: CredentialKeys,
): Promise<CryptoKey> {
  return cachedKey(keys, `${algorithm} ${encoding} ${keys.secret}`, () => {
    const [parameters] = WEB_CRYPTO[algorithm];
    const isPair = hasKeyPair(algorithm);
    const bytes = isPair
      ? privateKeyBytes(algorithm, keys.secret, encoding)
      : secretBytes(keys.secret, encoding ?? "utf8");
    return importKey(isPair ? "pkcs8" : "raw", bytes, parameters, "sign", algorithm);
  });
}

function importPublicKey(
  algorithm: KeyPairAlgorithm,
  text: string | undefined,
): Promise<CryptoKey> {
  if (text === undefined) throw new SigningError("missing_value", "There is no public key.");
  const bytes = publicKeyBytes(text);
  const format = algorithm === "ed25519" && bytes.length === 32 ? "raw" : "spki";
  return importKey(format, bytes, WEB_CRYPTO[algorithm][0], "verify", algorithm);
}

async function importKey(
  format: "raw" | "pkcs8" | "spki",
  bytes: Bytes,
  parameters: (typeof WEB_CRYPTO)[keyof typeof WEB_CRYPTO][0],
  usage: "sign" | "verify",
  algorithm: SignedAlgorithm,
): Promise<CryptoKey> {
  try {
    return await requireSubtle().importKey(format, bytes, parameters, false, [usage]);
  } catch (cause) {
    if (cause instanceof SigningError) throw cause;
    // The original error is not included, because an engine might quote the key in it.
    throw new SigningError("key_refused", `Expected a key for ${algorithm}.`);
  }
}

async function cachedKey(
  holder: object,
  of: string,
  load: () => Promise<CryptoKey>,
): Promise<CryptoKey> {
  const known = imported.get(holder);
  if (known?.of === of) return known.key;
  const key = load();
  imported.set(holder, { of, key });
  try {
    return await key;
  } catch (error) {
    imported.delete(holder);
    throw error;
  }
}

function requireSubtle(): SubtleCrypto {
  const found: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (found === undefined) throw new SigningError("web_crypto_missing");
  return found;
}
