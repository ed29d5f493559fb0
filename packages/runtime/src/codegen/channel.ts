// Descriptors of channels: data that generated code hands to the stream transports.

import type { Codec, Issue, StreamCodec } from "./codec.ts";
import type { ParameterDescriptor } from "./parameter.ts";
import type { SentShapes } from "./sent-shape.ts";
import type { StreamEvent, StreamState } from "./stream-event.ts";

/** A message of a channel. */
export interface MessageDescriptor {
  readonly id: string;
  /** Decodes and encodes frames. */
  readonly codec: StreamCodec<unknown>;
  /** The value of the channel's discriminator field that marks this message. */
  readonly tag?: string;
  /** The member that marks this message, and its values in it, on a channel with `select`. */
  readonly mark?: {
    readonly path: readonly string[];
    readonly values: readonly (string | number | boolean)[];
  };
  /** The parts that a publisher may send, if readers accept more. */
  readonly sent?: { readonly shapes: SentShapes; readonly name: string };
}

/** What distinguishes the messages of a channel if no common top-level field does. */
export interface MessageSelector {
  /** Decodes a frame as the message that it is, or says why it is none or several. */
  read(
    messages: readonly MessageDescriptor[],
    frame: Uint8Array,
  ):
    | { readonly message: MessageDescriptor; readonly value: unknown }
    | { readonly received: unknown; readonly reason: string };
  /** Returns the message that a value is; undefined if it is none. */
  choose(messages: readonly MessageDescriptor[], value: unknown): MessageDescriptor | undefined;
  /** Returns what is wrong with a value that is no message. */
  explain(messages: readonly MessageDescriptor[], value: unknown): readonly Issue[];
}

/** A request of the client, and the messages that answer it. */
export interface RequestDescriptor {
  /** The name of the method of clients and handlers. */
  readonly name: string;
  /** The ids of the messages that are requests, and of those that are replies. */
  readonly messages: readonly string[];
  readonly replies: readonly string[];
  /**
   * The paths of the id that a request and its reply share, and its type, if not a string. Absent:
   * replies come in the order of the requests.
   */
  readonly correlation?: {
    readonly request: readonly string[];
    readonly reply: readonly string[];
    readonly as?: "number" | "bigint";
  };
}

/** A time in messages: a moment since the Unix epoch, or a span. */
export interface TimeDescriptor {
  readonly unit: "ns" | "us" | "ms" | "s" | "rfc3339";
  /** The type of the value in a decoded message. */
  readonly as: "bigint" | "number" | "string";
}

/** The common fields of messages, and the messages that a server sends by itself (`x-envelope`). */
export interface EnvelopeDescriptor {
  /** The creation time of a message, and the top-level field that holds it. */
  readonly time?: TimeDescriptor & { readonly field: string };
  /** The message that shows that the connection is alive; `every` announces its interval. */
  readonly heartbeat?: {
    readonly tag: string;
    readonly every?: TimeDescriptor & { readonly path: readonly string[] };
  };
  /** The message that reports an error. Paths start at the top of the message. */
  readonly error?: {
    readonly tag: string;
    /** The code for programs. */
    readonly code: readonly string[];
    /** The text for people. */
    readonly text?: readonly string[];
    /** An object with details of the error. */
    readonly details?: readonly string[];
    /** The contract's codes, by those of the runtime, where they differ. */
    readonly codes?: Readonly<Record<string, string>>;
  };
}

