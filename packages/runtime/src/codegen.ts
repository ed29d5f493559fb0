// The ABI that generated code imports. It is versioned: a change that breaks old generated code
// gets a new `codegen` version constant, against which that code fails to compile. The file is long
// because it lists every export of one entry by its name, and does nothing else.

export { anyBody } from "./bodies/any-body.ts";
export { formBody } from "./bodies/form-body.ts";
export { jsonBody } from "./bodies/json-body.ts";
export { receiveForm } from "./bodies/read-form.ts";
export { sequentialBody } from "./bodies/sequential-body.ts";
export { styledBody } from "./bodies/styled-body.ts";
export {
  type ClientMethod,
  clientMethod,
  type KeyedRequest,
  type OptionalClientMethod,
} from "./calls/client-method.ts";
export { type FetchPageOptions, fetchPage, type ListArguments } from "./calls/fetch-page.ts";
export { orThrow } from "./calls/or-throw.ts";
export { type BodyOf, fetchBody, queryKey } from "./calls/query.ts";
export { serverUrl } from "./calls/server-url.ts";
export {
  contains,
  items,
  maxItems,
  minItems,
  unevaluatedItems,
  uniqueItems,
} from "./checks/array-rules.ts";
export { dynamicRef, resource } from "./checks/dynamic-rules.ts";
export { accepts, explain, matchesRule } from "./checks/explain.ts";
export {
  base64Format,
  base64urlFormat,
  dateFormat,
  dateTimeFormat,
  decimalFormat,
  durationFormat,
  emailFormat,
  hostnameFormat,
  idnEmailFormat,
  idnHostnameFormat,
  ipv4Format,
  ipv6Format,
  iriFormat,
  iriReferenceFormat,
  jsonPointerFormat,
  millisecondDateTimeFormat,
  nanosecondDateTimeFormat,
  regexFormat,
  relativeJsonPointerFormat,
  timeFormat,
  uriFormat,
  uriReferenceFormat,
  uriTemplateFormat,
  uuidFormat,
} from "./checks/format-rules.ts";
export {
  allOf,
  allOfFilled,
  anyOf,
  deferred,
  ifThenElse,
  lazy,
  not,
  oneOf,
  tracked,
} from "./checks/logic-rules.ts";
export {
  exclusiveMaximum,
  exclusiveMinimum,
  maximum,
  minimum,
  multipleOf,
  toBigInt,
} from "./checks/number-rules.ts";
export {
  dependentRequired,
  dependentSchemas,
  fillAbsent,
  maxProperties,
  minProperties,
  type OtherProperties,
  object,
  properties,
  propertyNames,
  required,
  sameSign,
  tagged,
  unevaluatedProperties,
} from "./checks/object-rules.ts";
export {
  countMembers,
  everyMember,
  exactlyOne,
  hasLength,
  haveSameSign,
  isExactInteger,
  isExactNumber,
  isInt64,
  isInteger,
  isIntegerIn,
  isNumber,
  isObject,
  isUint64,
} from "./checks/predicates.ts";
export { rememberedCheck } from "./checks/remembered-check.ts";
export { rememberedRule } from "./checks/remembered-rule.ts";
export {
  accept,
  type DynamicAnchors,
  type DynamicScope,
  type Evaluated,
  type Payload,
  type Rule,
  type RuleIssue,
  reject,
  type Subschema,
} from "./checks/rule.ts";
export { content, maxLength, minLength, pattern } from "./checks/string-rules.ts";
export {
  constant,
  enumeration,
  type JsonType,
  parsedTypes,
  types,
  when,
} from "./checks/value-rules.ts";
export { anyJson } from "./codecs/any-json.ts";
export { type CompactForm, type CompactShape, compactCodec } from "./codecs/compact-codec.ts";
export { exactCodec } from "./codecs/exact-codec.ts";
export { filledCodec } from "./codecs/filled-codec.ts";
export { formedCodec } from "./codecs/formed-codec.ts";
export {
  anyText,
  bigintText,
  endText,
  itemsText,
  numberText,
  stringText,
} from "./codecs/json-text.ts";
export {
  reviveBranches,
  reviveIf,
  reviveItems,
  reviveMembers,
  reviveUnevaluated,
} from "./codecs/revive.ts";
export { reviveRemembered } from "./codecs/revive-remembered.ts";
export { type RevivingShape, revivingCodec } from "./codecs/reviving-codec.ts";
export type {
  BodyDescriptor,
  BodyEncoder,
  BodyReading,
  EncodedBody,
  FormDescriptor,
  FormField,
  FormReader,
  GivenBody,
  MeasuredRequest,
  MediaDescriptor,
  PartSource,
  PartsDescriptor,
  PartsFormat,
  ReceivedBody,
  TextBodyDescriptor,
  UploadProgress,
} from "./codegen/body.ts";
export type {
  ChannelDescriptor,
  ChannelParameters,
  CloseCodeDescriptor,
  MessageDescriptor,
  MessageSelector,
  RequestDescriptor,
  WithDefaults,
} from "./codegen/channel.ts";
export type {
  BookDescriptor,
  EnvelopeDescriptor,
  FilterSource,
  SequenceDescriptor,
  SequenceIdentity,
  SubscriptionDescriptor,
  TimeDescriptor,
} from "./codegen/channel-numbering.ts";
export type {
  CredentialPlace,
  SecurityDescriptor,
  SignatureDescriptor,
} from "./codegen/channel-security.ts";
export type {
  ArrivedFrame,
  ChannelStream,
  FrameTap,
  ReplyTaker,
  SendOptions,
  ServerConnection,
  ServerStream,
  StreamCursor,
  StreamOptions,
  StreamPosition,
  StreamTransport,
  UnknownMessage,
} from "./codegen/channel-stream.ts";
export type {
  Codec,
  ColumnReader,
  SafeParser,
  StreamCodec,
  UncheckedCodec,
  ValidatingCodec,
} from "./codegen/codec.ts";
export type {
  FeedBook,
  FeedBookMessage,
  FeedChecksum,
  FeedCondition,
  FeedConditions,
  FeedCounter,
  FeedDescriptor,
  FeedEndings,
  FeedEnvelope,
  FeedGapAction,
  FeedHeartbeat,
  FeedOperation,
  FeedReaction,
  FeedSide,
  FeedSnapshot,
  FeedSubscription,
  FeedTopic,
  FeedType,
} from "./codegen/feed.ts";
export type {
  FeedLogin,
  FeedScheme,
  FeedTextPart,
  FeedTicket,
} from "./codegen/feed-credentials.ts";
export type {
  BookStream,
  FeedBookHook,
  FeedBookStatus,
  FeedBookView,
  FeedLevel,
  FeedState,
  FeedStream,
  FeedTransport,
  TopicState,
  TopicStream,
} from "./codegen/feed-stream.ts";
export type { FeedPointer, FeedTemplate } from "./codegen/feed-template.ts";
export type {
  BaseCallOptions,
  CallOptions,
  OperationDescriptor,
  PageCallOptions,
  PageTurn,
  RequestEncoders,
  RequestParts,
  ResponseDescriptor,
  ResponseParts,
  RestTransport,
  SecretPlace,
  WebhookDescriptor,
} from "./codegen/operation.ts";
export type { ItemOf, Page, PageMethod, PageStart } from "./codegen/page.ts";
export type { PaginationDescriptor } from "./codegen/pagination.ts";
export type {
  EncodeHeaders,
  HeaderDescriptor,
  ParameterDescriptor,
  ParameterType,
  ReadHeaders,
  TextDescriptor,
  TextShape,
} from "./codegen/parameter.ts";
export type { SentShape, SentShapeRef, SentShapes } from "./codegen/sent-shape.ts";
export type {
  ItemSource,
  Resumption,
  SequentialDescriptor,
  SequentialFormat,
} from "./codegen/sequential.ts";
export type {
  ResyncReason,
  StreamEvent,
  StreamListener,
  StreamState,
  UnverifiedCause,
} from "./codegen/stream-event.ts";
export type { FailureOf, SuccessOf } from "./codegen/success-of.ts";
export type { ValidationMode, ValidationOptions } from "./codegen/validation.ts";
export type { XmlShape } from "./codegen/xml.ts";
export type { Issue } from "./errors/codec-error.ts";
export { CodecError } from "./errors/codec-error.ts";
export { NotImplementedError } from "./errors/not-implemented-error.ts";
export { isBase64, isBase64url } from "./formats/base64.ts";
export { type Content, isContent } from "./formats/content.ts";
export { isDate, isDateTime, isTime } from "./formats/date-time.ts";
export { isMillisecondDateTime, isNanosecondDateTime } from "./formats/date-time-precision.ts";
export { isDecimalText } from "./formats/decimal.ts";
export { isDuration } from "./formats/duration.ts";
export { isEmail, isIdnEmail } from "./formats/email.ts";
export { isHostname, isIdnHostname } from "./formats/hostname.ts";
export { isIpv4, isIpv6 } from "./formats/ip.ts";
export { isJsonPointer, isRelativeJsonPointer } from "./formats/json-pointer.ts";
export { isRegex } from "./formats/regex.ts";
export { isIri, isIriReference, isUri, isUriReference } from "./formats/uri.ts";
export { isUriTemplate } from "./formats/uri-template.ts";
export { isUuid } from "./formats/uuid.ts";
export { type Digits, exactInteger, type Revive } from "./json/digits.ts";
export { memberAt, withMember } from "./json/member-of.ts";
export { bySchema } from "./messages/by-schema.ts";
export { encodeMessage } from "./messages/encode-message.ts";
export { plainText } from "./messages/plain-text.ts";
export { readFrameBytes } from "./messages/read-frame-bytes.ts";
export {
  openRequests,
  type RequestMethod,
  type RequestOptions,
  type RequestStream,
  type Uncorrelated,
} from "./messages/requests.ts";
export { partList } from "./multipart/part-list.ts";
export { partStream } from "./multipart/part-stream.ts";
export type { Decimal } from "./numbers/decimal.ts";
export { encodeAnyQuery } from "./parameters/any-query.ts";
export { encodeCookies, encodeScalarCookies } from "./parameters/cookie.ts";
export {
  encodeHeaders,
  encodeScalarHeaders,
  readResponseHeaders,
  readScalarHeaders,
} from "./parameters/header.ts";
export { encodePath, encodeScalarPath } from "./parameters/path.ts";
export { encodeQuery, encodeScalarQuery } from "./parameters/query.ts";
export {
  eventStream,
  jsonEventStream,
  mixedEventStream,
} from "./sequential/event-stream.ts";
export { jsonLines, jsonSequence } from "./sequential/json-lines.ts";
export {
  allForms,
  filledUnionForm,
  taggedForm,
  unionForm,
  whenForm,
} from "./value-forms/choice-forms.ts";
export { dateForm } from "./value-forms/date-form.ts";
export { decimalForm, decimalNumberForm, numberTextForm } from "./value-forms/decimal-form.ts";
export { deferredForm, type Form, type LeafForm, sameForm } from "./value-forms/form.ts";
export { formed } from "./value-forms/formed.ts";
export { integerTextForm } from "./value-forms/integer-text-form.ts";
export { rememberedForm } from "./value-forms/remembered-form.ts";
export {
  itemsForm,
  membersForm,
  type OtherMembers,
  unevaluatedForm,
} from "./value-forms/structure-forms.ts";
export {
  type Instant,
  type InstantLike,
  instantForm,
  type PlainDate,
  type PlainDateLike,
  plainDateForm,
} from "./value-forms/temporal-form.ts";
export { xmlCodec } from "./xml/xml-codec.ts";
