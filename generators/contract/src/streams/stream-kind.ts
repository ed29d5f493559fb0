// Determines the kind of a channel's stream from its rules.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerTokens,
} from "@specwright/spec-loader";
import type { Channel, Message } from "../model/channel.ts";
import type { StreamRules } from "../model/stream-rules.ts";
import { omitUndefined } from "../reading/place.ts";

/**
 * The kind of a channel's stream. It is named after the part of the server that handles the stream:
 * handlers of topics (`topics`), a store of keys and their state (`keys`), a log of numbered messages
 * (`log`), or a handler of connections (`messages`).
 */
export type StreamKind = "topics" | "keys" | "log" | "messages";

/** The topic of a channel with keys, in a form that is simpler than the rules of the channel. */
export interface KeyedTopic {
  /**
   * The messages that add and remove keys, and the member of these messages that contains the list of keys.
   */
  readonly subscribe: string;
  readonly unsubscribe: string;
  readonly keysField: string;
  /** The member of all other messages that contains the key. */
  readonly keyField: string;
  /** The member of a `subscribe` message that requests a new snapshot. */
  readonly forceSnapshotField?: string;
  readonly snapshot: string;
  readonly diffs: readonly string[];
  /** The member that contains the number of a message. Each key has its own numbers. */
  readonly counterField: string;
  /**
   * The members that contain the bids and the asks, and the members of a price level; set if the state is
   * an order book.
   */
  readonly book?: {
    readonly bids: string;
    readonly asks: string;
    readonly price: string;
    readonly quantity: string;
  };
}

type Rules = StreamRules & Pick<Channel, "messages">;

/** Returns the kind of stream that the rules of a channel describe. */
export function streamKind(channel: Rules): StreamKind {
  if (channel.subscription === undefined) return channel.resume === undefined ? "messages" : "log";
  return keyedTopic(channel) === undefined ? "topics" : "keys";
}

/** Reports whether the stream of a channel is of the kind `topics`. */
export function servesTopics(channel: Rules): boolean {
  return streamKind(channel) === "topics";
}

/**
 * Returns the topic of a channel with keys. Such a channel has one kind of topic with one parameter, the
 * key. Requests contain a list of keys, and each other message contains its key. Each key has a counter,
 * and a snapshot restarts the counter. Returns undefined for any other channel.
 */
export function keyedTopic(channel: Rules): KeyedTopic | undefined {
  const { subscription = {}, topics, envelope, messages, snapshots, books } = channel;
  const [topic, ...others] = topics;
  const [parameter, ...further] = topic?.parameters ?? [];
  const answers = ["correlation", "acknowledgement", "unsubscribed", "setup", "limits"];
  if (envelope?.match || answers.some((key) => subscription[key] !== undefined)) return undefined;
  if (!topic || others.length > 0 || parameter?.type !== "string" || further.length > 0) {
    return undefined;
  }
  const key = `{${parameter.name}}`;
  const rule = objectAt(objectAt(subscription, "topics"), topic.name);
  const keysField = ownMember(rule["list"]);
  const request = (template: JsonValue | undefined): Request | undefined =>
    readRequest(template, keysField, key, messages);
  const [subscribe, unsubscribe] = [request(rule["subscribe"]), request(rule["unsubscribe"])];
  const keyField = memberWith(objectAt(rule, "where"), key);
  const counter = readCounter(channel, keyField);
  if (!subscribe || !unsubscribe || !counter || !keysField || !keyField) return undefined;
  if (subscribe.flags.length + unsubscribe.flags.length > 0) return undefined;
  const snapshot = snapshots?.[topic.name];
  const forced = request(asObject(snapshot)["request"]);
  if (snapshot !== undefined && !isForced(snapshot, forced, subscribe)) return undefined;
  const book = books?.[topic.name];
  const levels = book === undefined ? undefined : readBook(asObject(book), counter);
  if (book !== undefined && levels === undefined) return undefined;
  return omitUndefined({
    subscribe: subscribe.message,
    unsubscribe: unsubscribe.message,
    keysField,
    keyField,
    forceSnapshotField: forced?.flags[0],
    ...counter,
    book: levels,
  });
}

