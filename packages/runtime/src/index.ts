// Values and errors of every program built on generated code.

export { UndocumentedResponse } from "./answers/encode-response.ts";
export {
  AnswerError,
  type AnswerErrorOf,
  isAnswerOf,
  type OperationCall,
} from "./calls/answer-error.ts";
export { type FetchPageOptions, fetchPage, type ListArguments } from "./calls/fetch-page.ts";
export { orThrow } from "./calls/or-throw.ts";
export { type BodyOf, fetchBody, queryKey } from "./calls/query.ts";
export type { UploadProgress } from "./codegen/body.ts";
export type { ChannelParameters } from "./codegen/channel.ts";
export type {
  SendOptions,
  StreamCursor,
  StreamPosition,
  UnknownMessage,
} from "./codegen/channel-stream.ts";
export type { Codec } from "./codegen/codec.ts";
export type {
  FeedBookHook,
  FeedBookStatus,
  FeedBookView,
  TopicState,
} from "./codegen/feed-stream.ts";
export type { RequestParts, ResponseParts } from "./codegen/operation.ts";
export type { ItemOf, Page, PageMethod, PageStart } from "./codegen/page.ts";
export type { DecodedParameters, ParameterIn } from "./codegen/parameter.ts";
export type {
  ResyncReason,
  StreamEvent,
  StreamListener,
  StreamState,
  UnverifiedCause,
} from "./codegen/stream-event.ts";
export type { FailureOf, SuccessOf } from "./codegen/success-of.ts";
export type { ValidationMode, ValidationOptions } from "./codegen/validation.ts";
export { CodecError, type Issue, issueSummary } from "./errors/codec-error.ts";
export {
  errorCodes,
  type RestErrorCode,
  type StreamErrorCode,
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
export { StreamError } from "./errors/stream-error.ts";
export { UnavailableError } from "./errors/unavailable-error.ts";
export { JsonError } from "./json/json-error.ts";
export { jsonPointer, pointerSteps, valueAt } from "./json/json-pointer.ts";
export { findTag, memberOf } from "./json/member-of.ts";
export { type ParseJsonOptions, parseJson } from "./json/parse-json.ts";
export { stringifyJson } from "./json/stringify-json.ts";
export type { RequestStream } from "./messages/requests.ts";
export {
  addDecimals,
  compareDecimals,
  type Decimal,
  DecimalError,
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
export { readScalar } from "./parameters/any-scalar.ts";
export { decodeCookies } from "./parameters/cookie.ts";
export { decodeQuery } from "./parameters/decode-query.ts";
export { decodeHeaders } from "./parameters/header.ts";
export { ParameterError } from "./parameters/parameter-error.ts";
export { decodePath } from "./parameters/path.ts";
export { type PathTemplate, pathTemplate, sentPath } from "./parameters/path-template.ts";
export {
  compileTemplate,
  fillTemplate,
  fillText,
  type Template,
  type TemplateValue,
  type TemplateValues,
  templateNames,
} from "./templates/compile-template.ts";
export { compileMatcher, type TemplateMatcher } from "./templates/match-template.ts";
export { TemplateError } from "./templates/template-error.ts";
export { detach } from "./text/strings.ts";
export { TemporalError } from "./value-forms/temporal-error.ts";
export { type Clock, sleep, systemClock } from "./world/clock.ts";
export {
  type Backoff,
  fullJitterBackoff,
} from "./world/full-jitter-backoff.ts";
export { type Logger, silentLogger } from "./world/logger.ts";
