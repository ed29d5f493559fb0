import type { Clock, TemplateValues } from "@specwright/runtime";
import { equalBytes } from "../equal-bytes.ts";
import type { ReplayCache } from "../replay-cache.ts";
import { SigningError } from "../signing-error.ts";
import { composeText, namesOfRule } from "./compose-text.ts";
import { hashBytes, isSignatureOf, type VerifyingKeys } from "./compute-signature.ts";
import type { CredentialRule, SigningRequest } from "./credential-rule.ts";
import { decoyKeys } from "./decoy-keys.ts";
import { type Bytes, decodeBytes, encodeBytes } from "./encode-bytes.ts";
import { type PresentedParts, type ReadParts, readPresented } from "./presented-parts.ts";
import { type RuleFailure, ruleFailure } from "./rule-failure.ts";
import { ruleValues } from "./rule-values.ts";

/** A key with its secret, as a server stores it. */
export interface KeyRecord extends VerifyingKeys {
  /** Whether the key was revoked or has expired. */
  readonly revoked?: boolean;
}

/** The input for verifying credentials. */
export interface VerifyByRuleInput {
  /**
   * The credentials that the client has sent. They may be any JSON: values other than strings and numbers
   * are refused as malformed.
   */
  readonly presented: PresentedParts;
  /** The request that was received. */
  readonly request: SigningRequest;
  /** Other values that the rule needs and the client has sent, by name. */
  readonly values?: TemplateValues;
  readonly lookupKey: (key: string) => KeyRecord | undefined | Promise<KeyRecord | undefined>;
  readonly clock: Pick<Clock, "now">;
  /** How far the time may differ from the clock, in milliseconds. Default 300,000. */
  readonly skewMs?: number;
  /** Refuses signatures and nonces that were used before. */
  readonly replayCache?: ReplayCache;
}

/** The key of the client, or why the credentials are refused. */
export type VerifyByRuleResult = { readonly ok: true; readonly key: string } | RuleFailure;

/**
 * Verifies the credentials of a request that was signed by `signByRule`. Checks their form, the time, the
 * key, the signature, whether the key is revoked, and whether the request is replayed, in this order. Only
 * a client that has the secret can find out that its key is revoked. If a rule has neither a time nor a
 * nonce, requests can be replayed.
 *
 * @throws SigningError if the rule or a stored key cannot be used, or if the request lacks a value.
 *
 * @example
 * ```ts
 * const result = await verifyByRule(rule, {
 *   presented: { key: args[0], expires: args[1], signature: args[2] },
 *   request: {},
 *   lookupKey: (key) => keys.get(key),
 *   clock: systemClock,
 *   replayCache,
 * });
 * if (!result.ok) console.log(401, result.code);
 * ```
 */
export async function verifyByRule(
  rule: CredentialRule,
  input: VerifyByRuleInput,
): Promise<VerifyByRuleResult> {
  const { presented, lookupKey, clock, skewMs = 300_000, replayCache } = input;
  refuseUnsigned(rule);
  const { key } = presented;
  if (key === undefined || key === "") return ruleFailure("missing_part", "key");
  const odd = Object.entries(presented).find(([name, part]) => !isScalar(name, part));
  if (odd !== undefined) return ruleFailure("malformed_part", odd[0]);
  const signature = readSignature(rule, presented);
  if ("code" in signature) return signature;
  const read = readPresented(rule, presented);
  if (!read.ok) return read;
  const late = judgeTime(read, clock.now(), skewMs);
  if (late !== undefined) return late;

  const record = await lookupKey(key);
  const signer = record ?? decoyKeys(rule);
  const further = { ...signer.values, ...input.values };
  const values = ruleValues(rule, input.request, key, read.fresh, further);
  const composed = await composeReceived(rule, values);
  if (composed === undefined) return ruleFailure("malformed_part");
  const matches = await isSigned(rule, signer, composed, signature.bytes);
  if (record === undefined) return ruleFailure("unknown_key");
  if (!matches) return ruleFailure("bad_signature");
  if (record.revoked === true) return ruleFailure("revoked");
  if (replayCache !== undefined && (await wasUsed(replayCache, key, read, composed, skewMs))) {
    return ruleFailure("replayed");
  }
  return { ok: true, key };
}

