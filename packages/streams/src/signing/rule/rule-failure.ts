/** Why a signature is refused by a rule. */
export type RuleFailureCode =
  | "missing_part"
  | "malformed_part"
  | "bad_timestamp"
  | "clock_skew"
  | "expired"
  | "unknown_key"
  | "bad_signature"
  | "revoked"
  | "replayed";

/** The meaning of each code, for the client. */
export const ruleFailureCodes: Readonly<Record<RuleFailureCode, string>> = {
  missing_part: "A part of the credentials is missing.",
  malformed_part: "A part of the credentials has the wrong form.",
  bad_timestamp: "The time does not have the format of the contract.",
  clock_skew: "The time is too far from the server's clock.",
  expired: "The signature has expired.",
  unknown_key: "The key is unknown.",
  bad_signature: "The signature does not match the request.",
  revoked: "The key was revoked or has expired.",
  replayed: "The signature or its nonce was used before.",
};

/** A refusal, with its reason. */
export interface RuleFailure {
  readonly ok: false;
  readonly code: RuleFailureCode;
  readonly detail: string;
}

/** Creates a refusal. */
export function ruleFailure(code: RuleFailureCode, what?: string): RuleFailure {
  const sentence = ruleFailureCodes[code];
  return { ok: false, code, detail: what === undefined ? sentence : `${sentence} (${what})` };
}