/** How frames are numbered and how a reader resumes (`x-sequence`). */
export interface SequenceDescriptor {
  readonly field: string;
  /** The type of the numbers in decoded messages. Default bigint. */
  readonly as?: "number" | "string";
  /** The tags (frame types) that advance the sequence. */
  readonly counts: readonly string[];
  readonly repeats: readonly string[];
  readonly resumeParameter: string;
  readonly endOfBacklog: string;
  /** The path to the highest number, in the message that ends a replay. */
  readonly lastNumberPath?: readonly string[];
  readonly tooOld: { readonly errorCode: string; readonly closeCode: number };
  readonly watermarkField?: string;
  /** How the identity of the log is transmitted; absent if it has none. */
  readonly identity?: SequenceIdentity;
  readonly filters: readonly string[];
  /** The sources of each filter's values, tried in order; the publisher provides the others. */
  readonly filterSources?: Readonly<Record<string, readonly FilterSource[]>>;
  /** The path to the owner of the sequence, in numbered frames that have it. */
  readonly ownerPath?: readonly string[];
}

/** The source of a value that selects a numbered frame. Paths start at the top of the frame. */
export type FilterSource =
  /** A member of the frame: a string or several. */
  | { readonly at: readonly string[] }
  /** The value of the last frame of the channel with the same value at this path. */
  | { readonly sameAs: readonly string[] }
  /**
   * The values of the frames of the channel `of` whose filter `by` has one of the values that this
   * frame has for the filter `through`.
   */
  | { readonly through: string; readonly of: string; readonly by: string };

/** How the identity of a log is transmitted. Numbers of two logs are unrelated. */
export interface SequenceIdentity {
  /** The query parameter that names the log of the resume point. */
  readonly parameter: string;
  /** The header of the answer to the upgrade. */
  readonly header: string;
  /** The path to the member in frames that repeat the number. */
  readonly path: readonly string[];
}

/** How a reader subscribes within a connection (`x-subscription`). Message names are tags. */
export interface SubscriptionDescriptor {
  readonly subscribe: string;
  readonly unsubscribe: string;
  readonly keysField: string;
  readonly keyField: string;
  readonly forceSnapshotField?: string;
  readonly snapshot: string;
  readonly diffs: readonly string[];
  readonly counterField: string;
  /** The type of the numbers in decoded messages. Default bigint. */
  readonly as?: "number" | "string";
  /** The fields of the levels, if the state of a key is an order book. */
  readonly book?: BookDescriptor;
}

/** The fields of an order book's levels, in its snapshots and in its diffs. */
export interface BookDescriptor {
  /** The top-level field that lists the bids. */
  readonly bids: string;
  /** The top-level field that lists the asks. */
  readonly asks: string;
  /** The field of a level that holds its price, a Decimal of units and nanos. */
  readonly price: string;
  /** The field of a level that holds its quantity; in a diff, 0 deletes the level. */
  readonly quantity: string;
}

/** The place of a credential in the upgrade request. */
export interface CredentialPlace {
  /**
   * `basic`: user and password of HTTP Basic; `user`, `password`: one of the two alone;
   * `authorization`: after the scheme `name` in that header; `header`, `query`, `cookie`: under
   * `name`; `other`: nowhere, as for a certificate.
   */
  readonly kind:
    | "basic"
    | "user"
    | "password"
    | "authorization"
    | "header"
    | "query"
    | "cookie"
    | "other";
  readonly name?: string;
}

/** What the upgrade request has to prove. */
export interface SecurityDescriptor {
  /** The places of the credentials, by security scheme. */
  readonly schemes: Readonly<Record<string, CredentialPlace>>;
  /** Lists of alternatives, of which each has schemes: one alternative of every list must pass. */
  readonly lists: readonly (readonly (readonly string[])[])[];
}

/** How the upgrade request is signed (`x-signature`). */
export interface SignatureDescriptor {
  readonly algorithm: string;
  readonly headers: {
    readonly key: string;
    readonly timestamp: string;
    readonly signature: string;
  };
  readonly lines: readonly string[];
  readonly clockSkewMs: number;
}

/** A close code, and what a client does after it. */
export interface CloseCodeDescriptor {
  readonly code: number;
  readonly name: string;
  readonly client: "stop" | "reconnect" | "resync";
}