/** Reports whether a part is a string or a number. Clients may send any JSON. */
function isScalar(name: string, part: unknown): boolean {
  if (part === undefined || typeof part === "string") return true;
  const isText = name === "key" || name === "signature" || name === "secret";
  return !isText && (typeof part === "number" || typeof part === "bigint");
}

/**
 * Throws if the signature of a rule does not cover its time or nonce. An attacker could otherwise change
 * them and replay a request.
 */
function refuseUnsigned(rule: CredentialRule): void {
  if (rule.algorithm === "none") return;
  const names = namesOfRule(rule);
  if (rule.time !== undefined && !names.includes("time") && !names.includes("expires")) {
    throw new SigningError("invalid_rule", "The time is not signed: add {time} to the text.");
  }
  if (rule.nonce !== undefined && !names.includes("nonce")) {
    throw new SigningError("invalid_rule", "The nonce is not signed: add {nonce} to the text.");
  }
}

function readSignature(
  { algorithm, encoding = "hex" }: CredentialRule,
  { signature, secret }: PresentedParts,
): { readonly bytes: Bytes } | RuleFailure {
  const given = algorithm === "none" ? (secret ?? "") : signature;
  if (given === undefined) return ruleFailure("missing_part", "signature");
  const text = String(given);
  const bytes = algorithm === "none" ? new TextEncoder().encode(text) : decodeBytes(text, encoding);
  return bytes === undefined ? ruleFailure("malformed_part", "signature") : { bytes };
}

function judgeTime(
  { signedAtMs, expiresAtMs }: ReadParts,
  nowMs: number,
  skewMs: number,
): RuleFailure | undefined {
  if (signedAtMs !== undefined && Math.abs(signedAtMs - nowMs) > skewMs) {
    const aheadMs = Math.round(signedAtMs - nowMs);
    const side = aheadMs > 0 ? "ahead" : "behind";
    return ruleFailure("clock_skew", `${Math.abs(aheadMs)} ms ${side}, ${skewMs} ms allowed`);
  }
  return expiresAtMs !== undefined && nowMs > expiresAtMs ? ruleFailure("expired") : undefined;
}

/**
 * Composes the signed text from the received values. Returns undefined if their text would be ambiguous.
 */
async function composeReceived(
  rule: CredentialRule,
  values: TemplateValues,
): Promise<Bytes | undefined> {
  try {
    return (await composeText(rule, values)).bytes;
  } catch (error) {
    if (error instanceof SigningError && error.code === "ambiguous_text") return undefined;
    throw error;
  }
}

async function isSigned(
  rule: CredentialRule,
  signer: KeyRecord,
  text: Bytes,
  signature: Bytes,
): Promise<boolean> {
  const { algorithm } = rule;
  if (algorithm !== "none") return isSignatureOf({ ...rule, algorithm }, signer, text, signature);
  const wanted = new TextEncoder().encode(signer.secret ?? "");
  // Compares hashes, because they always have the same length. Otherwise the time could reveal the length
  // of the secret.
  return equalBytes(await hashBytes("sha256", wanted), await hashBytes("sha256", signature));
}

/**
 * Records the nonce, or the signed text if the rule has no nonce. Reports whether the key was used with it
 * before. The signature is not recorded, because some algorithms create many signatures for the same text.
 */
async function wasUsed(
  cache: ReplayCache,
  key: string,
  { fresh: { time, nonce }, signedAtMs, expiresAtMs }: ReadParts,
  text: Bytes,
  skewMs: number,
): Promise<boolean> {
  if (time === undefined && nonce === undefined) return false;
  const untilMs = Math.min(
    signedAtMs === undefined ? Number.MAX_SAFE_INTEGER : signedAtMs + skewMs + 1,
    expiresAtMs === undefined ? Number.MAX_SAFE_INTEGER : expiresAtMs + 1,
  );
  const named = JSON.stringify([key, encodeBytes(await hashBytes("sha256", text), "hex")]);
  if (await cache.seen(named, untilMs)) return true;
  return nonce !== undefined && (await cache.seen(JSON.stringify([key, "nonce", nonce]), untilMs));
}
