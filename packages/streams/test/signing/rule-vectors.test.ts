// The vectors of specs/vectors/signing/rules.json are published examples, or come from an
// implementation in another language.

import { readFileSync } from "node:fs";
import type { TemplateValues } from "@specwright/runtime";
import {
  type CredentialKeys,
  type CredentialRule,
  type SigningContext,
  type SigningRequest,
  signByRule,
  verifyByRule,
} from "@specwright/streams/signing";
import { describe, expect, it } from "vitest";

interface Vector {
  readonly name: string;
  readonly rule: CredentialRule;
  readonly keys: CredentialKeys & { readonly key: string };
  readonly request?: SigningRequest;
  readonly values?: TemplateValues;
  readonly timeMs?: number;
  readonly nonce?: number | string;
  readonly text?: string;
  readonly publicKey?: string;
  readonly signature: string;
  readonly randomized?: boolean;
}

const file = new URL("../../../../specs/vectors/signing/rules.json", import.meta.url);
const { rules }: { readonly rules: readonly Vector[] } = JSON.parse(readFileSync(file, "utf8"));

const clockOf = ({ timeMs, nonce, rule }: Vector) => {
  const nonceMs = Number(nonce ?? 0) / (rule.nonce === "us" ? 1000 : 1);
  return { now: () => timeMs ?? nonceMs };
};

function contextOf(vector: Vector): SigningContext {
  const { request = {}, values = {}, nonce } = vector;
  const clock = clockOf(vector);
  if (nonce === undefined) return { ...request, values, clock };
  return { ...request, values, clock, nonces: { next: () => nonce } };
}

async function verdict(vector: Vector, signature: string, time?: number): Promise<string> {
  const { rule, keys, request = {}, values = {}, nonce, publicKey } = vector;
  const signed = await signByRule(rule, keys, contextOf(vector));
  const { time: signedTime } = signed.values;
  const given = time ?? signedTime;
  const result = await verifyByRule(rule, {
    presented: {
      key: keys.key,
      signature,
      ...(typeof given === "number" ? { time: given } : {}),
      ...(nonce === undefined ? {} : { nonce }),
    },
    request,
    values,
    lookupKey: () => (publicKey === undefined ? keys : { ...keys, publicKey }),
    clock: clockOf(vector),
  });
  return result.ok ? "ok" : result.code;
}

describe.each(rules.map((vector): [string, Vector] => [vector.name, vector]))("%s", (_, vector) => {
  it("is signed", async () => {
    const { signature, values } = await signByRule(vector.rule, vector.keys, contextOf(vector));
    if (vector.text !== undefined) expect(values["text"]).toBe(vector.text);
    if (vector.randomized !== true) expect(signature).toBe(vector.signature);
    expect(values["signature"]).toBe(signature);
    expect(await verdict(vector, signature)).toBe("ok");
  });

  it("is verified", async () => {
    expect(await verdict(vector, vector.signature)).toBe("ok");
  });

  it("is refused with another signature", async () => {
    const first = vector.signature.startsWith("0") ? "1" : "0";
    const other = first + vector.signature.slice(1);
    expect(await verdict(vector, other)).toBe("bad_signature");
    expect(await verdict(vector, "")).toBe("bad_signature");
    expect(await verdict(vector, "~")).toBe("malformed_part");
  });
});
