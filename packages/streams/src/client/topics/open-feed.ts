// An open channel with topics, as the user of the client sees it.

import {
  type ChannelParameters,
  CodecError,
  type SendOptions,
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
import { warn } from "#platform";
import { ChannelReport } from "../channel-report.ts";
import { abortedError, closedError } from "../closed-error.ts";
import { createEventSource, type EventSource } from "../event-source.ts";
import type { StreamEnvironment } from "../stream-environment.ts";
import { warnOfEvent } from "../warn-of-event.ts";
import { FeedConnections } from "./feed-connections.ts";
import type { FeedMessages } from "./feed-messages.ts";
import { OpenTopic } from "./open-topic.ts";

/**
 * Opens channels with topics. Pass this function to `streamTransport`. A client that does not import it
 * gets a smaller bundle.
 *
 * @example
 * ```ts
 * const client = createVenueClient(streamTransport({ url: "wss://stream.example.com", topics }));
 * const book = client.market().book({ symbol: "BTC/USD" });
 * book.onChange(() => console.log(book.book?.bestBid));
 * ```
 */
export function topics(
  environment: StreamEnvironment,
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  options: FeedOptions,
): FeedStream & MessageSender {
  return new OpenFeed(environment, channel, parameters, options);
}

/** An open feed. It may have several connections. */
class OpenFeed implements FeedStream, MessageSender {
  readonly done: Promise<void>;
  readonly #environment: StreamEnvironment;
  readonly #channel: ChannelDescriptor;
  readonly #options: FeedOptions;
  readonly #events: EventSource;
  readonly #report: ChannelReport;
  readonly #connections: FeedConnections;
  readonly #over = new AbortController();
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
    this.#connections = new FeedConnections({
      environment,
      channel,
      parameters,
      events: this.#events,
      onState: (state) => {
        if (this.#ending === undefined) this.#report.enter(state);
      },
    });
    this.done = this.#connections.done;
    this.done.then(
      () => this.#endFeed(undefined),
      (error: Error) => this.#endFeed(error),
    );
    const { signal } = options;
    const abort = (): void => {
      if (signal !== undefined) this.#endFeed(abortedError(channel.id, signal));
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { signal: this.#over.signal });
  }

  get state(): StreamState {
    return this.#report.state;
  }

  subscribe<Message>(topic: string, parameters: object): TopicStream<Message> {
    return this.subscribeBook(topic, parameters);
  }

  /**
   * Subscribes to a topic.
   *
   * @throws StreamError `stream_closed`, `unknown_topic`, `invalid_parameters`, `missing_hook`,
   * `unauthorized` or `duplicate_topic`.
   */
  subscribeBook<Message>(name: string, parameters: object): BookStream<Message> {
    if (this.#ending !== undefined) throw closedError(this.#channel.id, this.#ending.error);
    const { id: channel } = this.#channel;
    const given = Object.fromEntries(
      Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined),
    );
    const topic = new OpenTopic({
      marks: this.#environment.marks,
      decode: (id, bytes) => this.#decodeMessage(id, bytes),
      failed: (error) => this.#events.emit({ type: "failed", channel, topic: topic.name, error }),
      place: (listener) => this.#connections.subscribe(name, given, listener),
    });
    // The generated method has the same message types as the topic.
    return topic as BookStream<Message>;
  }

  /** Sends a message. The channel must have been opened with `replies`. */
  async send(message: unknown, options?: SendOptions): Promise<void> {
    const { replies } = this.#options;
    if (replies === undefined) throw new TypeError("no `replies`");
    this.#messages ??= this.#loadMessages(replies);
    await (await this.#messages).send(message, options);
  }

  close(): void {
    this.#endFeed(undefined);
  }

  /** Ends the feed. Only the first call has an effect. */
  #endFeed(error: Error | undefined): void {
    if (this.#ending !== undefined) return;
    this.#ending = { error };
    this.#over.abort();
    this.#connections.close(error);
    this.#report.enter("closed", error);
    // A caller who does not await `done` learns the reason only from this warning.
    if (error !== undefined && this.#environment.onEvent === warnOfEvent) {
      warn(`${this.#channel.id}: the feed has ended: ${error.message}`);
    }
  }

  async #loadMessages(replies: ReplyTaker): Promise<FeedMessages> {
    try {
      const { FeedMessages } = await import("./feed-messages.ts");
      return this.#connections.first.carry(
        (carrier) => new FeedMessages(this.#channel, replies, carrier),
      );
    } catch (error) {
      // If loading failed, for example in the network, the next call tries again.
      this.#messages = undefined;
      throw error;
    }
  }

  #decodeMessage(id: string, bytes: Uint8Array): unknown {
    const message = this.#channel.serverMessages.find((one) => one.id === id);
    const unknownMessage = (reason: string): UnknownMessage => ({
      type: "$unknown",
      received: decodeUtf8(bytes),
      reason,
    });
    if (message === undefined) return unknownMessage(`no message ${id} is declared`);
    try {
      return message.codec.decode(bytes);
    } catch (error) {
      if (error instanceof CodecError) return unknownMessage(error.message);
      throw error;
    }
  }
}
