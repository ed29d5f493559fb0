// The messages that a user sends on a feed, and their replies. Requests for topics are sent elsewhere.
// `OpenFeed` loads this module when the first message is sent, so that pages which only read topics do not
// load it.

import { CodecError, JsonError, parseJson, type SendOptions } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { decodeUtf8, type ReplyTaker } from "@specwright/runtime/transport";
import { closedError } from "../closed-error.ts";
import type { Ending } from "../connection/ending.ts";
import { Outbox, rejectPendingReplies } from "../outbox.ts";

/** The connection that carries the messages. */
export interface MessageCarrier {
  send(frame: Uint8Array): Promise<void>;
  /** Calls `write` of `FeedMessages` once the connection can send messages. */
  proceed(): void;
}

/** The messages of the user of a feed. */
export class FeedMessages {
  readonly #channel: ChannelDescriptor;
  readonly #replies: ReplyTaker;
  readonly #carrier: MessageCarrier;
  readonly #outbox: Outbox;
  /** The ids of the messages that may be replies. */
  readonly #answers: ReadonlySet<string>;
  readonly #refusals: readonly string[];
  /** The number of waiting messages for which the connection has got a `write` function. */
  #inLine = 0;
  #ending: { readonly error: unknown } | undefined;

  constructor(channel: ChannelDescriptor, replies: ReplyTaker, carrier: MessageCarrier) {
    this.#channel = channel;
    this.#replies = replies;
    this.#carrier = carrier;
    this.#outbox = new Outbox(channel.id);
    this.#refusals = channel.feed?.subscription.refusal?.messages ?? [];
    this.#answers = new Set((channel.requests ?? []).flatMap((request) => request.replies));
  }

  /** Whether a message waits to be written. */
  get waits(): boolean {
    return this.#outbox.size > 0;
  }

  async send(message: unknown, options: SendOptions = {}): Promise<void> {
    if (this.#ending !== undefined) throw closedError(this.#channel.id, this.#ending.error);
    if (options.signal?.aborted) throw this.#outbox.withdrawn(options.signal);
    const sent = this.#outbox.add(this.#replies.encode(message), options);
    this.#carrier.proceed();
    await sent;
  }

  /**
   * Queues all waiting messages at a connection. For each message, `line` gets a function that writes the
   * message, and calls it when the connection may send it.
   */
  write(line: (write: () => void) => void): void {
    while (this.#inLine < this.#outbox.size) {
      this.#inLine += 1;
      line(() => {
        this.#inLine -= 1;
        this.#outbox.writeFirst(this.#carrier);
      });
    }
  }

  /**
   * Handles a frame. `id` is undefined if the frame is not a message of the contract. Returns true if the
   * frame answers a request, false if the frame is a reply but no request waits for it, and undefined for
   * any other frame.
   */
  take(id: string | undefined, bytes: Uint8Array): boolean | undefined {
    const isReply = id !== undefined && this.#answers.has(id);
    if (!isReply && id !== undefined && !this.#refusals.includes(id)) return undefined;
    return this.#takeMessage(id, bytes) || (isReply ? false : undefined);
  }

  /** Records whether reading is paused because the user has not read earlier messages. */
  blocked(isBlocked: boolean): void {
    this.#replies.blocked(isBlocked);
  }

  /**
   * Records that a connection has ended. Its requests without a reply are rejected; waiting messages are
   * sent on the next connection.
   */
  lost(ending: Ending): void {
    this.#inLine = 0;
    rejectPendingReplies(this.#replies, ending);
  }

  /** Rejects all messages that are not sent yet. */
  reject(error: unknown): void {
    this.#outbox.reject(error);
  }

  /** Ends the feed: rejects all messages and requests. */
  end(error: unknown): void {
    this.#ending = { error };
    rejectPendingReplies(this.#replies, undefined);
    this.reject(closedError(this.#channel.id, error));
  }

  #takeMessage(id: string | undefined, bytes: Uint8Array): boolean {
    const message = this.#channel.serverMessages.find((one) => one.id === id);
    if (message !== undefined) {
      try {
        return this.#replies.take(message.codec.decode(bytes), id);
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
      }
    }
    return this.#replies.take({ received: parseMessage(bytes) }, undefined);
  }
}

function parseMessage(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return decodeUtf8(bytes);
    throw error;
  }
}
