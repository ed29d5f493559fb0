// Descriptors of channels: data that generated code hands to the stream transports.

import type { Codec, StreamCodec } from "./codec.ts";
import type { ParameterDescriptor } from "./parameter.ts";
import type { SentShapes } from "./sent-shape.ts";
import type { StreamEvent, StreamState } from "./stream-event.ts";

/** Describes one message of a channel. */
export interface MessageDescriptor {
  readonly id: string;
  /** Reads the bytes of a frame and makes those of one. */
  readonly codec: StreamCodec<unknown>;
  /** The value of the channel's discriminator field that marks this message. */
  readonly tag?: string;
  /** What a publisher may put into it, where readers take more. */
  readonly sent?: { readonly shapes: SentShapes; readonly name: string };
}

/** A time in messages: a moment since the Unix epoch, or a span. */
export interface TimeDescriptor {
  readonly unit: "ns" | "us" | "ms" | "s" | "rfc3339";
  /** The type of the value in a decoded message. */
  readonly as: "bigint" | "number" | "string";
}

/** The fields that messages have in common, and the messages that a server makes by itself (`x-envelope`). */
export interface EnvelopeDescriptor {
  /** The time at which a message was made, with the top-level field that holds it. */
  readonly time?: TimeDescriptor & { readonly field: string };
  /** The message that says that the connection is alive; `every` is the longest silence to expect. */
  readonly heartbeat?: {
    readonly tag: string;
    readonly every?: TimeDescriptor & { readonly path: readonly string[] };
  };
  /** The message that reports an error. Paths go from the top of the message down. */
  readonly error?: {
    readonly tag: string;
    /** The code for programs. */
    readonly code: readonly string[];
    /** The text for people. */
    readonly text?: readonly string[];
    /** An object with more about the error. */
    readonly details?: readonly string[];
    /** The codes of the contract, by what the run time calls them; others are the same for both. */
    readonly codes?: Readonly<Record<string, string>>;
  };
}

/** Says how frames are numbered and how a reader resumes (`x-sequence`). */
export interface SequenceDescriptor {
  readonly field: string;
  /** The type of the numbers in decoded messages. Default bigint. */
  readonly as?: "number" | "string";
  /** Tags (frame types) that advance the sequence. */
  readonly counts: readonly string[];
  readonly repeats: readonly string[];
  readonly resumeParameter: string;
  readonly endOfBacklog: string;
  /** The member of the message that ends a replay which holds the highest number there is. */
  readonly lastNumberPath?: readonly string[];
  readonly tooOld: { readonly errorCode: string; readonly closeCode: number };
  readonly watermarkField?: string;
  /** Where the identity of the log stands that the numbers are from; absent when it has none. */
  readonly identity?: SequenceIdentity;
  readonly filters: readonly string[];
  /** Where each filter's values come from, tried in order; whoever publishes gives the others. */
  readonly filterSources?: Readonly<Record<string, readonly FilterSource[]>>;
  /** The member of frames that count which names whose sequence it is, where they have it. */
  readonly ownerPath?: readonly string[];
}

/** What a frame that counts is selected by. Paths go from the top of the frame down. */
export type FilterSource =
  /** The value stands in the frame: a string or several. */
  | { readonly at: readonly string[] }
  /** That of the last frame of the channel with the same value there. */
  | { readonly sameAs: readonly string[] }
  /**
   * That of the frames of the channel `of` which its filter `by` selects by one of the values that
   * this frame has for the filter `through`.
   */
  | { readonly through: string; readonly of: string; readonly by: string };

/** Where the identity of a log stands on the wire: numbers of two logs have nothing in common. */
export interface SequenceIdentity {
  /** The query parameter that names the log of the resume point. */
  readonly parameter: string;
  /** The header of the answer to the upgrade. */
  readonly header: string;
  /** The member of frames that repeat the number, from the top of the frame down. */
  readonly path: readonly string[];
}

/** Says how a reader subscribes within a connection (`x-subscription`). Message names are tags. */
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
  /** Where the levels stand, when the state of a key is an order book. */
  readonly book?: BookDescriptor;
}

/** Says where the levels of an order book stand in its snapshot, and in the diffs that have them. */
export interface BookDescriptor {
  /** The top-level field that lists what buys. */
  readonly bids: string;
  /** The top-level field that lists what sells. */
  readonly asks: string;
  /** The field of a level that holds its price, a Decimal of units and nanos. */
  readonly price: string;
  /** The field of a level that holds how much there is; in a diff, 0 deletes the level. */
  readonly quantity: string;
}

/** Says how the upgrade request is signed (`x-signature`). */
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

/** Names a close code and what a client does next. */
export interface CloseCodeDescriptor {
  readonly code: number;
  readonly name: string;
  readonly client: "stop" | "reconnect" | "resync";
}

/**
 * Describes a channel; the type parameters tie it to its generated message types, and name the
 * members of messages that a publisher fills in.
 */
export interface ChannelDescriptor<
  Parameters extends ChannelParameters = ChannelParameters,
  ServerMessage = unknown,
  ClientMessage = unknown,
  Stamped extends string = string,
