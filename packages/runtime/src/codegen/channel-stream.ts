// The types of an open channel, for its consumer and for its provider.

import type { StreamEvent, StreamState } from "./stream-event.ts";

/**
 * A message that is unknown to the contract or breaks its schema. It is passed to the consumer and
 * does not end the stream.
 */
export interface UnknownMessage {
  readonly type: "$unknown";
  /**
   * The parsed JSON; the text, if it is not JSON; or the bytes of a binary frame that contains no
   * text. Integers beyond 2^53 are bigint.
   */
  readonly received: unknown;
  /** The reason why the message was not decoded. */
  readonly reason: string;
}

/** Options for sending one message. */
export interface SendOptions {
  /** Withdraws a message that still waits for a connection. Has no effect once the message is written. */
  readonly signal?: AbortSignal;
  /** Called when the message is written to a connection. From then on, it may reach the server. */
  readonly onWritten?: () => void;
}

/** The part of an open channel or feed that sends messages, which `ChannelStream` describes. */
export interface MessageSender {
  // A method, so that streams of narrower messages are assignable.
  send(message: unknown, options?: SendOptions): Promise<void>;
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
   * Calls `handle` with each message, in order, and waits for the result before the next message.
   * Resolves when the stream ends. Rejects with the error that iterating would throw, or closes the
   * stream and rejects with an error of `handle`.
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
   * Sends one message, now or once connected. Resolves when the socket has got the message. For a
   * subscription, resolves as soon as it is certain that the next connection sends it.
   *
   * @throws StreamError `invalid_message`; `send_aborted` if the signal withdrew it; `send_lost` if
   * its connection ended meanwhile; `stream_closed` after the end, with its reason as `cause`. The
   * field `sent` says whether it was written to a connection.
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
   * Sends one message, and waits while this client reads too slowly. Rejects with `stream_closed`
   * once the connection is closed, and with `invalid_message`.
   */
  send(message: ServerMessage): Promise<void>;
  /**
   * Sends one message without waiting, for example to each member of a group. The flow control of a
   * connection closes it if its client reads too slowly. Returns whether the connection is open.
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
   * The mark that was passed to `save`. Without the mark, the client cannot verify that the server
   * has the same history.
   */
  readonly mark?: string;
}

/** Stores the position of a reader in a sequenced channel across restarts of its process. */
export interface StreamCursor {
  /**
   * Returns the position of the last processed message, or undefined to start at the position in
   * the parameters.
   */
  load(): Promise<StreamPosition | bigint | undefined>;
  /**
   * Stores the number of a message when the consumer requests the next message. A rejection ends
   * the stream. `mark` returns a text of visible ASCII, about 80 characters, to store and return
   * with the number.
   */
  save(seq: bigint, mark: () => string): Promise<void>;
  /**
   * Writes positions that `save` has deferred. Called when the stream ends, possibly more than
   * once.
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
 * Receives numbered frames before the consumer, as soon as they arrive. `taken`: the tap has processed the
 * frame, which is neither decoded nor delivered. `pass`: the consumer receives the frame. `refused`: the
 * tap could not use the frame, which then counts as missing. An error that the tap throws ends the stream.
 */
export type FrameTap = (frame: ArrivedFrame) => "taken" | "pass" | "refused";

/** Receives the replies of requests before the consumer. */
export interface ReplyTaker {
  /** Writes a message of the client. Throws `StreamError` `invalid_message`. */
  encode(message: unknown): Uint8Array;
  /**
   * Receives a message that has no number. Returns true if the consumer must not receive it. The message is
   * an `UnknownMessage` if it has no id.
   */
  take(message: unknown, messageId: string | undefined): boolean;
  /**
   * Called when a connection has ended. `why` is the reason as text, `closeCode` the close code of the
   * peer.
   */
  lost(why: string, closeCode?: number): void;
  /**
   * Called with true when unread messages stop the reading, and with false when reading continues.
   * While reading is stopped, no reply arrives.
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
  /** Receives frames before the consumer. The cursor does not count the frames that the tap has taken. */
  readonly tap?: FrameTap;
  /** Set by the methods of generated clients that wait for a reply. */
  readonly replies?: ReplyTaker;
}
