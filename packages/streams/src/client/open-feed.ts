// An open channel with topics, as its user sees it. In browsers the code of topics is loaded first.

import {
  type ChannelParameters,
  CodecError,
  type SendOptions,
  StreamError,
  type StreamState,
  type UnknownMessage,
} from "@specwright/runtime";
import type {
  BookStream,
  ChannelDescriptor,
  FeedOptions,
  FeedStream,
  TopicStream,
} from "@specwright/runtime/codegen";
import { decodeUtf8, type MessageSender, type ReplyTaker } from "@specwright/runtime/transport";
import { loadTopics } from "#parts";
import { ChannelReport } from "./channel-report.ts";
import { abortedError, closedError } from "./closed-error.ts";
import { createEventSource, type EventSource } from "./event-source.ts";
import { OpenTopic } from "./open-topic.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { FeedMessages } from "./topics/feed-messages.ts";
import type { FeedConnections } from "./topics/index.ts";

/** A feed over any number of connections. */
export class OpenFeed implements FeedStream, MessageSender {
  readonly done: Promise<void>;
  readonly #environment: StreamEnvironment;
  readonly #channel: ChannelDescriptor;
  readonly #options: FeedOptions;
  readonly #events: EventSource;
  readonly #report: ChannelReport;
  /** What waits for the code of topics. */
  #early: Map<OpenTopic, (connections: FeedConnections) => void> = new Map();
  readonly #loaded: Promise<FeedConnections>;
  #connections: FeedConnections | undefined;
  #messages: Promise<FeedMessages> | undefined;
  #ending: { readonly error: Error | undefined } | undefined;

  /** @throws StreamError `unknown_topic` for a channel without topics, or `unauthorized`. */
  constructor(
    environment: StreamEnvironment,
    channel: ChannelDescriptor,
    parameters: ChannelParameters,
    options: FeedOptions,
  ) {
    this.#environment = environment;
    this.#channel = channel;
    this.#options = options;
    this.#events = createEventSource(environment.onEvent);
    this.#report = new ChannelReport(channel, this.#events, (event) => this.#events.emit(event));
    const connect = ({ FeedConnections }: Awaited<ReturnType<typeof loadTopics>>) =>
      this.#connect(
        new FeedConnections({
          environment,
          channel,
          parameters,
          events: this.#events,
          onState: (state) => {
            if (this.#ending === undefined) this.#report.enter(state);
          },
        }),
      );
    const topics = loadTopics();
    const loaded = topics instanceof Promise ? topics.then(connect) : connect(topics);
    this.#loaded = Promise.resolve(loaded);
    this.done = this.#loaded.then((connections) => connections.done);
    this.done.then(
      () => this.#end(undefined),
      (error: Error) => this.#end(error),
    );
    const { signal } = options;
    const abort = (): void => {
      if (signal !== undefined) this.#end(abortedError(channel.id, signal));
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  }

  get state(): StreamState {
    return this.#report.state;
  }

  subscribe<Message>(topic: string, parameters: object): TopicStream<Message> {
    return this.subscribeBook(topic, parameters);
  }

  /**
   * Subscribes to a topic. Before the code of topics is loaded, the topic ends with the errors of its
   * name and parameters.
   *
   * @throws StreamError `stream_closed`, `unknown_topic`, `invalid_parameters`, `missing_hook`,
   * `unauthorized` or `duplicate_topic`.
   */
  subscribeBook<Message>(name: string, parameters: object): BookStream<Message> {
    if (this.#ending !== undefined) throw closedError(this.#channel.id, this.#ending.error);
    const given = Object.fromEntries(
      Object.entries(parameters).filter(([, value]) => value !== undefined),
    );
    const { id: channel } = this.#channel;
    const pairs = Object.entries(given).map(([key, value]) => `${key}=${value}`);
    const topic = new OpenTopic([name, ...pairs].join(" "), {
      marks: this.#environment.marks,
      decode: (id, bytes) => this.#decode(id, bytes),
      failed: (error) => this.#events.emit({ type: "failed", channel, topic: topic.name, error }),
      closed: () => this.#early.delete(topic),
    });
    const place = (connections: FeedConnections): void =>
      topic.place(connections.subscribe(name, given, topic.listener));
    if (this.#connections === undefined) this.#early.set(topic, place);
    else place(this.#connections);
    // The type of the generated method names the messages of the topic.
    return topic as BookStream<Message>;
  }

  /** Sends a message of a channel that was opened with `replies`. */
  async send(message: unknown, options?: SendOptions): Promise<void> {
    const { replies } = this.#options;
    if (replies === undefined) throw new TypeError("no `replies`");
    this.#messages ??= this.#loadMessages(replies);
    await (await this.#messages).send(message, options);
  }

  close(): void {
    this.#end(undefined);
  }

  #connect(connections: FeedConnections): FeedConnections {
    this.#connections = connections;
    if (this.#ending !== undefined) connections.close(this.#ending.error);
    for (const [topic, place] of this.#early) {
      try {
        place(connections);
      } catch (error) {
        if (!(error instanceof StreamError)) throw error;
        topic.listener.ended(error);
      }
    }
    this.#early.clear();
    return connections;
  }

  /** Ends the feed, once. */
  #end(error: Error | undefined): void {
    if (this.#ending !== undefined) return;
    this.#ending = { error };
    this.#connections?.close(error);
    for (const topic of this.#early.keys()) topic.listener.ended(error);
    this.#early.clear();
    this.#report.enter("closed", error);
  }

  async #loadMessages(replies: ReplyTaker): Promise<FeedMessages> {
    try {
      const [{ FeedMessages }, connections] = await Promise.all([
        import("./topics/feed-messages.ts"),
        this.#loaded,
      ]);
      return connections.first.carry(
        (carrier) => new FeedMessages(this.#channel, replies, carrier),
      );
    } catch (error) {
      // The next call tries again, after a failure of the network.
      this.#messages = undefined;
      throw error;
    }
  }

  #decode(id: string, bytes: Uint8Array): unknown {
    const message = this.#channel.serverMessages.find((one) => one.id === id);
    const unknown = (reason: string): UnknownMessage => ({
      type: "$unknown",
      received: decodeUtf8(bytes),
      reason,
    });
    if (message === undefined) return unknown(`no message ${id} is declared`);
    try {
      return message.codec.decode(bytes);
    } catch (error) {
      if (error instanceof CodecError) return unknown(error.message);
      throw error;
    }
  }
}