/** A request that the client sends: the message, and the members that the template sets to true. */
interface Request {
  readonly message: string;
  readonly flags: readonly string[];
}

function readRequest(
  template: JsonValue | undefined,
  keysField = "",
  key: string,
  messages: readonly Message[],
): Request | undefined {
  const { [keysField]: keys, ...rest } = asObject(template);
  if (!isJsonArray(keys) || keys.length !== 1 || keys[0] !== key) return undefined;
  const message = messages.find(
    ({ discriminator }) => discriminator && rest[discriminator.property] === discriminator.value,
  );
  if (message === undefined) return undefined;
  const flags = Object.keys(rest).filter((name) => name !== message.discriminator?.property);
  return flags.every((name) => rest[name] === true) ? { message: message.id, flags } : undefined;
}

function isForced(snapshot: JsonValue, forced: Request | undefined, subscribe: Request): boolean {
  const { source, request } = asObject(snapshot);
  if (source !== "stream") return false;
  if (request === undefined) return true;
  return forced?.message === subscribe.message && forced.flags.length === 1;
}

function memberWith(where: JsonObject, key: string): string | undefined {
  const [[pointer, value] = [], ...others] = Object.entries(where);
  return others.length > 0 || value !== key ? undefined : ownMember(pointer);
}

type KeyCounter = Pick<KeyedTopic, "snapshot" | "diffs" | "counterField">;

function readCounter({ counters, resume }: Rules, keyField?: string): KeyCounter | undefined {
  const [counter, ...others] = counters;
  if (counter === undefined || others.length > 0 || resume !== undefined) return undefined;
  const { messages, starts = [], scope, key, at, step, gap, ...rest } = counter;
  const counterField = ownMember(at);
  const [snapshot, ...more] = starts;
  const isOfKey = scope === "topic" || (scope === "key" && ownMember(key) === keyField);
  if (!isOfKey || !isPlain(rest) || step !== "one" || gap !== "snapshot") return undefined;
  if (snapshot === undefined || more.length > 0 || counterField === undefined) return undefined;
  return { snapshot, diffs: messages, counterField };
}

function readBook(book: JsonObject, { snapshot, diffs }: KeyCounter): KeyedTopic["book"] {
  const { price, quantity, number, snapshots, updates, ...rest } = book;
  if (number !== "units-nanos" || !isPlain(rest)) return undefined;
  const known = [snapshot, ...diffs];
  const sides = [...Object.entries(asObject(snapshots)), ...Object.entries(asObject(updates))];
  const names = sides.map(([message, levels]) => {
    const { bids, asks, ...others } = asObject(levels);
    const isKnown = Object.keys(others).length === 0 && known.includes(message);
    return isKnown ? { bids: ownMember(bids), asks: ownMember(asks) } : {};
  });
  const [{ bids, asks } = {}] = names;
  if (!names.every((each) => each.bids === bids && each.asks === asks)) return undefined;
  const [priceField, quantityField] = [ownMember(price), ownMember(quantity)];
  return bids && asks && priceField && quantityField
    ? { bids, asks, price: priceField, quantity: quantityField }
    : undefined;
}

/** Reports whether all members of an object are extensions. */
function isPlain(rest: object): boolean {
  return Object.keys(rest).every((name) => name.startsWith("x-"));
}

/** Returns the name of a top-level member of the frame; undefined for any other pointer. */
function ownMember(pointer: JsonValue | undefined): string | undefined {
  const [name, ...deeper] = typeof pointer === "string" ? (pointerTokens(pointer) ?? []) : [];
  return deeper.length > 0 ? undefined : name;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function objectAt(value: JsonObject, key: string): JsonObject {
  return asObject(value[key]);
}
