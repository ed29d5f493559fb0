// An open feed as its user sees it: topics to iterate over, and books.

import {
  CodecError,
  type FeedBookStatus,
  type FeedBookView,
  type FeedState,
  type SendOptions,
  type TopicState,
  type UnknownMessage,
} from "@specwright/runtime";
import type {
  BookStream,
  ChannelDescriptor,
  FeedStream,
  TopicStream,
} from "@specwright/runtime/codegen";
import { decodeUtf8, type ReplyTaker } from "@specwright/runtime/transport";
import type { FeedOptions } from "./feed-connection.ts";
import { FeedConnections } from "./feed-connections.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedMessages } from "./feed-messages.ts";
import { createMessageQueue, type MessageQueue } from "./message-queue.ts";
import type { FeedEvent, FeedListener } from "./session/feed-event.ts";
import { planFeed } from "./session/feed-plan.ts";
import type { Topic } from "./session/topic.ts";

/** Options of an open feed. */
export interface OpenFeedOptions extends FeedOptions {
  readonly maxWaiting: number;
  /** Takes the replies to the messages of the user. */
  readonly replies?: ReplyTaker | undefined;
}

/** A feed over any number of connections. */
export class OpenFeed implements FeedStream {
  readonly done: Promise<void>;
  readonly #channel: ChannelDescriptor;
  readonly #connections: FeedConnections;
  readonly #onEvent: FeedListener;
  readonly #maxWaiting: number;
  readonly #replies: ReplyTaker | undefined;
  #messages: Promise<FeedMessages> | undefined;
  #state: FeedState = "connecting";

  /** @throws FeedError `unknown_topic` for a channel whose contract has no topics. */
  constructor(channel: ChannelDescriptor, options: OpenFeedOptions) {
    const { feed } = channel;
    if (feed === undefined) {
      throw new FeedError("unknown_topic", `The channel ${channel.id} has no topics.`);
    }
    this.#channel = channel;
    this.#onEvent = options.onEvent;
    this.#maxWaiting = options.maxWaiting;
    this.#replies = options.replies;
    this.#connections = new FeedConnections(planFeed(feed, channel, options.signer?.scheme), {
      ...options,
      onEvent: (event) => {
        this.#follow(event);
        this.#report(event);
      },
    });
    this.done = this.#connections.done;
    const end = (): void => {
      this.#state = "closed";
    };
    this.done.then(end, end);
  }

  get state(): FeedState {
    return this.#state;
  }

  subscribe<Message>(topic: string, parameters: object): TopicStream<Message> {
    return this.#open<Message>(topic, parameters);
  }

  subscribeBook<Message>(topic: string, parameters: object): BookStream<Message> {
    return this.#open<Message>(topic, parameters);
  }

  /** Sends a message of a feed that was opened with `replies`. */
  async send(message: unknown, options?: SendOptions): Promise<void> {
    if (this.#replies === undefined) throw new TypeError("no `replies`");
    this.#messages ??= this.#loadMessages(this.#replies);
    await (await this.#messages).send(message, options);
  }

  close(): void {
    this.#state = "closed";
    this.#connections.close();
  }

  async #loadMessages(replies: ReplyTaker): Promise<FeedMessages> {
    try {
      const { FeedMessages } = await import("./feed-messages.ts");
      return this.#connections.first.carry(
        (carrier) => new FeedMessages(this.#channel, replies, carrier),
      );
    } catch (error) {
      // The next call tries again, after a failure of the network.
      this.#messages = undefined;
      throw error;
    }
  }

  #follow(event: FeedEvent): void {
    if (event.type === "connected" && this.#connections.isLive) this.#state = "live";
    if (event.type === "disconnected") this.#state = "connecting";
  }

  /** Tells the user of an event. If the listener throws, the error is printed. */
  #report(event: FeedEvent): void {
    try {
      this.#onEvent(event);
    } catch (error) {
      console.error("specwright: onEvent threw, and the feed continues:", error);
    }
  }

  /** @throws FeedError `feed_closed`, `unknown_topic`, `invalid_parameters` or `duplicate_topic`. */
  #open<Message>(name: string, parameters: object): BookStream<Message> {
    if (this.#state === "closed") {
      throw new FeedError("feed_closed", `The feed is closed, so ${name} cannot be subscribed.`);
    }
    const listeners = new Set<(message: Message | UnknownMessage) => void>();
    const changes = new Set<(change: "levels" | "status") => void>();
    let queue: MessageQueue<Message | UnknownMessage> | undefined;
    let ending: { readonly error: Error | undefined } | undefined;
    const given = Object.fromEntries(
      Object.entries(parameters).filter(([, value]) => value !== undefined),
    );
    const call = <Value>(all: Set<(value: Value) => void>, value: Value): void => {
      for (const listener of all) {
        try {
          listener(value);
        } catch (error) {
          this.#report({ type: "failed", topic: placed.topic.name, error });
        }
      }
    };
    const placed = this.#connections.subscribe(name, given, {
      message: (id, bytes) => {
        if (listeners.size === 0 && queue === undefined) return;
        const message = this.#decode<Message>(id, bytes);
        call(listeners, message);
        queue?.push(message);
      },
      book: (change) => call(changes, change),
      ended: (error) => {
        ending = { error };
        queue?.end(error);
      },
    });
    const { topic } = placed;
    const open = (): MessageQueue<Message | UnknownMessage> => {
      queue ??= createMessageQueue(this.#maxWaiting, (isFull) => placed.hold(isFull));
      if (ending !== undefined) queue.end(ending.error);
      return queue;
    };
    return bookStream(topic, {
      iterate: open,
      onMessage: (listener) => add(listeners, listener),
      onChange: (listener) => add(changes, listener),
      close: () => placed.close(),
    });
  }

  #decode<Message>(id: string, bytes: Uint8Array): Message | UnknownMessage {
    const message = this.#channel.serverMessages.find((one) => one.id === id);
    const received = (): unknown => decodeUtf8(bytes);
    if (message === undefined) return unknown(received(), `no message ${id} is declared`);
    try {
      // The codec has validated it; the type of the generated method connects the two.
      return message.codec.decode(bytes) as Message;
    } catch (error) {
      if (error instanceof CodecError) return unknown(received(), error.message);
      throw error;
    }
  }
}

interface TopicParts<Message> {
  readonly iterate: () => MessageQueue<Message | UnknownMessage>;
  readonly onMessage: TopicStream<Message>["onMessage"];
  readonly onChange: BookStream<Message>["onChange"];
  readonly close: () => void;
}

function bookStream<Message>(topic: Topic, parts: TopicParts<Message>): BookStream<Message> {
  return {
    get name(): string {
      return topic.name;
    },
    get state(): TopicState {
      return topic.status;
    },
    get status(): FeedBookStatus {
      return topic.bookStatus;
    },
    get book(): FeedBookView | undefined {
      return topic.bookStatus === "ready" ? topic.book : undefined;
    },
    get verified(): boolean | undefined {
      return topic.verified;
    },
    get verifiedLevels(): number | undefined {
      return topic.kind.book?.rule.checksum?.levels;
    },
    onMessage: parts.onMessage,
    onChange: parts.onChange,
    close: parts.close,
    [Symbol.asyncIterator]() {
      const queue = parts.iterate();
      return {
        next: () => queue.next(),
        async return() {
          parts.close();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function unknown(received: unknown, reason: string): UnknownMessage {
  return { type: "$unknown", received, reason };
}
