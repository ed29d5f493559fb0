export { textToSend } from "./bodies/any-body.ts";
export { writeStyled } from "./bodies/styled-body.ts";
export {
  AnswerError,
  type AnswerErrorOf,
  isAnswerOf,
  type OperationCall,
} from "./calls/answer-error.ts";
// Values and errors of every program built on generated code.

export {
  type EncodedResponse,
  encodeResponse,
  UndocumentedResponse,
} from "./answers/encode-response.ts";
export { readForm } from "./bodies/read-form.ts";
export { requireSuccess } from "./calls/require-success.ts";
export type { Codec } from "./codegen/codec.ts";
export type { DecodedParameters, ParameterIn, ParameterIssue } from "./codegen/parameter.ts";
export type { Issue } from "./errors/codec-error.ts";
export { CodecError, issueSummary } from "./errors/codec-error.ts";
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
} from "./errors/error-codes.ts";
export { NotImplementedError } from "./errors/not-implemented-error.ts";
export {
  isProblem,
  type Problem,
  type ProblemIssue,
  type ProblemMembers,
  problem,
} from "./errors/problem.ts";
export type { ContractIssue, ReceivedAnswer } from "./errors/received-answer.ts";
export { isRestError, RestError, type RestErrorOptions } from "./errors/rest-error.ts";
export {
  isSpecwrightError,
  SpecwrightError,
  type SpecwrightErrorOptions,
} from "./errors/specwright-error.ts";
export { StreamError, type StreamErrorOptions } from "./errors/stream-error.ts";
export { UnavailableError, type UnavailableErrorOptions } from "./errors/unavailable-error.ts";
export { findTag } from "./json/find-tag.ts";
export { JsonError, type JsonErrorOptions } from "./json/json-error.ts";
export { jsonPointer } from "./json/json-pointer.ts";
export { memberOf } from "./json/member-of.ts";
export { type ParseJsonOptions, parseJson } from "./json/parse-json.ts";
export { pointerSteps, valueAt } from "./json/pointer-steps.ts";
export { stringifyJson } from "./json/stringify-json.ts";
export { charsetOf, findMediaType, isUrlEncoded, mediaTypeEssence } from "./media/media-type.ts";
export { retryAfterMs } from "./media/retry-after.ts";
export { contractCode, runTimeCode } from "./messages/error-frame-codes.ts";
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
} from "./numbers/decimal.ts";
export { ExactNumber } from "./numbers/exact-number.ts";
export { readInteger } from "./numbers/read-integer.ts";
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
export { decodePath, encodePath } from "./parameters/path.ts";
export { type PathTemplate, pathTemplate } from "./parameters/path-template.ts";
export { percentEncode } from "./parameters/percent.ts";
export { encodeQuery } from "./parameters/query.ts";
export { type ReadScalar, readScalar, writeScalar } from "./parameters/scalar-text.ts";
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
export { TemplateError } from "./templates/template-error.ts";
export { withoutByteOrderMark } from "./text/byte-order-mark.ts";
export { detach } from "./text/detach.ts";
export { encodeText } from "./text/encode-text.ts";
export { TemporalError } from "./value-forms/temporal-error.ts";
export { type Clock, sleep, systemClock } from "./world/clock.ts";
export {
  type Backoff,
  type BackoffOptions,
  fullJitterBackoff,
} from "./world/full-jitter-backoff.ts";
export { type Logger, silentLogger } from "./world/logger.ts";
