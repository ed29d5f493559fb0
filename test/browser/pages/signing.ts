// Signs and verifies the vectors of specs/vectors/signing/rules.json with the Web Crypto of a browser.

import {
  type CredentialKeys,
  type CredentialRule,
  type SigningRequest,
  signByRule,
  verifyByRule,
} from "@specwright/streams/signing";
import { runPage } from "./run-page.ts";

/** A vector without its description. */
export interface RuleVector {
  readonly name: string;
  readonly rule: CredentialRule;
  readonly keys: CredentialKeys & { readonly key: string };
  readonly request?: SigningRequest;
  readonly values?: Readonly<Record<string, string>>;
  readonly timeMs?: number;
  readonly nonce?: number | string;
  readonly publicKey?: string;
  readonly signature: string;
  readonly randomized?: boolean;
}

/** The vectors that the page signs. */
export interface SigningGiven {
  readonly rules: readonly RuleVector[];
}

/** For each vector, the signature and the server's verdict. */
export interface SigningReport {
  readonly signed: readonly string[];
  readonly verified: readonly string[];
}

await runPage<SigningGiven>(async ({ rules }): Promise<SigningReport> => {
  const [signed, verified]: [string[], string[]] = [[], []];
  for (const vector of rules) {
    const { name, rule, keys, request = {}, values = {}, nonce = 0, publicKey } = vector;
    const nonceMs = Number(nonce) / (rule.nonce === "us" ? 1000 : 1);
    const clock = { now: () => vector.timeMs ?? nonceMs };
    const context = { ...request, values, clock, nonces: { next: () => nonce } };
    const made = await signByRule(rule, keys, context);
    const isSame = vector.randomized === true || made.signature === vector.signature;
    signed.push(`${name}: ${isSame ? "ok" : made.signature}`);
    const time = made.values["time"];
    const result = await verifyByRule(rule, {
      presented: {
        key: keys.key,
        signature: made.signature,
        nonce,
        ...(typeof time === "number" ? { time } : {}),
      },
      request,
      values,
      lookupKey: () => (publicKey === undefined ? keys : { ...keys, publicKey }),
      clock,
    });
    verified.push(`${name}: ${result.ok ? "ok" : result.code}`);
  }
  return { signed, verified };
});
