// A topic as the user of the client sees it: iterated, listened to, or read as a book.

import type { FeedBookStatus, FeedBookView, TopicState } from "@specwright/runtime";
import type { BookStream } from "@specwright/runtime/codegen";
import { createDeliveryQueue, type DeliveryQueue, type QueueMarks } from "../delivery-queue.ts";
import type { PlacedTopic } from "./feed-connections.ts";
import type { TopicListener } from "./session/topic.ts";

/** The part of a feed that a topic uses. */
export interface TopicHost {
  readonly marks: QueueMarks;
  decode(messageId: string, bytes: Uint8Array): unknown;
  /** Reports an error that a listener threw. */
  failed(error: unknown): void;
  /** Subscribes to the topic on a connection of the feed. */
  place(listener: TopicListener): PlacedTopic;
}

export class OpenTopic implements BookStream<unknown> {
  readonly #host: TopicHost;
  readonly #listeners: Set<(message: unknown) => void> = new Set();
  readonly #changes: Set<(change: "levels" | "status") => void> = new Set();
  #queue: DeliveryQueue<unknown> | undefined;
  readonly #placed: PlacedTopic;
  #ending: { readonly error: Error | undefined } | undefined;

  /** @throws StreamError for the same reasons as `host.place`. */
  constructor(host: TopicHost) {
    this.#host = host;
    this.#placed = host.place({
      message: (id, bytes) => this.#deliverMessage(id, bytes),
      book: (change) => this.#call(this.#changes, change),
      ended: (error) => this.#endTopic(error),
    });
  }

  get name(): string {
    return this.#placed.topic.name;
  }

  get state(): TopicState {
    return this.#placed.topic.status;
  }

  get status(): FeedBookStatus {
    return this.#placed.topic.bookStatus;
  }

  get book(): FeedBookView | undefined {
    return this.status === "ready" ? this.#placed.topic.book : undefined;
  }

  get verified(): boolean | undefined {
    return this.#placed.topic.verified;
  }

  get verifiedLevels(): number | undefined {
    return this.#placed.topic.kind.book?.rule.checksum?.levels;
  }

  onMessage(listener: (message: unknown) => void): () => void {
    return addListener(this.#listeners, listener);
  }

  onChange(listener: (change: "levels" | "status") => void): () => void {
    return addListener(this.#changes, listener);
  }

  close(): void {
    this.#placed.close();
  }

  [Symbol.asyncIterator](): AsyncIterator<unknown, undefined> {
    const queue = this.#openQueue();
    return {
      next: () => queue.next(),
      return: async () => {
        this.close();
        return { done: true, value: undefined };
      },
    };
  }

  #deliverMessage(id: string, bytes: Uint8Array): void {
    if (this.#listeners.size === 0 && this.#queue === undefined) return;
    const message = this.#host.decode(id, bytes);
    this.#call(this.#listeners, message);
    this.#queue?.push(message);
    if (this.#queue?.full) this.#placed.hold(true);
    if (this.#queue?.overfull) this.#placed.overflow();
  }

  #endTopic(error: Error | undefined): void {
    this.#ending ??= { error };
    this.#queue?.end(error);
  }

  #openQueue(): DeliveryQueue<unknown> {
    this.#queue ??= createDeliveryQueue(this.#host.marks, () => this.#placed.hold(false));
    if (this.#ending !== undefined) this.#queue.end(this.#ending.error);
    return this.#queue;
  }

  #call<Value>(all: Set<(value: Value) => void>, value: Value): void {
    for (const listener of all) {
      try {
        listener(value);
      } catch (error) {
        this.#host.failed(error);
      }
    }
  }
}

function addListener<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
