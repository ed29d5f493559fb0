// Descriptors of channels: data that generated code hands to the stream transports.

import type { Issue } from "../errors/codec-error.ts";
import type {
  EnvelopeDescriptor,
  SequenceDescriptor,
  SubscriptionDescriptor,
} from "./channel-numbering.ts";
import type { SecurityDescriptor, SignatureDescriptor } from "./channel-security.ts";
import type { Codec, StreamCodec, ValidatingCodec } from "./codec.ts";
import type { EndingsDescriptor, HeartbeatDescriptor } from "./connection-rules.ts";
import type { FeedDescriptor } from "./feed.ts";
import type { ParameterDescriptor } from "./parameter.ts";
import type { SentShapes } from "./sent-shape.ts";

/** A message of a channel. */
export interface MessageDescriptor {
  readonly id: string;
  /**
   * Whether its frames are binary. The value of the message is then the bytes, and the codec is unused.
   */
  readonly binary?: true;
  /** Decodes and encodes frames; a stream codec does so in one pass. */
  readonly codec: ValidatingCodec<unknown> & Partial<StreamCodec<unknown>>;
  /** The value of the channel's discriminator field that marks this message. */
  readonly tag?: string;
  /**
   * On a channel with `select`: the member whose value distinguishes this message, and the values
   * that it has in this message.
   */
  readonly mark?: {
    readonly path: readonly string[];
    readonly values: readonly (string | number | boolean)[];
  };
  /** The constant members of its frames, except the tag. Set if the server itself creates this message. */
  readonly constants?: object;
  /**
   * The members and values that a publisher may send. Set if readers accept more than publishers may send.
   */
  readonly sent?: { readonly shapes: SentShapes; readonly name: string };
}

/** Finds the message of a frame on a channel whose messages have no common top-level field. */
export interface MessageSelector {
  /** Decodes a frame as the message that matches it. If none or several match, returns the reason. */
  read(
    messages: readonly MessageDescriptor[],
    frame: Uint8Array,
  ):
    | { readonly message: MessageDescriptor; readonly value: unknown }
    | { readonly received: unknown; readonly reason: string };
  /** Returns the message that a value matches, or undefined. */
  choose(messages: readonly MessageDescriptor[], value: unknown): MessageDescriptor | undefined;
  /** Returns the issues of a value that matches none of the messages. */
  explain(messages: readonly MessageDescriptor[], value: unknown): readonly Issue[];
}

/** A request of the client, and the messages that answer it. */
export interface RequestDescriptor {
  /** The name of the method of clients and handlers. */
  readonly name: string;
  /** The ids of the messages that are requests, and the ids of the messages that are replies. */
  readonly messages: readonly string[];
  readonly replies: readonly string[];
  /**
   * The paths of the id that a request and its reply share, and the type of the id if it is not a string.
   * Absent: replies arrive in the order of the requests.
   */
  readonly correlation?: {
    readonly request: readonly string[];
    readonly reply: readonly string[];
    readonly as?: "number" | "bigint";
  };
}

/**
 * A channel. The type parameters connect the channel to its generated message types, and name the members
 * that a publisher fills in. `ServerMessageWritten` is the type of messages to publish, if it allows absent
 * properties that have a default.
 */
export interface ChannelDescriptor<
  Parameters extends ChannelParameters = ChannelParameters,
  ServerMessage = unknown,
  ClientMessage = unknown,
  Stamped extends string = string,
  ServerMessageWritten = ServerMessage,
