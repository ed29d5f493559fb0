export type { VerifyingKeys } from "./compute-signature.ts";
export type {
  CredentialKeys,
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
} from "./credential-rule.ts";
export { type MemoryNoncesOptions, memoryNonces, type NonceSource } from "./nonce-source.ts";
export type { PresentedParts } from "./presented-parts.ts";
export { type RuleFailure, type RuleFailureCode, ruleFailureCodes } from "./rule-failure.ts";
export { type SignedParts, type SigningContext, signByRule } from "./sign-by-rule.ts";
export {
  type KeyRecord,
  type VerifyByRuleInput,
  type VerifyByRuleResult,
  verifyByRule,
} from "./verify-by-rule.ts";
