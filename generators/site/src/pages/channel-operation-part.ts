// Reads the operations of a channel that need a section of their own. Most of them have a reply.

import type { Channel, ChannelOperation, Message, SecurityRequirement } from "@specwright/contract";
import { fieldAnchor, nestedAnchor } from "../paths/anchors.ts";
import { channelTitle } from "../reference/channel-title.ts";
import type { Reference } from "../reference/reference.ts";
import { plainText } from "../text/plain-text.ts";
import { messageAnchor, messageTitle } from "./message-part.ts";

/** A link inside a sentence. Without a path, the target is on the same page. */
export interface PlaceLink {
  readonly title: string;
  readonly path?: string;
  readonly anchor?: string;
}

/**
 * An operation of the channel, or an operation of a different channel whose replies arrive on this channel.
 */
export interface ChannelOperationPart {
  readonly title: string;
  readonly anchor: string;
  /** Whether the server sends or receives the first message. */
  readonly action: "send" | "receive";
  readonly messages: readonly PlaceLink[];
  /** The channel of the request, if it is not the channel of the page. */
  readonly requestedOn?: PlaceLink;
  readonly deprecated: boolean;
  readonly summary?: string;
  readonly description?: string;
  readonly security: readonly SecurityRequirement[];
  readonly reply?: ReplyPart;
}

/** The reply to the request messages of an operation. */
export interface ReplyPart {
  readonly anchor: string;
  readonly messages: readonly PlaceLink[];
  /** The channel of the reply, if it is not the channel of the page. */
  readonly channel?: PlaceLink;
  /** The runtime expression that contains the address, such as `$message.header#/replyTo`. */
  readonly address?: string;
}

/**
 * Reads the operations of a channel. Omits operations that have no reply, no description and no
 * requirements.
 */
export function readChannelOperations(
  channel: Channel,
  reference: Reference,
): readonly ChannelOperationPart[] {
  return reference.contract.channelOperations
    .filter((operation) => isListed(channel, operation))
    .map((operation) => readOperation(operation, channel, reference));
}

function isListed({ id }: Channel, operation: ChannelOperation): boolean {
  const { reply, description, deprecated, security } = operation;
  if (operation.channel.id !== id) return reply?.channel?.id === id;
  const hasOwnFacts = description !== undefined || deprecated || security.length > 0;
  return reply !== undefined || hasOwnFacts;
}

function readOperation(
  operation: ChannelOperation,
  page: Channel,
  reference: Reference,
): ChannelOperationPart {
  const { id, action, channel, summary, description, deprecated, security } = operation;
  const anchor = fieldAnchor("operation", id);
  return {
    title: plainText(operation.title ?? "") || plainText(id) || "Unnamed",
    anchor,
    action,
    messages: operation.messages.map((each) => messageLink(each, action, channel, page, reference)),
    ...(channel.id !== page.id && { requestedOn: channelLink(channel, reference) }),
    deprecated,
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    security,
    ...(operation.reply !== undefined && {
      reply: readReply(operation, operation.reply, anchor, page, reference),
    }),
  };
}

function readReply(
  operation: ChannelOperation,
  { channel = operation.channel, address, messages }: NonNullable<ChannelOperation["reply"]>,
  parent: string,
  page: Channel,
  reference: Reference,
): ReplyPart {
  const action = operation.action === "send" ? "receive" : "send";
  return {
    anchor: nestedAnchor(parent, "reply"),
    messages: messages.map((each) => messageLink(each, action, channel, page, reference)),
    ...(channel.id !== page.id && { channel: channelLink(channel, reference) }),
    ...(address !== undefined && { address: plainText(address) }),
  };
}

function channelLink(channel: Channel, { paths }: Reference): PlaceLink {
  return { title: channelTitle(channel), path: paths.channel(channel) };
}

function messageLink(
  message: Message,
  action: "send" | "receive",
  channel: Channel,
  page: Channel,
  { paths }: Reference,
): PlaceLink {
  const all = action === "send" ? channel.sends : channel.receives;
  const index = all.findIndex(({ id }) => id === message.id);
  return {
    title: messageTitle(message),
    ...(channel.id !== page.id && { path: paths.channel(channel) }),
    ...(index >= 0 && { anchor: messageAnchor(action, index) }),
  };
}
