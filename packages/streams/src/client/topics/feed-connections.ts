// The connections of an open feed. The first one is used until it has no room for a topic; then more are
// opened.

import { StreamError } from "@specwright/runtime";
import { createSigner } from "./credentials/feed-signer.ts";
import { FeedConnection, type FeedInput, type PreparedFeed } from "./feed-connection.ts";
import { planFeed } from "./session/feed-plan.ts";
import type { Topic, TopicListener } from "./session/topic.ts";

interface OpenConnection {
  readonly connection: FeedConnection;
  readonly life: { isLive: boolean };
  /** The topics whose consumers are behind. */
  readonly full: Set<Topic>;
}

/** A topic, and the connection to which it was assigned. */
export interface PlacedTopic {
  readonly topic: Topic;
  /**
   * Records whether the consumer of this topic is behind. The connection is paused while the consumer of
   * any of its topics is behind.
   */
  hold(isFull: boolean): void;
  /** Ends a connection that cannot be paused. It is reopened when its consumers have caught up. */
  overflow(): void;
  close(): void;
}

/** The connections of a feed, with the topics of each. */
export class FeedConnections {
  /** Resolves when the feed is closed. Rejects if the feed failed permanently. */
  readonly done: Promise<void>;
  readonly #feed: PreparedFeed;
  readonly #first: OpenConnection;
  readonly #all: Set<OpenConnection> = new Set();
  readonly #finished = Promise.withResolvers<void>();

  /** @throws StreamError `unknown_topic` for a channel without topics. */
  constructor(input: FeedInput) {
    const { channel, environment } = input;
    const { feed } = channel;
    if (feed === undefined) {
      throw new StreamError("unknown_topic", `The channel ${channel.id} has no topics.`);
    }
    const signer = createSigner(channel, environment);
    this.#feed = { ...input, signer, plan: planFeed(feed, channel, signer?.scheme) };
    this.done = this.#finished.promise;
    this.done.catch(() => {});
    this.#first = this.#openConnection();
  }

  /** The first connection, which lasts as long as the feed. */
  get first(): FeedConnection {
    return this.#first.connection;
  }

  /**
   * Subscribes to a topic on the first connection with room for it. If none has room, opens a connection.
   *
   * @throws StreamError `unknown_topic`, `invalid_parameters`, `missing_hook`, `unauthorized` or
   * `duplicate_topic`.
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
        throw new StreamError("duplicate_topic", `The topic ${topic.name} is already subscribed.`);
      }
    }
    const open =
      [...this.#all].find(({ connection }) => connection.session.hasRoom(topic)) ??
      this.#openConnection();
    const { connection, full } = open;
    connection.session.subscribe(topic);
    return {
      topic,
      hold(isFull) {
        if (isFull) full.add(topic);
        else full.delete(topic);
        connection.hold(full.size > 0);
      },
      overflow() {
        if (!connection.pausable) connection.overflow();
      },
      close: () => {
        connection.session.unsubscribe(topic);
        this.#endUnused(open);
      },
    };
  }

  /** Ends the feed. */
  close(error?: Error): void {
    if (error === undefined) this.#finished.resolve();
    else this.#finished.reject(error);
    for (const { connection } of this.#all) connection.close(error);
  }

  #openConnection(): OpenConnection {
    const { onState } = this.#feed;
    const life = { isLive: false };
    const connection = new FeedConnection({
      ...this.#feed,
      onState: (state) => {
        life.isLive = state === "live";
        if (!life.isLive || [...this.#all].every((one) => one.life.isLive)) onState(state);
      },
      onRefused: () => this.#endUnused(open),
    });
    const open: OpenConnection = { connection, life, full: new Set() };
    this.#all.add(open);
    connection.done.catch((error: Error) => this.close(error));
    return open;
  }

  /** Closes a connection without topics, unless it is the first one. */
  #endUnused(open: OpenConnection): void {
    const { connection } = open;
    if (open === this.#first || connection.session.topics.size > 0) return;
    this.#all.delete(open);
    connection.close();
  }
}
