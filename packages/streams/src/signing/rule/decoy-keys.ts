import { namesOfRule } from "./compose-text.ts";
import type { VerifyingKeys } from "./compute-signature.ts";
import type { CredentialRule, SignatureAlgorithm } from "./credential-rule.ts";
import { encodeBytes } from "./encode-bytes.ts";

/** Stored for each rule, so that the keys are imported only once, like those of known clients. */
const decoys = new WeakMap<CredentialRule, VerifyingKeys>();

/**
 * Returns keys to use for an unknown key. Verifying a request then takes as long as with a known key.
 * Nobody knows the private keys: the public keys are the generators of the curves, and a modulus in which
 * all bits are set.
 */
export function decoyKeys(rule: CredentialRule): VerifyingKeys {
  const known = decoys.get(rule);
  if (known !== undefined) return known;
  const decoy = {
    secret: "0".repeat(64),
    publicKey: publicKeyOf(rule.algorithm),
    values: Object.fromEntries(namesOfRule(rule).map((name) => [name, "nobody"])),
  };
  decoys.set(rule, decoy);
  return decoy;
}

function publicKeyOf(algorithm: SignatureAlgorithm): string {
  if (algorithm === "ed25519") return `58${"66".repeat(31)}`;
  if (algorithm === "es256") return P256;
  const modulus = new Uint8Array(256).fill(0xff);
  return RSA_HEAD + encodeBytes(modulus, "hex") + RSA_EXPONENT;
}

// The encodings below are SubjectPublicKeyInfo in DER, in hex.
const P256 =
  "3059301306072a8648ce3d020106082a8648ce3d030107034200" +
  "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" +
  "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";
const RSA_HEAD = "30820122300d06092a864886f70d01010105000382010f003082010a0282010100";
const RSA_EXPONENT = "0203010001";
