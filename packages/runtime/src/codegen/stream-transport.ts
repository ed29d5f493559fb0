// The part of a transport that a generated client needs to open its channels.

import type { ChannelDescriptor, ChannelParameters } from "./channel.ts";
import type { ChannelStream, MessageSender, StreamOptions } from "./channel-stream.ts";
import type { FeedStream } from "./feed-stream.ts";

/** Opens channels without topics for a generated client; `@specwright/streams/client` implements it over WebSocket. */
export interface StreamTransport {
  /** Opens a channel. Iterating over the result opens the connection, keeps it open and resumes it. */
  open<Parameters extends ChannelParameters, ServerMessage, ClientMessage>(
    channel: ChannelDescriptor<Parameters, ServerMessage, ClientMessage, string, unknown>,
    parameters: Parameters,
    options?: StreamOptions,
  ): ChannelStream<ServerMessage, ClientMessage>;
}

/** Opens channels with topics: the transport of a client that was created with `topics`. */
export interface FeedTransport {
  /**
   * Opens a channel. `replies` lets the user send messages. They are sent over the first connection, after
   * its setup and login.
   */
  openFeed(
    channel: ChannelDescriptor,
    parameters: ChannelParameters,
    options?: FeedOptions,
  ): FeedStream & MessageSender;
}

/** Options for an open channel with topics. */
export type FeedOptions = Pick<StreamOptions, "signal" | "replies">;
