// Prints the Message Objects of a channel as descriptors.

import {
  type Channel,
  isBinaryMessage,
  type Message,
  type MessageMark,
  markMessages,
  mayMatchBoth,
  servesTopics,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { code, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { hasStreamCodecs } from "../rules/stream-codecs.ts";
import { printJson } from "./json-literal.ts";
import { printCodec } from "./media-descriptor.ts";
import { isPlainText } from "./message-formats.ts";
import { printObject, printRule } from "./object-literal.ts";

/**
 * Reports whether a receiver can get several different messages, and no field distinguishes all of them.
 */
function needsSelector({ sends, receives }: Channel): boolean {
  const isTagged = [...sends, ...receives].some(({ discriminator }) => discriminator !== undefined);
  return !isTagged && [sends, receives].some((messages) => textMessages(messages).length > 1);
}

/** Lists the messages that are sent in text frames, as JSON or as plain text. */
function textMessages(messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => !isBinaryMessage(message));
}

/**
 * Reports whether the conditions in `x-envelope` distinguish the messages of a channel. In a feed, the feed
 * client and server apply the conditions, so this returns false.
 */
export function usesMatch(channel: Channel): boolean {
  return (channel.envelope?.match ?? []).length > 0 && !servesTopics(channel);
}

/**
 * Prints the selector, the function that finds the message to which a frame belongs. Returns undefined if a
 * field distinguishes the messages.
 */
export function printSelector(
  file: TypeScriptFile,
  channel: Channel,
  hasRequests: boolean,
): Printable | undefined {
  // In a feed, its own rules distinguish the messages of the server.
  const isSelected = hasRequests && textMessages(channel.receives).length > 1;
  if (!isSelected && servesTopics(channel)) return undefined;
  if (usesMatch(channel)) {
    const rules = (channel.envelope?.match ?? []).map((rule) => printJson(rule));
    return code`/* @__PURE__ */ ${file.import("byConditions", runtimeModule)}(${list("[", rules, "]")})`;
  }
  return needsSelector(channel) ? file.import("bySchema", runtimeModule) : undefined;
}

/** Prints the messages that are sent in one direction. */
export function printMessages(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  messages: readonly Message[],
  more: {
    /** Prints the members of a message that always have the same value. */
    readonly constantsOf: (message: Message) => Printable | undefined;
    /** Prints the members and values of a message that a publisher can send. */
    readonly sentOf: (message: Message) => Printable | undefined;
  },
): Printable {
  const marks = needsSelector(channel) ? markMessages(textMessages(messages)) : undefined;
  // If nothing distinguishes the messages, the receiver treats a text frame as the first text message.
  const inOrder = [...textMessages(messages), ...messages.filter(isBinaryMessage)];
  return list(
    "[",
    inOrder.map((message) =>
      printObject([
        ["id", stringLiteral(message.id)],
        ["binary", isBinaryMessage(message) ? "true" : undefined],
        ["tag", usesMatch(channel) ? undefined : printTag(message)],
        ["mark", printMark(marks?.get(message))],
        ["codec", printMessageCodec(context, file, channel, message)],
        ["constants", more.constantsOf(message)],
        ["sent", more.sentOf(message)],
      ]),
    ),
    "]",
  );
}

function printTag({ discriminator }: Message): Printable | undefined {
  return discriminator && stringLiteral(discriminator.value);
}

function printMark(mark: MessageMark | undefined): Printable | undefined {
  return mark && printRule(mark);
}

function printMessageCodec(
  context: EmitContext,
  file: TypeScriptFile,
  channel: Channel,
  message: Message,
): Printable {
  const codec =
    message.payload === undefined || isBinaryMessage(message)
      ? file.import("anyJson", runtimeModule)
      : hasStreamCodecs(channel)
        ? file.import(context.names.streamCodec(message.payload), modules.codecStream)
        : printCodec(context, file, message.payload);
  if (!isPlainText(message)) return codec;
  return code`/* @__PURE__ */ ${file.import("plainText", runtimeModule)}(${codec})`;
}

/** Two messages in one direction that a receiver cannot distinguish, in the order of the document. */
export interface AlikeMessages {
  readonly messages: readonly [Message, Message];
  /**
   * Whether both have the same payload. The receiver then decodes the value correctly, whichever message it
   * is.
   */
  readonly same: boolean;
}

/**
 * Lists the pairs of messages of a channel that the receiver can distinguish neither by a field nor by
 * their schemas.
 */
export function alikeMessages(channel: Channel): readonly AlikeMessages[] {
  // Feeds distinguish their messages by their own rules.
  if (servesTopics(channel)) return [];
  const directions = [channel.sends, channel.receives];
  const bytes = directions.flatMap((messages): AlikeMessages[] => {
    const [first, second] = messages.filter(isBinaryMessage);
    if (first === undefined || second === undefined) return [];
    return [{ messages: [first, second], same: false }];
  });
  if (usesMatch(channel) || !needsSelector(channel)) return bytes;
  const texts = directions.map(textMessages).flatMap((messages) => {
    const marks = markMessages(messages);
    const open = messages.filter((message) => !marks.has(message));
    return open.flatMap((first, at) =>
      open.slice(at + 1).flatMap((second): AlikeMessages[] => {
        const same = first.payload === second.payload;
        return same || areIndistinguishable(first, second)
          ? [{ messages: [first, second], same }]
          : [];
      }),
    );
  });
  return [...bytes, ...texts];
}

function areIndistinguishable(first: Message, second: Message): boolean {
  const [a, b] = [first.payload?.schema, second.payload?.schema];
  if (isPlainText(first) !== isPlainText(second)) return false;
  if (a === undefined || b === undefined) return true;
  return mayMatchBoth(a, b) || mayMatchBoth(b, a);
}
