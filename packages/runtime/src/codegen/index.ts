// The ABI that generated code imports. It is versioned: a change that old generated code cannot
// run on gets a new `codegen` version constant, which that code fails to compile against.

export { CodecError } from "../codec-error.ts";
export { NotImplementedError } from "../not-implemented-error.ts";
export { anyJson } from "./any-json.ts";
export type {
  ChannelDescriptor,
  ChannelParameters,
  ChannelStream,
  CloseCodeDescriptor,
  MessageDescriptor,
  SequenceDescriptor,
  ServerStream,
  SignatureDescriptor,
  StreamCursor,
  StreamOptions,
  StreamTransport,
  SubscriptionDescriptor,
  UnknownMessage,
} from "./channel.ts";
export type { Codec, Issue, SafeParser } from "./codec.ts";
export { type JsonCodecOptions, jsonCodec } from "./json-codec.ts";
export type {
  BodyDescriptor,
  CallOptions,
  MediaDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  ParameterType,
  RequestParts,
  ResponseDescriptor,
  ResponseParts,
  RestTransport,
} from "./operation.ts";
