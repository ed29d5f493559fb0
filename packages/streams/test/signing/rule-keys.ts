// Rules and keys for the tests of signing by rules.

import { generateKeyPairSync } from "node:crypto";
import type { Clock } from "@specwright/runtime";
import type {
  CredentialKeys,
  CredentialRule,
  SignatureAlgorithm,
} from "@specwright/streams/signing";

export const now = Date.parse("2026-01-01T00:00:00.123Z");
export const clock: Pick<Clock, "now"> = { now: () => now };

/** `x-credentials` of the streams, as a rule. */
export const upgradeRule: CredentialRule = {
  algorithm: "blake2b-256",
  secret: "hex",
  text: [
    "{method}",
    "{path}",
    "{time}",
    "",
    "{broker_id}",
    "{key}",
    { hash: "blake2b-256", of: ["{body}"] },
  ],
  end: "\n",
  time: { unit: "rfc3339" },
};

export const hmac: CredentialRule = {
  algorithm: "hmac-sha256",
  text: ["{time}", "{method}", "{path}", "{body}"],
  time: { unit: "ms" },
};

export const pemOf = (type: "pkcs8" | "pkcs1" | "sec1") => ({ type, format: "pem" }) as const;
export const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
export const ed = generateKeyPairSync("ed25519");
export const spki = { type: "spki", format: "pem" } as const;

const pairs = {
  "rsa-pss-sha256": rsa,
  "rsa-pkcs1-sha256": rsa,
  es256: ec,
  ed25519: ed,
} as const;

/** Keys for each algorithm. */
export const keysOf = (algorithm: SignatureAlgorithm): VerifyKeys => {
  if (!(algorithm in pairs)) return { key: "k", secret: "a secret" };
  const pair = pairs[algorithm as keyof typeof pairs];
  return {
    key: "k",
    secret: String(pair.privateKey.export(pemOf("pkcs8"))),
    publicKey: String(pair.publicKey.export(spki)),
  };
};
export type VerifyKeys = CredentialKeys & { readonly key: string; readonly publicKey?: string };

export const algorithms: readonly Exclude<SignatureAlgorithm, "none">[] = [
  "hmac-sha256",
  "hmac-sha384",
  "hmac-sha512",
  "blake2b-256",
  "blake2b-512",
  "ed25519",
  "es256",
  "rsa-pss-sha256",
  "rsa-pkcs1-sha256",
];
