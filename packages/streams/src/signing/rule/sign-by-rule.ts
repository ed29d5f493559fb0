import type { Clock, TemplateValue, TemplateValues } from "@specwright/runtime";
import type { CredentialKeys } from "@specwright/runtime/transport";
import { SigningError } from "../signing-error.ts";
import { composeText } from "./compose-text.ts";
import { computeSignature } from "./compute-signature.ts";
import type { CredentialRule, SigningRequest } from "./credential-rule.ts";
import { encodeBytes } from "./encode-bytes.ts";
import type { NonceSource } from "./nonce-source.ts";
import { type FreshValues, ruleValues } from "./rule-values.ts";
import { writeTime } from "./write-time.ts";

/** The input for a signature, besides the rule and the keys. */
export interface SigningContext extends SigningRequest {
  readonly clock: Pick<Clock, "now">;
  /**
   * The source of nonces. Required if the rule has a nonce. All connections with the same key must share
   * it.
   */
  readonly nonces?: NonceSource;
  /** Other values that the rule needs, by name. */
  readonly values?: TemplateValues;
}

/** A signature, and the values for templates of the contract. */
export interface SignedParts {
  /** The encoded signature. Empty if the algorithm is `none`. */
  readonly signature: string;
  /**
   * The values for placeholders. They include `signature`, and the signed `text` if it is a text. They
   * include `secret` only if the algorithm is `none`. Do not log these values.
   */
  readonly values: Readonly<Record<string, TemplateValue>>;
}

/**
 * Signs a request by a rule. Returns the values for `fillTemplate`.
 *
 * @throws SigningError if the rule, the keys or a value cannot be used.
 *
 * @example
 * ```ts
 * const rule: CredentialRule = {
 *   algorithm: "hmac-sha256",
 *   text: ["GET/realtime", "{expires}"],
 *   time: { unit: "ms", lifetimeMs: 10_000 },
 * };
 * const { values } = await signByRule(rule, { key: "k-1", secret: "s-1" }, { clock: systemClock });
 * fillTemplate({ op: "auth", args: ["{key}", "{expires}", "{signature}"] }, values);
 * ```
 */
export async function signByRule(
  rule: CredentialRule,
  keys: CredentialKeys,
  context: SigningContext,
): Promise<SignedParts> {
  const further = { ...keys.values, ...context.values };
  const values = ruleValues(rule, context, keys.key, freshValues(rule, keys, context), further);
  const { algorithm, text: parts = [], encoding = "hex" } = rule;
  if (algorithm === "none") {
    if (parts.length > 0) {
      throw new SigningError(
        "invalid_rule",
        "The rule has the algorithm `none`, so there is nothing to sign.",
      );
    }
    return {
      signature: "",
      values: keys.secret === undefined ? values : { ...values, secret: keys.secret },
    };
  }
  if (parts.length === 0) throw new SigningError("invalid_rule", "The rule has no text to sign.");
  const { bytes, text } = await composeText(rule, values);
  const signature = encodeBytes(
    await computeSignature({ ...rule, algorithm }, keys, bytes),
    encoding,
  );
  return { signature, values: { ...values, ...(text === undefined ? {} : { text }), signature } };
}

function freshValues(
  { time, nonce }: CredentialRule,
  { key = "" }: CredentialKeys,
  { clock, nonces }: SigningContext,
): FreshValues {
  if (nonce !== undefined && nonces === undefined) {
    throw new SigningError(
      "missing_value",
      "The rule has a nonce: pass `nonces`, see `memoryNonces`.",
    );
  }
  const timeMs = clock.now() + (time?.offsetMs ?? 0);
  return {
    ...(time === undefined ? {} : { time: writeTime(timeMs, time.unit) }),
    ...(time?.lifetimeMs === undefined
      ? {}
      : { expires: writeTime(timeMs + time.lifetimeMs, time.unit) }),
    ...(nonce === undefined || nonces === undefined ? {} : { nonce: nonces.next(nonce, key) }),
  };
}
