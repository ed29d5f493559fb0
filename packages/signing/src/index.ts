export { type CanonicalParts, canonicalText, EMPTY_BODY_DIGEST } from "./canonical-text.ts";
export { type AccessKeyPair, createAccessKey, type RandomBytes } from "./create-access-key.ts";
export {
  type MemoryReplayCacheOptions,
  memoryReplayCache,
  type ReplayCache,
} from "./replay-cache.ts";
export { type SignUpgradeInput, signUpgrade, type UpgradeHeaders } from "./sign-upgrade.ts";
export { SigningError, type SigningErrorCode, signingErrorCodes } from "./signing-error.ts";
export { formatTimestamp, parseTimestamp } from "./timestamp.ts";
export type { RequestHeaders } from "./upgrade-headers.ts";
export {
  type AccessKeyRecord,
  type VerifyFailureCode,
  type VerifyUpgradeInput,
  type VerifyUpgradeResult,
  verifyFailureCodes,
  verifyUpgrade,
} from "./verify-upgrade.ts";
