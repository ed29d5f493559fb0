export {
  AnswerError,
  type AnswerErrorOf,
  isAnswerOf,
  type OperationCall,
} from "./answer-error.ts";
export { textToSend } from "./bodies/any-body.ts";
export { writeStyled } from "./bodies/styled-body.ts";
// Values and errors of every program built on generated code.

export {
  type EncodedResponse,
  encodeResponse,
  UndocumentedResponse,
} from "./answers/encode-response.ts";
export { withoutByteOrderMark } from "./byte-order-mark.ts";
export { type Clock, sleep, systemClock } from "./clock.ts";
export { CodecError, issueSummary } from "./codec-error.ts";
export type { Codec, Issue } from "./codegen/codec.ts";
export {
  addDecimals,
  compareDecimals,
  type Decimal,
  DecimalError,
  type DecimalRounding,
  decimalFromNanos,
  decimalFromWire,
  decimalToNanos,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  subtractDecimals,
} from "./decimal.ts";
export { detach } from "./detach.ts";
export { encodeText } from "./encode-text.ts";
export {
  type CodecErrorCode,
  type DecimalErrorCode,
  type ErrorCode,
  errorCodes,
  type JsonErrorCode,
  type NotImplementedErrorCode,
  type ParameterErrorCode,
  type RestErrorCode,
  type StreamErrorCode,
  type TemplateErrorCode,
  type TemporalErrorCode,
  type UnavailableErrorCode,
} from "./error-codes.ts";
export { contractCode, runTimeCode } from "./error-frame-codes.ts";
export { ExactNumber } from "./exact-number.ts";
export { findTag } from "./find-tag.ts";
export { readForm } from "./forms/read-form.ts";
export { type Backoff, type BackoffOptions, fullJitterBackoff } from "./full-jitter-backoff.ts";
export { JsonError, type JsonErrorOptions } from "./json-error.ts";
export { jsonPointer } from "./json-pointer.ts";
export { type Logger, silentLogger } from "./logger.ts";
export { charsetOf, findMediaType, isUrlEncoded, mediaTypeEssence } from "./media-type.ts";
export { memberOf } from "./member-of.ts";
export { NotImplementedError } from "./not-implemented-error.ts";
export { type CheckedParameters, checkParameters } from "./parameters/check-parameters.ts";
export { decodeCookies, encodeCookies } from "./parameters/cookie.ts";
export { decodeQuery } from "./parameters/decode-query.ts";
export {
  decodeHeaders,
  encodeHeaders,
  readResponseHeaders,
} from "./parameters/header.ts";
export { isExploded } from "./parameters/is-exploded.ts";
export { ParameterError } from "./parameters/parameter-error.ts";
export type {
  DecodedParameters,
  ParameterIn,
  ParameterIssue,
} from "./parameters/parameter-issue.ts";
export { decodePath, encodePath } from "./parameters/path.ts";
export { type PathTemplate, pathTemplate } from "./parameters/path-template.ts";
export { percentEncode } from "./parameters/percent.ts";
export { encodeQuery } from "./parameters/query.ts";
export { type ReadScalar, readScalar, writeScalar } from "./parameters/scalar-text.ts";
export { type ParseJsonOptions, parseJson } from "./parse-json.ts";
export {
  isProblem,
  type Problem,
  type ProblemIssue,
  type ProblemMembers,
  problem,
} from "./problem.ts";
export { readInteger } from "./read-integer.ts";
export type { ContractIssue, ReceivedAnswer } from "./received-answer.ts";
export { requireSuccess } from "./require-success.ts";
export { isRestError, RestError, type RestErrorOptions } from "./rest-error.ts";
export { retryAfterMs } from "./retry-after.ts";
export {
  isSpecwrightError,
  SpecwrightError,
  type SpecwrightErrorOptions,
} from "./specwright-error.ts";
export { StreamError, type StreamErrorOptions } from "./stream-error.ts";
export { stringifyJson } from "./stringify-json.ts";
export {
  compileTemplate,
  fillTemplate,
  fillText,
  type Template,
  type TemplateValue,
  type TemplateValues,
  templateNames,
} from "./templates/compile-template.ts";
export {
  compileMatcher,
  type MatchOptions,
  matchTemplate,
  type TemplateMatcher,
} from "./templates/match-template.ts";
export { pointerSteps, valueAt } from "./templates/pointer-steps.ts";
export { TemplateError } from "./templates/template-error.ts";
export { TemporalError } from "./temporal-error.ts";
export { UnavailableError, type UnavailableErrorOptions } from "./unavailable-error.ts";