/**
 * A channel. The type parameters tie it to its generated message types, and name the members of
 * messages that a publisher fills in. `ServerMessageWritten` is the type of what may be published, if
 * properties with a default may be absent there.
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
   * The paths of the document's servers, before the address; segments in braces have any value.
   * Default: none.
   */
  readonly serverPaths?: readonly string[];
  /** Path, query and header parameters of the upgrade request. */
  readonly parameters: readonly ParameterDescriptor[];
  readonly validators: {
    readonly path?: Codec<unknown>;
    readonly query?: Codec<unknown>;
    readonly headers?: Codec<unknown>;
  };
  /** The top-level field whose value distinguishes messages; absent if there is none. */
  readonly discriminator?: string;
  /** Tells messages apart if `discriminator` does not, and one direction has several. */
  readonly select?: MessageSelector;
  /** The messages of both directions. */
  readonly serverMessages: readonly MessageDescriptor[];
  readonly clientMessages: readonly MessageDescriptor[];
  /** The requests of the client that are answered over the same connection. */
  readonly requests?: readonly RequestDescriptor[];
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
  readonly closeCodes: readonly CloseCodeDescriptor[];
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

/** Parameters whose defaults in the address may be left out. */
export type WithDefaults<Parameters extends { readonly path: object }, Name extends string> = Omit<
  Parameters,
  "path"
> &
  MaybeOptional<
    Omit<Parameters["path"], Name> &
      Partial<Pick<Parameters["path"], Name & keyof Parameters["path"]>>
  >;

type MaybeOptional<Path> =
  Record<never, never> extends Path ? { readonly path?: Path } : { readonly path: Path };

/**
 * A message that is unknown to the contract or breaks its schema. It is passed to the consumer and
 * does not end the stream.
 */
export interface UnknownMessage {
  readonly type: "$unknown";
  /**
   * The parsed JSON, the text if it is not JSON, or the bytes of a binary frame that is neither.
   * Integers beyond 2^53 are bigint.
   */
  readonly received: unknown;
  /** The reason why it was not decoded. */
  readonly reason: string;
}

/** Options for sending one message. */
export interface SendOptions {
  /** Withdraws a message that still waits for a connection; one that was written is not affected. */
  readonly signal?: AbortSignal;
  /** Called when the message is written to a connection, and may arrive from then on. */
  readonly onWritten?: () => void;
}

/**
 * An open channel as seen by its consumer. Iterate it for messages, or `run` a callback over them;
 * `close` it when done. Messages go to one consumer, events to any number of listeners.
 */
export interface ChannelStream<ServerMessage, ClientMessage>
  extends AsyncIterable<ServerMessage | UnknownMessage> {
  /** The current state of the channel. */
  readonly state: StreamState;
  /**
   * Calls `handle` with each message, in order, and waits for the result before the next. Resolves
   * when the stream ends; rejects with what iterating would throw, or with an error of `handle`,
   * after closing.
   */
  run(handle: (message: ServerMessage | UnknownMessage) => void | Promise<void>): Promise<void>;
  /**
   * Calls `listener` with each later event of a type. Returns a function that removes the listener.
   */
  on<Type extends StreamEvent["type"]>(
    type: Type,
    listener: (event: Extract<StreamEvent, { readonly type: Type }>) => void,
  ): () => void;
  /**
   * Pauses reading from the socket until `resume`. Messages that have arrived are still delivered.
   */
  pause(): void;
  resume(): void;
  /**
   * Sends one message, now or once connected. Resolves when it was passed to the socket or, for a
   * subscription, when the next connection will send it.
   *
   * @throws StreamError `invalid_message`; `send_aborted` if the signal withdrew it; `send_lost` if
   * its connection ended meanwhile; `stream_closed` after the end, with its reason as `cause`. The
   * field `sent` says whether it was written to a connection.
   */
  send(message: ClientMessage, options?: SendOptions): Promise<void>;
  /** Ends the iteration and closes the socket with 1000; resolves when it is closed. */
  close(): Promise<void>;
}

