export type { CredentialKeys } from "@specwright/runtime/transport";
export { EMPTY_BODY_DIGEST } from "./canonical-text.ts";
export { type AccessKeyPair, createAccessKey, type RandomBytes } from "./create-access-key.ts";
export type { ReplayCache } from "./replay-cache.ts";
export type { VerifyingKeys } from "./rule/compute-signature.ts";
export type {
  CredentialRule,
  HashAlgorithm,
  JsonPart,
  NestedPart,
  NonceKind,
  ParameterRule,
  SecretEncoding,
  SignatureAlgorithm,
  SignatureEncoding,
  SigningRequest,
  TextPart,
  TimeRule,
  TimeUnit,
} from "./rule/credential-rule.ts";
export { type MemoryNoncesOptions, memoryNonces, type NonceSource } from "./rule/nonce-source.ts";
export type { PresentedParts } from "./rule/presented-parts.ts";
export type { RuleFailure, RuleFailureCode } from "./rule/rule-failure.ts";
export { type SignedParts, type SigningContext, signByRule } from "./rule/sign-by-rule.ts";
export {
  type KeyRecord,
  type VerifyByRuleInput,
  type VerifyByRuleResult,
  verifyByRule,
} from "./rule/verify-by-rule.ts";
export { type SignUpgradeInput, signUpgrade, type UpgradeHeaders } from "./sign-upgrade.ts";
export { SigningError, type SigningErrorCode, signingErrorCodes } from "./signing-error.ts";
export { formatTimestamp } from "./timestamp.ts";
export type { RequestHeaders } from "./upgrade-headers.ts";
export {
  type AccessKeyRecord,
  type VerifyFailureCode,
  type VerifyUpgradeInput,
  type VerifyUpgradeResult,
  verifyFailureCodes,
  verifyUpgrade,
} from "./verify-upgrade.ts";
