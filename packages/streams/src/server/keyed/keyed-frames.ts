// Writes and reads the frames of a channel with subscriptions.

import { memberOf, readInteger, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import {
  encodeBytes,
  type MessageDescriptor,
  type SubscriptionDescriptor,
} from "@specwright/runtime/transport";
import { messageByTag } from "../connection/control-frames.ts";
import { checkSent } from "../publish/check-sent.ts";
import { createStampWriter } from "../publish/stamps.ts";

/** A data message with its number. */
export interface KeyedMessage {
  readonly message: object;
  readonly counter: bigint;
}

/** A data message, with its number and its encoded frame. */
export interface KeyedFrame extends KeyedMessage {
  readonly tag: string;
  readonly frame: Uint8Array;
}

/** Writes and reads the data frames of a channel. */
export interface KeyedFrames {
  readonly subscription: SubscriptionDescriptor;
  /** Returns the key of a message. Throws `StreamError` `invalid_message` if the message has no key. */
  keyOf(message: object): string;
  /** Returns the type of a data message. Throws `StreamError` `invalid_message` for any other message. */
  tagOf(message: object): string;
  /** Throws `PublishRefusal` if a message has members or values that the contract does not define. */
  checkSent(message: object): void;
  /**
   * Adds the number and the time to a message, and encodes it. Throws like `tagOf`, and `CodecError` if the
   * message breaks its schema.
   */
  write(message: object, counter: bigint, tsNs: bigint): KeyedFrame;
  /** Decodes a frame. Throws `CodecError`. */
  read(tag: string, frame: Uint8Array): KeyedMessage;
}

/**
 * Creates the writer and reader for a channel. Throws `StreamError` if the channel has no `x-subscription`.
 */
export function createKeyedFrames(channel: ChannelDescriptor): KeyedFrames {
  const { id, serverMessages } = channel;
  const subscription = subscriptionOf(channel);
  const discriminator = discriminatorOf(channel);
  const { counterField, keyField, snapshot, diffs } = subscription;
  const stampsOf = createStampWriter(channel, counterField, subscription);
  const tags: ReadonlySet<unknown> = new Set([snapshot, ...diffs]);

  function messageDescriptor(tag: unknown): MessageDescriptor {
    const known = tags.has(tag) ? messageByTag(serverMessages, tag) : undefined;
    if (known !== undefined) return known;
    const what = `${JSON.stringify(tag)} is not a message of a key of ${id}. Messages: ${[...tags].join(", ")}.`;
    throw new StreamError("invalid_message", what, { channelId: id });
  }

  function tagOf(message: object): string {
    const tag = memberOf(message, discriminator);
    messageDescriptor(tag);
    return String(tag);
  }

  function keyOf(message: object): string {
    const key = memberOf(message, keyField);
    if (typeof key === "string") return key;
    throw new StreamError("invalid_message", `${keyField} is not a string`, { channelId: id });
  }

  return {
    subscription,
    keyOf,
    tagOf,
    checkSent: (message) =>
      checkSent(id, messageDescriptor(memberOf(message, discriminator)), message),
    write(message, counter, tsNs) {
      const tag = tagOf(message);
      const stamps = stampsOf(counter, tsNs);
      // These members are first because some readers of the wire format expect that. They are set again at
      // the end, so that the message cannot replace them.
      const head = { [discriminator]: tag, [keyField]: keyOf(message), ...stamps };
      const stamped = { ...head, ...message, ...stamps };
      const frame = encodeBytes(messageDescriptor(tag), stamped);
      return { tag, message: stamped, counter, frame };
    },
    read(tag, frame) {
      const message = messageDescriptor(tag).codec.decode(frame);
      const counter = readInteger(memberOf(message, counterField));
      if (typeof message === "object" && message !== null && counter !== undefined) {
        return { message, counter };
      }
      throw new StreamError("invalid_message", `${tag} has no ${counterField}`, { channelId: id });
    },
  };
}

function discriminatorOf({ id, discriminator }: ChannelDescriptor): string {
  if (discriminator !== undefined) return discriminator;
  throw new StreamError("invalid_parameters", `${id} has no discriminator`);
}

function subscriptionOf({ id, subscription }: ChannelDescriptor): SubscriptionDescriptor {
  if (subscription !== undefined) return subscription;
  throw new StreamError("invalid_parameters", `${id} has no x-subscription`);
}
