// Values of schemas, for makers of samples.

export type { Reader } from "./direction/unsent-names.ts";
export { isValid } from "./evaluate/is-valid.ts";
export { type Matcher, matcherOf } from "./pattern/matcher.ts";
export { matchingStrings } from "./pattern/matching-strings.ts";
export { findValue } from "./search/find-value.ts";
export type { Outcome } from "./search/outcome.ts";
