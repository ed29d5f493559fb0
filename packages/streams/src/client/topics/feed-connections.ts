// The connections of an open feed: one, and more where a connection cannot have all topics.

import { FeedConnection, type FeedOptions } from "./feed-connection.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedPlan } from "./session/feed-plan.ts";
import type { Topic, TopicListener } from "./session/topic.ts";

interface OpenConnection {
  readonly connection: FeedConnection;
  isLive: boolean;
  /** The topics whose consumers have too many messages waiting. */
  readonly full: Set<Topic>;
}

/** A topic on the connection that it was given to. */
export interface PlacedTopic {
  readonly topic: Topic;
  /** Pauses the connection while the consumer of the topic, or of another one on it, is behind. */
  hold(isFull: boolean): void;
  close(): void;
}

/** Connections to which topics are given. */
export class FeedConnections {
  /** Settles when the feed is closed or has failed for good. */
  readonly done: Promise<void>;
  readonly #plan: FeedPlan;
  readonly #options: FeedOptions;
  readonly #first: OpenConnection;
  readonly #all: Set<OpenConnection> = new Set();

  constructor(plan: FeedPlan, options: FeedOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#first = this.#connect();
    this.done = this.#first.connection.done;
  }

  /** The connection that is there as long as the feed. */
  get first(): FeedConnection {
    return this.#first.connection;
  }

  /** Whether every connection is there. */
  get isLive(): boolean {
    return [...this.#all].every(({ isLive }) => isLive);
  }

  /**
   * Subscribes to a topic on the first connection that has room for it, or on a new one.
   *
   * @throws FeedError `unknown_topic`, `invalid_parameters`, `missing_hook`, `missing_credentials` or
   *   `duplicate_topic`.
   */
  subscribe(
    name: string,
    parameters: Readonly<Record<string, unknown>>,
    listener: TopicListener,
  ): PlacedTopic {
    const topic = this.#first.connection.session.createTopic(name, parameters, listener);
    for (const { connection } of this.#all) {
      for (const other of connection.session.topics) {
        if (other.name !== topic.name) continue;
        throw new FeedError("duplicate_topic", `The topic ${topic.name} is already subscribed.`);
      }
    }
    const open =
      [...this.#all].find(({ connection }) => connection.session.hasRoom(topic)) ?? this.#connect();
    const { connection, full } = open;
    connection.session.subscribe(topic);
    return {
      topic,
      hold(isFull) {
        if (isFull) full.add(topic);
        else full.delete(topic);
        connection.hold(full.size > 0);
      },
      close: () => {
        connection.session.unsubscribe(topic);
        this.#endUnused(open);
      },
    };
  }

  /** Ends the feed. */
  close(error?: FeedError): void {
    // `done` of the feed is that of the first one.
    for (const { connection } of [...this.#all].reverse()) connection.close(error);
  }

  #connect(): OpenConnection {
    const connection = new FeedConnection(this.#plan, {
      ...this.#options,
      onEvent: (event) => {
        if (event.type === "connected") open.isLive = true;
        if (event.type === "disconnected") open.isLive = false;
        this.#options.onEvent(event);
        if (event.type === "refused") queueMicrotask(() => this.#endUnused(open));
      },
    });
    const open: OpenConnection = { connection, isLive: false, full: new Set() };
    this.#all.add(open);
    connection.done.catch((error: unknown) => {
      if (error instanceof FeedError) this.close(error);
    });
    return open;
  }

  /** Ends a further connection that has no topic any more. */
  #endUnused(open: OpenConnection): void {
    const { connection } = open;
    if (open === this.#first || connection.session.topics.size > 0) return;
    this.#all.delete(open);
    connection.close();
  }
}
