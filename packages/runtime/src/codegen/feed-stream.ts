// The types of an open channel with topics, for its consumer.

import type { Decimal } from "../numbers/decimal.ts";
import type { UnknownMessage } from "./channel-stream.ts";
import type { StreamState } from "./stream-event.ts";

/**
 * The state of a topic. `waiting`: the client has not sent the request yet. `requested`: the server has not
 * accepted the request yet. `subscribed`: messages arrive. `leaving`: the client unsubscribes, and will
 * subscribe again. `refused` and `closed`: the topic has ended.
 */
export type TopicState = "waiting" | "requested" | "subscribed" | "leaving" | "refused" | "closed";

/** A topic of a feed. Iterate over it to receive its messages in order. */
export interface TopicStream<Message> extends AsyncIterable<Message | UnknownMessage> {
  /** The name of the topic with its parameters. */
  readonly name: string;
  readonly state: TopicState;
  /**
   * Calls a listener with each message when it arrives. Use it instead of iterating. Returns a function
   * that removes the listener.
   */
  onMessage(listener: (message: Message | UnknownMessage) => void): () => void;
  /** Unsubscribes. The iteration ends after the messages that have already arrived. */
  close(): void;
}

/**
 * The status of a book. `opening`: no snapshot has arrived yet. `ready`: the book is complete. `stale`: the
 * book was complete, and waits for the next snapshot. `refused` and `closed`: the book is no longer kept.
 */
export type FeedBookStatus = "opening" | "ready" | "stale" | "refused" | "closed";

/**
 * A level of a book. If its price or quantity has more than nine decimals, reading `price` or `qty` throws;
 * the texts have every decimal.
 */
export interface FeedLevel {
  readonly price: Decimal;
  readonly qty: Decimal;
  readonly priceText: string;
  readonly qtyText: string;
}

/** The readable part of a book. The first bid has the highest price, the first ask the lowest. */
export interface FeedBookView {
  readonly bestBid: FeedLevel | undefined;
  readonly bestAsk: FeedLevel | undefined;
  /** Whether the best bid is at or above the best ask. */
  readonly crossed: boolean;
  /** Returns the number of levels of a side. */
  depth(side: "bids" | "asks"): number;
  /** Returns the best levels of a side. */
  top(side: "bids" | "asks", count?: number): readonly FeedLevel[];
  /** Returns the best levels of a side as text without needless zeros. */
  topTexts(
    side: "bids" | "asks",
    count?: number,
  ): readonly (readonly [price: string, quantity: string])[];
  /** Returns the quantity at a price; 0 if there is no such level. */
  quantityAt(side: "bids" | "asks", price: Decimal): Decimal;
}

/**
 * A function that checks a book after a message, for contracts that name a hook. After `unknown`, the book
 * stays unverified. `frame` is the text of the message.
 *
 * @example
 * ```ts
 * const hash: FeedBookHook = (book, frame) =>
 *   sha1(bookText(book)) === JSON.parse(frame).hash ? "right" : "wrong";
 * ```
 */
export type FeedBookHook = (book: FeedBookView, frame: string) => "right" | "wrong" | "unknown";

/** A topic whose order book is kept. */
export interface BookStream<Message> extends TopicStream<Message> {
  readonly status: FeedBookStatus;
  /** The book; undefined unless its status is `ready`. */
  readonly book: FeedBookView | undefined;
  /**
   * Whether a checksum has confirmed the book since its last change; undefined if the venue sends
   * no checksums. If checksums are separate frames, a book is `ready` but unverified until the next
   * checksum.
   */
  readonly verified: boolean | undefined;
  /**
   * The number of best levels of each side that the checksum covers. `verified` applies only to these
   * levels; deeper levels may be wrong. Undefined if the venue has no checksum, or if a hook checks the
   * book.
   */
  readonly verifiedLevels: number | undefined;
  /**
   * Calls a listener after each change of levels or of the status. Returns a function that removes the
   * listener.
   */
  onChange(listener: (change: "levels" | "status") => void): () => void;
}

/**
 * An open feed with any number of topics. The feed uses one connection, and reconnects when the
 * connection ends. It uses several connections if the contract limits the topics of a connection,
 * or if frames of two topics cannot be distinguished.
 */
export interface FeedStream {
  /** `replaying` occurs only on channels without topics. */
  readonly state: StreamState;
  /** Resolves when the feed is closed, and rejects if it has failed permanently. */
  readonly done: Promise<void>;
  /** Subscribes to a topic. Generated clients have a typed method for each topic. */
  subscribe<Message>(topic: string, parameters: object): TopicStream<Message>;
  /** Subscribes to a topic and keeps its book. */
  subscribeBook<Message>(topic: string, parameters: object): BookStream<Message>;
  /** Ends all topics and closes the connections. */
  close(): void;
}