> {
  readonly id: string;
  /** The method of the handlers and the client, where `id` is not an identifier. */
  readonly name?: string;
  /** As clients open it, such as `/orders`. */
  readonly address: string;
  /** Path, query and header parameters of the upgrade request. */
  readonly parameters: readonly ParameterDescriptor[];
  readonly validators: {
    readonly path?: Codec<unknown>;
    readonly query?: Codec<unknown>;
    readonly headers?: Codec<unknown>;
  };
  /** The top-level field whose value tells messages apart; absent when there is none. */
  readonly discriminator?: string;
  /** What the provider sends and what it receives. */
  readonly serverMessages: readonly MessageDescriptor[];
  readonly clientMessages: readonly MessageDescriptor[];
  readonly envelope?: EnvelopeDescriptor;
  readonly sequence?: SequenceDescriptor;
  readonly subscription?: SubscriptionDescriptor;
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
  };
}

/** Holds what a caller passes when opening a channel: one part per location. */
export interface ChannelParameters {
  readonly path?: object;
  readonly query?: object;
  readonly headers?: object;
}

/** A message that the contract does not know, or that breaks its schema: it is handed over, and never fatal. */
export interface UnknownMessage {
  readonly type: "$unknown";
  /** The parsed JSON, or the text when it is not JSON. Integers beyond 2^53 are bigint. */
  readonly received: unknown;
  /** Why it was not decoded. */
  readonly reason: string;
}

/**
 * An open channel as its consumer sees it: iterate it for messages, or `run` a callback over
 * them; `close` it when done. Messages go to one consumer, events to any number.
 */
export interface ChannelStream<ServerMessage, ClientMessage>
  extends AsyncIterable<ServerMessage | UnknownMessage> {
  /** Where the channel stands now. */
  readonly state: StreamState;
  /**
   * Calls `handle` with each message, in order, and waits for what it returns before the next.
   * Resolves when the stream ends; rejects with what iterating would throw, or with what `handle`
   * threw, after closing.
   */
  run(handle: (message: ServerMessage | UnknownMessage) => void | Promise<void>): Promise<void>;
  /** Calls `listener` with each event of a type from now on; the result takes it off. */
  on<Type extends StreamEvent["type"]>(
    type: Type,
    listener: (event: Extract<StreamEvent, { readonly type: Type }>) => void,
  ): () => void;
  /** Reads no more from the socket until `resume`. What has arrived is still handed over. */
  pause(): void;
  resume(): void;
  /**
   * Sends one message; resolves when it is handed to the socket, or, of a subscription, when the
   * next connection will make it. Rejects after `close`.
   */
  send(message: ClientMessage): Promise<void>;
  /** Ends the iteration and closes the socket with 1000; resolves when it is closed. */
  close(): Promise<void>;
}

/** The same channel as its provider sees it: iterate it for what the client sends. */
export interface ServerStream<ServerMessage, ClientMessage>
  extends AsyncIterable<ClientMessage | UnknownMessage> {
  /** Aborts when the connection is gone, whichever side ended it. */
  readonly signal: AbortSignal;
  /** Sends one message; resolves when it is handed to the socket. Rejects once it is closed. */
  send(message: ServerMessage): Promise<void>;
  /** Closes the socket, with 1000 unless told otherwise; resolves when it is closed. */
  close(code?: number, reason?: string): Promise<void>;
}

/** A reader's place in a sequenced channel, as a cursor keeps it. */
export interface StreamPosition {
  /** The number of the last message dealt with. */
  readonly seq: bigint;
  /** What `save` got beside it. Without it nobody can see whether the server has another history. */
  readonly mark?: string;
}

/** Keeps a reader's place in a sequenced channel across restarts of its process. */
export interface StreamCursor {
  /** Returns the position of the last message that was dealt with, or nothing to start where the parameters say. */
  load(): Promise<StreamPosition | bigint | undefined>;
  /**
   * Notes a number when the consumer asks for the message after it. Rejecting ends the stream. `mark`
   * writes a text of visible ASCII, some 80 characters, to keep and give back beside the number.
   */
  save(seq: bigint, mark: () => string): Promise<void>;
  /** Stores durably what `save` put off; called when the stream ends, perhaps more than once. */
  flush?(): Promise<void>;
}

/** A numbered frame as it came: judged to be the next one, and not decoded yet. */
export interface ArrivedFrame {
  /** The value of the discriminator. */
  readonly tag: string;
  /** What it is numbered by, on a channel with subscriptions. */
  readonly key?: string;
  readonly number: bigint;
  /** UTF-8, to be read during the call. */
  readonly bytes: Uint8Array;
}

/**
 * Receives numbered frames ahead of the consumer, the moment they arrive. `taken`: it dealt with
 * the frame, which is then neither decoded nor handed over. `pass`: the consumer gets it. `refused`:
 * it could not use the frame, which then counts as missing. What it throws ends the stream.
 */
export type FrameTap = (frame: ArrivedFrame) => "taken" | "pass" | "refused";

/** Configures an open channel. */
export interface StreamOptions {
  /** Ends the stream: what has arrived is still handed over, then iterating throws `stream_aborted`. */
  readonly signal?: AbortSignal;
  /** Where a sequenced channel resumes; other channels ignore it. */
  readonly resume?: StreamCursor;
  /** Takes frames ahead of the consumer; the cursor does not note those. */
  readonly tap?: FrameTap;
}

/** Opens channels for a generated client; `@specwright/stream-client` implements it over WebSocket. */
export interface StreamTransport {
  /** Opens a channel. Connection is made, kept and resumed while the result is iterated. */
  open<Parameters extends ChannelParameters, ServerMessage, ClientMessage>(
    channel: ChannelDescriptor<Parameters, ServerMessage, ClientMessage>,
    parameters: Parameters,
    options?: StreamOptions,
  ): ChannelStream<ServerMessage, ClientMessage>;
}