/** A channel as seen by its provider: iterate it for the messages of the client. */
export interface ServerStream<ServerMessage, ClientMessage>
  extends AsyncIterable<ClientMessage | UnknownMessage> {
  /** Aborts when the connection has ended, whichever side ended it. */
  readonly signal: AbortSignal;
  /**
   * Sends one message, and waits while this client reads too slowly. Rejects with `stream_closed`
   * once the connection is closed, and with `invalid_message`.
   */
  send(message: ServerMessage): Promise<void>;
  /**
   * Sends one message without waiting, as to each member of a group: a client that reads too slowly
   * is closed by the flow control of its connection. Returns whether the connection is open.
   *
   * @throws StreamError `invalid_message`.
   */
  trySend(message: ServerMessage): boolean;
  /** Closes the socket, by default with 1000; resolves when it is closed. */
  close(code?: number, reason?: string): Promise<void>;
}

/** The position of a reader in a sequenced channel, as a cursor stores it. */
export interface StreamPosition {
  /** The number of the last processed message. */
  readonly seq: bigint;
  /**
   * The mark that was passed to `save`. Without it, the client cannot verify that the server has
   * the same history.
   */
  readonly mark?: string;
}

/** Stores the position of a reader in a sequenced channel across restarts of its process. */
export interface StreamCursor {
  /**
   * Returns the position of the last processed message, or undefined to start where the parameters
   * say.
   */
  load(): Promise<StreamPosition | bigint | undefined>;
  /**
   * Stores the number of a message when the consumer requests the next one. Rejecting ends the
   * stream. `mark` returns a text of visible ASCII, about 80 characters, to store and return with
   * the number.
   */
  save(seq: bigint, mark: () => string): Promise<void>;
  /**
   * Writes anything that `save` deferred; called when the stream ends, possibly more than once.
   */
  flush?(): Promise<void>;
}

/** A numbered frame as received: it is the next one, and not decoded yet. */
export interface ArrivedFrame {
  /** The value of the discriminator. */
  readonly tag: string;
  /** The key that is numbered, on a channel with subscriptions. */
  readonly key?: string;
  readonly number: bigint;
  /** The text in UTF-8, valid only during the call. */
  readonly bytes: Uint8Array;
}

/**
 * Receives numbered frames before the consumer, as soon as they arrive. `taken`: it has processed
 * the frame, which is neither decoded nor delivered. `pass`: the consumer gets it. `refused`: it
 * could not use the frame, which then counts as missing. An error that it throws ends the stream.
 */
export type FrameTap = (frame: ArrivedFrame) => "taken" | "pass" | "refused";

/** Receives the replies of requests before the consumer. */
export interface ReplyTaker {
  /**
   * Receives a message that has no number; true keeps it from the consumer. It is an
   * `UnknownMessage` if it has no id.
   */
  take(message: unknown, messageId: string | undefined): boolean;
  /** Called when a connection has ended. */
  lost(): void;
}

/** Options for an open channel. */
export interface StreamOptions {
  /**
   * Ends the stream: messages that have arrived are still delivered, then iterating throws
   * `stream_aborted`.
   */
  readonly signal?: AbortSignal;
  /** The position at which a sequenced channel resumes; ignored by other channels. */
  readonly resume?: StreamCursor;
  /** Receives frames before the consumer; the cursor does not count these. */
  readonly tap?: FrameTap;
  /** Set by the methods of generated clients that wait for a reply. */
  readonly replies?: ReplyTaker;
}

/** Opens channels for a generated client; `@specwright/stream-client` implements it over WebSocket. */
export interface StreamTransport {
  /** Opens a channel. The connection is made, kept and resumed while the result is iterated. */
  open<Parameters extends ChannelParameters, ServerMessage, ClientMessage>(
    channel: ChannelDescriptor<Parameters, ServerMessage, ClientMessage, string, unknown>,
    parameters: Parameters,
    options?: StreamOptions,
  ): ChannelStream<ServerMessage, ClientMessage>;
}
