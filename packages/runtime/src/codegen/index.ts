// The ABI that generated code imports. It is versioned: a change that breaks old generated code
// gets a new `codegen` version constant, against which that code fails to compile. The file is long
// because it lists every export of one entry by its name, and does nothing else.

export { anyBody } from "../bodies/any-body.ts";
export { formBody } from "../bodies/form-body.ts";
export { jsonBody } from "../bodies/json-body.ts";
export { sequentialBody } from "../bodies/sequential-body.ts";
export { styledBody } from "../bodies/styled-body.ts";
export { CodecError } from "../codec-error.ts";
export type { Decimal } from "../decimal.ts";
export { receiveForm } from "../forms/read-form.ts";
export { partList } from "../multipart/part-list.ts";
export { partStream } from "../multipart/part-stream.ts";
export { NotImplementedError } from "../not-implemented-error.ts";
export { encodeAnyQuery } from "../parameters/any-query.ts";
export { encodeCookies, encodeScalarCookies } from "../parameters/cookie.ts";
export {
  encodeHeaders,
  encodeScalarHeaders,
  readResponseHeaders,
  readScalarHeaders,
} from "../parameters/header.ts";
export { encodePath, encodeScalarPath } from "../parameters/path.ts";
export { encodeQuery, encodeScalarQuery } from "../parameters/query.ts";
export {
  eventStream,
  jsonEventStream,
  mixedEventStream,
} from "../sequential/event-stream.ts";
export { jsonLines, jsonSequence } from "../sequential/json-lines.ts";
export { xmlCodec } from "../xml/xml-codec.ts";
export { anyJson } from "./any-json.ts";
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
} from "./body.ts";
export { bySchema } from "./by-schema.ts";
export type {
  ChannelDescriptor,
  ChannelParameters,
  CloseCodeDescriptor,
  MessageDescriptor,
  MessageSelector,
  RequestDescriptor,
  WithDefaults,
} from "./channel.ts";
export type {
  BookDescriptor,
  EnvelopeDescriptor,
  FilterSource,
  SequenceDescriptor,
  SequenceIdentity,
  SubscriptionDescriptor,
  TimeDescriptor,
} from "./channel-numbering.ts";
export type {
  CredentialPlace,
  SecurityDescriptor,
  SignatureDescriptor,
} from "./channel-security.ts";
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
} from "./channel-stream.ts";
export {
  contains,
  items,
  maxItems,
  minItems,
  unevaluatedItems,
  uniqueItems,
} from "./checks/array-rules.ts";
export { dynamicRef, resource } from "./checks/dynamic-rules.ts";
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
export { formed } from "./checks/formed.ts";
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
export {
  type ClientMethod,
  clientMethod,
  type KeyedRequest,
  type OptionalClientMethod,
} from "./client-method.ts";
export type {
  Codec,
  ColumnReader,
  Issue,
  SafeParser,
  StreamCodec,
  UncheckedCodec,
  ValidatingCodec,
} from "./codec.ts";
export { type CompactForm, type CompactShape, compactCodec } from "./compact-codec.ts";
export { type Digits, exactInteger, type Revive } from "./digits.ts";
export { encodeMessage } from "./encode-message.ts";
export { exactCodec } from "./exact-codec.ts";
export { accepts, explain, matchesRule } from "./explain.ts";
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
} from "./feed.ts";
export type { FeedLogin, FeedScheme, FeedTextPart, FeedTicket } from "./feed-credentials.ts";
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
} from "./feed-stream.ts";
export type { FeedPointer, FeedTemplate } from "./feed-template.ts";
export { type FetchPageOptions, fetchPage, type ListArguments } from "./fetch-page.ts";
export { filledCodec } from "./filled-codec.ts";
export { isBase64, isBase64url } from "./formats/base64.ts";
export { type Content, isContent } from "./formats/content.ts";
export { isDate, isDateTime, isTime } from "./formats/date-time.ts";
export { isMillisecondDateTime, isNanosecondDateTime } from "./formats/date-time-precision.ts";
export { isDuration } from "./formats/duration.ts";
export { isEmail, isIdnEmail } from "./formats/email.ts";
export { isHostname, isIdnHostname } from "./formats/hostname.ts";
export { isIpv4, isIpv6 } from "./formats/ip.ts";
export { isJsonPointer, isRelativeJsonPointer } from "./formats/json-pointer.ts";
export { isRegex } from "./formats/regex.ts";
export { isIri, isIriReference, isUri, isUriReference } from "./formats/uri.ts";
export { isUriTemplate } from "./formats/uri-template.ts";
export { isUuid } from "./formats/uuid.ts";
export { formedCodec } from "./formed-codec.ts";
export {
  allForms,
  filledUnionForm,
  taggedForm,
  unionForm,
  whenForm,
} from "./forms/choice-forms.ts";
export { dateForm } from "./forms/date-form.ts";
export {
  decimalForm,
  decimalNumberForm,
  isDecimalText,
  numberTextForm,
} from "./forms/decimal-form.ts";
export { deferredForm, type Form, type LeafForm, sameForm } from "./forms/form.ts";
export { integerTextForm } from "./forms/integer-text-form.ts";
export { rememberedForm } from "./forms/remembered-form.ts";
export {
  itemsForm,
  membersForm,
  type OtherMembers,
  unevaluatedForm,
} from "./forms/structure-forms.ts";
export {
  type Instant,
  type InstantLike,
  instantForm,
  type PlainDate,
  type PlainDateLike,
  plainDateForm,
} from "./forms/temporal-form.ts";
export {
  anyText,
  bigintText,
  endText,
  itemsText,
  numberText,
  stringText,
} from "./json-text.ts";
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
} from "./operation.ts";
export { orThrow } from "./or-throw.ts";
export type { ItemOf, Page, PageMethod, PageStart } from "./page.ts";
export type { PaginationDescriptor } from "./pagination.ts";
export type {
  EncodeHeaders,
  HeaderDescriptor,
  ParameterDescriptor,
  ParameterType,
  ReadHeaders,
  TextDescriptor,
  TextShape,
} from "./parameter.ts";
export { plainText } from "./plain-text.ts";
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
} from "./predicates.ts";
export { type BodyOf, fetchBody, queryKey } from "./query.ts";
export { readFrameBytes } from "./read-frame-bytes.ts";
export { rememberedCheck } from "./remembered-check.ts";
export {
  memberAt,
  openRequests,
  type RequestMethod,
  type RequestOptions,
  type RequestStream,
  type Uncorrelated,
  withMember,
} from "./requests.ts";
export {
  reviveBranches,
  reviveIf,
  reviveItems,
  reviveMembers,
  reviveUnevaluated,
} from "./revive.ts";
export { reviveRemembered } from "./revive-remembered.ts";
export { type RevivingShape, revivingCodec } from "./reviving-codec.ts";
export type { SentShape, SentShapeRef, SentShapes } from "./sent-shape.ts";
export type {
  ItemSource,
  Resumption,
  SequentialDescriptor,
  SequentialFormat,
} from "./sequential.ts";
export { serverUrl } from "./server-url.ts";
export type {
  ResyncReason,
  StreamEvent,
  StreamListener,
  StreamState,
  UnverifiedCause,
} from "./stream-event.ts";
export type { FailureOf, SuccessOf } from "./success-of.ts";
export type { ValidationMode, ValidationOptions } from "./validation.ts";
export type { XmlShape } from "./xml.ts";
