// Subpath `@specwright/runtime/codegen`: the names that generated code imports. The names are an ABI,
// because code that an older version generated must run with a newer runtime. A change that breaks older
// code needs a new subpath. The subpath has at most 205 names.

export { anyBody } from "./bodies/any-body.ts";
export { formBody } from "./bodies/form-body.ts";
export { jsonBody } from "./bodies/json-body.ts";
export { encodeAnyQuery } from "./bodies/query-string.ts";
export { receiveForm } from "./bodies/read-form.ts";
export { sequentialBody } from "./bodies/sequential-body.ts";
export { styledBody } from "./bodies/styled-body.ts";
export {
  type ClientMethod,
  clientMethod,
  type KeyedRequest,
  type OptionalClientMethod,
} from "./calls/client-method.ts";
export { serverUrl } from "./calls/server-url.ts";
export {
  contains,
  items,
  maxItems,
  minItems,
  unevaluatedItems,
  uniqueItems,
} from "./checks/array-rules.ts";
export { accepts, matchesRule } from "./checks/explain.ts";
export {
  base64Format,
  dateFormat,
  dateTimeFormat,
  decimalFormat,
  emailFormat,
  format,
  hostnameFormat,
  ipv4Format,
  ipv6Format,
  millisecondDateTimeFormat,
  nanosecondDateTimeFormat,
  timeFormat,
  uriFormat,
  uriReferenceFormat,
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
export { reported } from "./checks/reported.ts";
export { accept, type Payload, type Rule, reject } from "./checks/rule.ts";
export { content, maxLength, minLength, pattern } from "./checks/string-rules.ts";
export { reportedFormats, reportedMissing } from "./checks/tolerated-responses.ts";
export { constant, enumeration, parsedTypes, type } from "./checks/value-rules.ts";
export { anyJson } from "./codecs/any-json.ts";
export { compactCodec } from "./codecs/compact-codec.ts";
export { exactCodec } from "./codecs/exact-codec.ts";
export { filledCodec } from "./codecs/filled-codec.ts";
export { formedCodec } from "./codecs/formed-codec.ts";
export { anyText, endText, itemsText, numberText } from "./codecs/json-text.ts";
export {
  reviveBranches,
  reviveIf,
  reviveItems,
  reviveMembers,
  reviveUnevaluated,
} from "./codecs/revive.ts";
export { reviveRemembered } from "./codecs/revive-remembered.ts";
export { revivingCodec } from "./codecs/reviving-codec.ts";
export type { ChannelDescriptor, WithDefaults } from "./codegen/channel.ts";
export type {
  ChannelStream,
  ServerConnection,
  ServerStream,
  StreamOptions,
} from "./codegen/channel-stream.ts";
export type { ColumnReader, StreamCodec, ValidatingCodec } from "./codegen/codec.ts";
export type { BookStream, FeedStream, TopicStream } from "./codegen/feed-stream.ts";
export type {
  CallOptions,
  OperationDescriptor,
  PageCallOptions,
  ResponseDescriptor,
  RestTransport,
  WebhookDescriptor,
} from "./codegen/operation.ts";
export type { HeaderDescriptor, ParameterDescriptor } from "./codegen/parameter.ts";
export { reportedResponses } from "./codegen/reported-responses.ts";
export type { SentShapes } from "./codegen/sent-shape.ts";
export type { FeedOptions, FeedTransport, StreamTransport } from "./codegen/stream-transport.ts";
export type { XmlShape } from "./codegen/xml.ts";
export { addCredentials } from "./credentials/add-credentials.ts";
export { isBase64 } from "./formats/base64.ts";
export { isContent } from "./formats/content.ts";
export { isDate, isDateTime, isTime } from "./formats/date-time.ts";
export { isMillisecondDateTime, isNanosecondDateTime } from "./formats/date-time-precision.ts";
export { isDecimalText } from "./formats/decimal.ts";
export { isEmail } from "./formats/email.ts";
export { isHostname } from "./formats/hostname.ts";
export { isIpv4, isIpv6 } from "./formats/ip.ts";
export { isFormat } from "./formats/rare-format.ts";
export { isUri, isUriReference } from "./formats/uri.ts";
export { isUuid } from "./formats/uuid.ts";
export { type Digits, exactInteger } from "./json/digits.ts";
export { bigintText, stringText } from "./json/scalar-text.ts";
export { byConditions } from "./messages/by-conditions.ts";
export { bySchema } from "./messages/by-schema.ts";
export { plainText } from "./messages/plain-text.ts";
export { openRequests, type RequestMethod, type Uncorrelated } from "./messages/requests.ts";
export { partList } from "./multipart/part-list.ts";
export { partStream } from "./multipart/part-stream.ts";
export type { Decimal } from "./numbers/decimal.ts";
export { encodeCookies, encodeScalarCookies } from "./parameters/cookie.ts";
export {
  encodeHeaders,
  encodeScalarHeaders,
  readResponseHeaders,
  readScalarHeaders,
} from "./parameters/header.ts";
export { encodePath, encodeScalarPath } from "./parameters/path.ts";
export { encodeQuery, encodeScalarQuery } from "./parameters/query.ts";
export { eventStream, jsonEventStream, mixedEventStream } from "./sequential/event-stream.ts";
export { jsonLines, jsonSequence } from "./sequential/json-lines.ts";
export { credentialSender } from "./upgrade/credential-sender.ts";
export { parameterWriter } from "./upgrade/parameter-writer.ts";
export {
  allForms,
  filledUnionForm,
  taggedForm,
  unionForm,
  whenForm,
} from "./value-forms/choice-forms.ts";
export { dateForm } from "./value-forms/date-form.ts";
export { decimalForm, decimalNumberForm, numberTextForm } from "./value-forms/decimal-form.ts";
export { deferredForm, type Form, sameForm } from "./value-forms/form.ts";
export { formed } from "./value-forms/formed.ts";
export {
  integerTextForm,
  textBigIntForm,
  textIntegerForm,
} from "./value-forms/integer-text-form.ts";
export { rememberedForm } from "./value-forms/remembered-form.ts";
export { itemsForm, membersForm, unevaluatedForm } from "./value-forms/structure-forms.ts";
export {
  type Instant,
  instantForm,
  type PlainDate,
  plainDateForm,
} from "./value-forms/temporal-form.ts";
export { xmlCodec } from "./xml/xml-codec.ts";
