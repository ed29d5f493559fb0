// Reports missing handlers when the server starts, not when the first client connects.

import { StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { LogReader } from "../../log/sequenced-log.ts";
import type { KeyedSource } from "../keyed/keyed-source.ts";
import { hasParameters } from "../sequence-key.ts";
import { findFeedSource } from "../topics/feed-source.ts";

/** The options of a server that decide how its channels are served. */
export interface ServedBy {
  readonly channels: readonly ChannelDescriptor[];
  readonly handlers?: object;
  readonly requestHandlers?: object;
  readonly log?: LogReader;
  readonly subscriptions?: Readonly<Record<string, KeyedSource>>;
  readonly feeds?: Readonly<Record<string, object>>;
}

/**
 * Checks three rules. Each channel has a handler, a log, a keyed source or a feed. Each request has a
 * handler. The name of each handler belongs to a channel or request.
 *
 * @throws StreamError `missing_handler`, which lists all faults.
 */
export function requireHandlers(by: ServedBy): void {
  const { channels, handlers = {}, requestHandlers = {}, feeds = {} } = by;
  // The requests of a feed have their handlers in the options of `createFeedServer`.
  const own = channels.filter((channel) => findFeedSource(channel, feeds) === undefined);
  const requests = own.flatMap((channel) => channel.requests ?? []);
  const faults = [
    ...channels.filter((channel) => !isServed(channel, by)).map(missingSource),
    ...channels.filter((channel) => hasOneSource(channel, by)).map(oneSource),
    ...requests
      .filter(({ name }) => !hasMember(requestHandlers, name))
      .map(({ name }) => `request ${name} has no handler in \`requestHandlers\``),
    ...unknownMembers(handlers, new Set(own.map(handlerName))).map(
      (name) => `\`handlers\` has ${name}, which is not a channel of this server`,
    ),
    ...unknownMembers(feeds, new Set(channels.filter(({ feed }) => feed).map(handlerName))).map(
      (name) => `\`feeds\` has ${name}, which is not a channel with topics of this server`,
    ),
    ...unknownMembers(requestHandlers, new Set(requests.map(({ name }) => name))).map(
      (name) => `\`requestHandlers\` has ${name}, which is not a request of its channels`,
    ),
  ];
  if (faults.length > 0) throw new StreamError("missing_handler", faults.join("; "));
}

function isServed(channel: ChannelDescriptor, by: ServedBy): boolean {
  const { id, sequence, subscription, requests = [] } = channel;
  if (hasMember(by.handlers ?? {}, handlerName(channel))) return true;
  if (sequence !== undefined && by.log !== undefined) return true;
  if (subscription !== undefined && hasMember(by.subscriptions ?? {}, id)) return true;
  if (channel.feed !== undefined) return findFeedSource(channel, by.feeds) !== undefined;
  // If all client messages of a channel are requests, the channel needs no handler.
  const answered = new Set(requests.flatMap(({ messages }) => messages));
  return requests.length > 0 && channel.clientMessages.every((one) => answered.has(one.id));
}

/**
 * Reports whether a channel has parameters but only one keyed source. The source cannot tell its addresses
 * apart.
 */
function hasOneSource(channel: ChannelDescriptor, by: ServedBy): boolean {
  const isHandled = hasMember(by.handlers ?? {}, handlerName(channel));
  return !isHandled && hasParameters(channel) && hasMember(by.subscriptions ?? {}, channel.id);
}

function oneSource(channel: ChannelDescriptor): string {
  return `channel ${handlerName(channel)} has parameters in its address ${channel.address}, which a source in \`subscriptions\` does not support: pass a handler in \`handlers\``;
}

function missingSource(channel: ChannelDescriptor): string {
  const { feed, sequence, subscription } = channel;
  if (feed !== undefined) {
    return `channel ${handlerName(channel)} has topics but no feed: pass \`createFeedServer\` of its descriptor in \`feeds\``;
  }
  const sources = [
    "a handler in `handlers`",
    ...(sequence === undefined ? [] : ["`log`"]),
    ...(subscription === undefined ? [] : ["a source in `subscriptions`"]),
  ];
  return `channel ${handlerName(channel)} has no handler: pass ${sources.join(" or ")}`;
}

function handlerName({ id, name = id }: ChannelDescriptor): string {
  return name;
}

function hasMember(holder: object, name: string): boolean {
  return Object.hasOwn(holder, name) && Reflect.get(holder, name) !== undefined;
}

function unknownMembers(holder: object, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(holder).filter((name) => !known.has(name));
}
