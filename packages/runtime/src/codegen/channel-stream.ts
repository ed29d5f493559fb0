// The types of an open channel, for its consumer and for its provider.

import type { StreamEvent, StreamState } from "./stream-event.ts";

/**
 * A message that is unknown to the contract or breaks its schema. It is passed to the consumer and
 * does not end the stream.
 */
export interface UnknownMessage {
  readonly type: "$unknown";
  /**
   * The received message: the parsed JSON, with integers beyond 2^53 as bigint; the text, if it is not
   * JSON; or the bytes of a binary frame that contains no text.
   */
  readonly received: unknown;
  /** The reason why the message was not decoded. */
  readonly reason: string;
}

/** Options for sending one message. */
export interface SendOptions {
  /** Withdraws the message while it waits for a connection. Has no effect once the message is written. */
  readonly signal?: AbortSignal;
  /** Called when the message is written to a connection. From then on, it may reach the server. */
  readonly onWritten?: () => void;
}

/** The part of an open channel or feed that sends messages. `ChannelStream` describes the whole. */
export interface MessageSender {
  // Declared as a method, so that streams with narrower message types are assignable to this type.
  send(message: unknown, options?: SendOptions): Promise<void>;
}

/**
 * An open channel as its consumer sees it. Iterate over it to receive messages, or `run` a callback for
 * each message; `close` it when done. Only one consumer receives the messages; any number of listeners
 * receive the events.
 */
export interface ChannelStream<ServerMessage, ClientMessage>
  extends AsyncIterable<ServerMessage | UnknownMessage> {
  /** The current state of the channel. */
  readonly state: StreamState;
  /**
   * Calls `handle` with each message, in order, and waits for its result before the next message. Resolves
   * when the stream ends. Rejects with the error that iterating would throw. If `handle` throws, closes the
   * stream and rejects with that error.
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
   * Sends one message, now or when the channel is connected. Resolves when the message is written to the
   * socket. For a subscription, resolves as soon as the next connection is certain to send it.
   *
   * @throws StreamError `invalid_message`; `send_aborted` if the signal withdrew the message; `send_lost`
   * if the connection ended meanwhile; `stream_closed` after the end of the stream, with the reason as
   * `cause`. The field `sent` says whether the message was written to a connection.
   */
  send(message: ClientMessage, options?: SendOptions): Promise<void>;
  /** Ends the iteration and closes the socket with 1000; resolves when it is closed. */
  close(): Promise<void>;
}

/** A connection to a channel as seen by its provider, without the messages of the client. */
export interface ServerConnection<ServerMessage> {
  /** Aborts when either side has ended the connection. */
  readonly signal: AbortSignal;
  /**
   * Sends one message. If this client reads too slowly, waits before sending. Rejects with `stream_closed`
   * once the connection is closed, and with `invalid_message`.
   */
  send(message: ServerMessage): Promise<void>;
  /**
   * Sends one message without waiting, for example to each member of a group. If the client of a connection
   * reads too slowly, flow control closes the connection. Returns whether the connection is open.
   *
   * @throws StreamError `invalid_message`.
   */
  trySend(message: ServerMessage): boolean;
  /** Closes the socket, by default with 1000; resolves when it is closed. */
  close(code?: number, reason?: string): Promise<void>;
}

/** A channel as seen by its provider: iterate it for the messages of the client. */
export interface ServerStream<ServerMessage, ClientMessage>
  extends ServerConnection<ServerMessage>,
    AsyncIterable<ClientMessage | UnknownMessage> {}

/** The position of a reader in a sequenced channel, as a cursor stores it. */
export interface StreamPosition {
  /** The number of the last processed message. */
  readonly seq: bigint;
  /**
   * The mark that was passed to `save`. If it is absent, the client cannot verify that the server has the
   * same history.
   */
  readonly mark?: string;
}

/** Stores the position of a reader in a sequenced channel across restarts of its process. */
export interface StreamCursor {
  /**
   * Returns the position of the last processed message. Returns undefined to start at the position that the
   * channel's parameters name.
   */
  load(): Promise<StreamPosition | bigint | undefined>;
  /**
   * Stores the number of a processed message. Called when the consumer requests the next message. A
   * rejection ends the stream. `mark` returns a text of about 80 visible ASCII characters; store it, and
   * return it from `load` with the number.
   */
  save(seq: bigint, mark: () => string): Promise<void>;
  /**
   * Writes positions that `save` has not written yet. Called when the stream ends, possibly more than once.
   */
  flush?(): Promise<void>;
}

/** A received numbered frame. It has the next expected number, and is not decoded yet. */
export interface ArrivedFrame {
  /** The value of the discriminator. */
  readonly tag: string;
  /** The key that the number belongs to, on a channel with subscriptions. */
  readonly key?: string;
  readonly number: bigint;
  /** The text in UTF-8, valid only during the call. */
  readonly bytes: Uint8Array;
}

/**
 * Receives numbered frames when they arrive, before the consumer. `taken`: the tap has processed the frame,
 * which is then neither decoded nor delivered. `pass`: the consumer receives the frame. `refused`: the tap
 * could not use the frame, which then counts as missing. An error that the tap throws ends the stream.
 */
export type FrameTap = (frame: ArrivedFrame) => "taken" | "pass" | "refused";

/** Receives the replies of requests before the consumer. */
export interface ReplyTaker {
  /** Writes a message of the client. Throws `StreamError` `invalid_message`. */
  encode(message: unknown): Uint8Array;
  /**
   * Receives a message that has no number. Returns true if the consumer must not receive the message. If
   * `messageId` is undefined, `message` is an `UnknownMessage`.
   */
  take(message: unknown, messageId: string | undefined): boolean;
  /**
   * Called when a connection has ended. `why` is the reason as text, `closeCode` the close code of the
   * peer.
   */
  lost(why: string, closeCode?: number): void;
  /**
   * Called with true when unread messages cause the client to stop reading from the socket, and with false
   * when it continues. No replies arrive in between.
   */
  blocked(isBlocked: boolean): void;
}

/** Options for an open channel. */
export interface StreamOptions {
  /**
   * Ends the stream. Messages that have already arrived are still delivered; then iterating throws
   * `stream_aborted`.
   */
  readonly signal?: AbortSignal;
  /** The position at which a sequenced channel resumes; ignored by other channels. */
  readonly resume?: StreamCursor;
  /**
   * Receives frames before the consumer. The cursor does not count frames for which the tap returns
   * `taken`.
   */
  readonly tap?: FrameTap;
  /** Set by the methods of generated clients that wait for a reply. */
  readonly replies?: ReplyTaker;
}