> {
  readonly id: string;
  /** The name of the method in handlers and clients, if `id` is not an identifier. */
  readonly name?: string;
  /** The address for clients, such as `/orders`. */
  readonly address: string;
  /**
   * The paths of the document's servers. They precede the address; a segment in braces matches any value.
   * Default: none.
   */
  readonly serverPaths?: readonly string[];
  /** Path, query and header parameters of the upgrade request. */
  readonly parameters: readonly ParameterDescriptor[];
  /** Checks and writes the parameters; set if there are any. */
  readonly writer?: ParameterWriter;
  readonly validators: {
    readonly path?: Codec<unknown>;
    readonly query?: Codec<unknown>;
    readonly headers?: Codec<unknown>;
  };
  /** The top-level field whose value distinguishes messages; absent if there is no such field. */
  readonly discriminator?: string;
  /** Distinguishes messages if `discriminator` is absent and one direction has several messages. */
  readonly select?: MessageSelector;
  /** The messages of both directions. */
  readonly serverMessages: readonly MessageDescriptor[];
  readonly clientMessages: readonly MessageDescriptor[];
  /** The requests of the client that are answered over the same connection. */
  readonly requests?: readonly RequestDescriptor[];
  /** The feed of the channel, if clients subscribe to topics within a connection. */
  readonly feed?: FeedDescriptor;
  /** Whether a frame may contain several messages, one in each line. */
  readonly lines?: true;
  readonly envelope?: EnvelopeDescriptor;
  readonly sequence?: SequenceDescriptor;
  readonly subscription?: SubscriptionDescriptor;
  readonly security?: SecurityDescriptor;
  readonly signature?: SignatureDescriptor;
  readonly flowControl?: {
    readonly maxPendingFrames: number;
    readonly maxPendingBytes: number;
    readonly closeCode: number;
  };
  readonly heartbeats?: readonly HeartbeatDescriptor[];
  readonly endings?: EndingsDescriptor;
  /** Never set; carries the types. */
  readonly "~types"?: {
    readonly parameters: Parameters;
    readonly serverMessage: ServerMessage;
    readonly clientMessage: ClientMessage;
    readonly stamped: Stamped;
    readonly serverMessageWritten: ServerMessageWritten;
  };
}

/** The parameters with which a caller opens a channel, by location. */
export interface ChannelParameters {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
}

/** The position at which a connection resumes. */
export interface ResumePoint {
  /** The first number to request. Absent: only new messages are requested. */
  readonly since?: bigint;
  /** The log to which the number belongs. */
  readonly logId?: string;
}

/**
 * Checks and writes the parameters of an upgrade request. Only descriptors of channels with parameters
 * refer to the writer, so that other bundles do not contain it.
 */
export interface ParameterWriter {
  /**
   * Validates parameters, adds the defaults of address parameters, and returns the parameters in their JSON
   * form. A resume point of 0 counts as absent, as on the server. If `sendsHeaders` is not set, as for a
   * relay, headers may be missing.
   *
   * @throws StreamError `invalid_parameters`.
   */
  check(
    channel: ChannelDescriptor,
    given: ChannelParameters,
    options: { readonly sendsHeaders: boolean },
  ): ChannelParameters;
  /** Fills in the address of a channel with checked parameters, such as `/rooms/a`. */
  address(channel: ChannelDescriptor, checked: ChannelParameters): string;
  /**
   * Returns the encoded pairs of the query, including the resume point. If the resume point is undefined,
   * the parameters for resuming are left out.
   */
  query(
    channel: ChannelDescriptor,
    checked: ChannelParameters,
    resume: ResumePoint | undefined,
  ): readonly string[];
  /** Returns the given header parameters, without the headers of the signature. */
  headers(channel: ChannelDescriptor, checked: ChannelParameters): Readonly<Record<string, string>>;
}

/** Makes optional the path parameters that have a default in the address. */
export type WithDefaults<Parameters extends { readonly path: object }, Name extends string> = Omit<
  Parameters,
  "path"
> &
  MaybeOptional<
    Omit<Parameters["path"], Name> &
      Partial<Pick<Parameters["path"], Name & keyof Parameters["path"]>>
  >;

// Without this, `{}` would not be assignable to an object type with an optional `toString`: `{}` has the
// members of `Object`.
type MaybeOptional<Path> =
  Partial<Path> extends Path ? { readonly path?: Path } : { readonly path: Path };
