// Subpath `@specwright/runtime/transport`: for transports and servers that run generated code.

export { type EncodedResponse, encodeResponse } from "./answers/encode-response.ts";
export { declaredOnly, type Undeclared } from "./answers/leave-out.ts";
export { readForm } from "./bodies/read-form.ts";
export { readQuery } from "./bodies/read-query.ts";
export type {
  BodyDescriptor,
  BodyReading,
  EncodedBody,
  FetchOptions,
  FormDescriptor,
  MediaDescriptor,
  PartsDescriptor,
  TextBodyDescriptor,
} from "./codegen/body.ts";
export type {
  MessageDescriptor,
  MessageSelector,
  ParameterWriter,
  RequestDescriptor,
  ResumePoint,
} from "./codegen/channel.ts";
export type {
  FilterSource,
  SequenceDescriptor,
  SubscriptionDescriptor,
  TimeDescriptor,
} from "./codegen/channel-numbering.ts";
export type {
  CredentialPlace,
  SignatureDescriptor,
  UpgradeCredentials,
} from "./codegen/channel-security.ts";
export type { FrameTap, MessageSender, ReplyTaker } from "./codegen/channel-stream.ts";
export type {
  CloseDescriptor,
  EndingReaction,
  EndingsDescriptor,
  HeartbeatDescriptor,
  ServerHeartbeat,
} from "./codegen/connection-rules.ts";
export type {
  Credential,
  CredentialParts,
  Credentials,
  Secret,
  SelectedCredentials,
  UserPassword,
} from "./codegen/credentials.ts";
export type {
  FeedBook,
  FeedBookMessage,
  FeedCondition,
  FeedConditions,
  FeedCounter,
  FeedDescriptor,
  FeedGapAction,
  FeedOperation,
  FeedSide,
  FeedSnapshot,
  FeedSubscription,
  FeedTopic,
} from "./codegen/feed.ts";
export type { FeedScheme, FeedTicket } from "./codegen/feed-credentials.ts";
export type { FeedPointer, FeedTemplate } from "./codegen/feed-template.ts";
export type { PageTurn } from "./codegen/operation.ts";
export type { PaginationDescriptor } from "./codegen/pagination.ts";
export type { DecodedParameters, FormField, ParameterType } from "./codegen/parameter.ts";
export type { SentShape, SentShapeRef } from "./codegen/sent-shape.ts";
export type { ItemSource, Resumption, SequentialDescriptor } from "./codegen/sequential.ts";
export type {
  CredentialKeys,
  StreamCredential,
  StreamCredentials,
  StreamKeys,
  StreamSecret,
} from "./codegen/stream-credentials.ts";
export { apiKey, basic, bearer, token } from "./credentials/credential.ts";
export { errorWords } from "./errors/error-words.ts";
export { memberAt, withMember } from "./json/member-of.ts";
export { charsetOf, findMediaType, isJsonType, mediaTypeEssence } from "./media/media-type.ts";
export { retryAfterMs } from "./media/retry-after.ts";
export { encodeBytes } from "./messages/encode-bytes.ts";
export { encodeMessage, readFrameBytes } from "./messages/encode-message.ts";
export { contractCode, runTimeCode } from "./messages/error-frame-codes.ts";
export { meetsCondition, meetsConditions } from "./messages/meets-conditions.ts";
export { messageLocation } from "./messages/message-location.ts";
export { messagesIn } from "./messages/split-lines.ts";
export { checkParameters } from "./parameters/check-parameters.ts";
export { isExploded } from "./parameters/is-exploded.ts";
export { percentEncode } from "./parameters/percent.ts";
export { parseReadings, Readings } from "./parameters/readings.ts";
export { completeTopicParameters } from "./templates/topic-parameters.ts";
export { withoutByteOrderMark } from "./text/strings.ts";
export { checkHeaderTexts } from "./upgrade/check-header-texts.ts";
export { checkPath } from "./upgrade/check-parameters.ts";
export { noParameters } from "./upgrade/no-parameters.ts";
export { writeAddress } from "./upgrade/write-parameters.ts";
export { decodeUtf8, isStream, joinSignals, parseUrl, timeoutSignal } from "./world/platform.ts";
export { Timers } from "./world/timers.ts";
