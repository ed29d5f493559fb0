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

/** The inputs of a signature besides the rule and the keys. */
export interface SigningContext extends SigningRequest {
  readonly clock: Pick<Clock, "now">;
  /** Needed if the rule has a nonce: one source for all connections of a key. */
  readonly nonces?: NonceSource;
  /** Additional values that the rule names. */
  readonly values?: TemplateValues;
}

/** A signature, and the values that templates of the contract may name. */
export interface SignedParts {
  /** Empty if the algorithm is `none`. */
  readonly signature: string;
  /**
   * The values of the placeholders, with `signature` and, if it is text, the signed `text`. They
   * include `secret` only if the algorithm is `none`. Do not log any of them.
   */
  readonly values: Readonly<Record<string, TemplateValue>>;
}

/**
 * Signs a request by a rule, and returns the values for `fillTemplate`.
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
