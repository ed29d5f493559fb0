import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerTokens,
} from "@specwright/spec-loader";
import type { Message } from "../model/channel.ts";
import type { BookRule, SubscriptionRule } from "../model/extensions.ts";
import { present } from "../reading/place.ts";
import type { RuleSites } from "./rule-sites.ts";

/**
 * Reads the subscription of a channel that selects keys: one kind of topic with one parameter, which
 * requests of the channel list and messages name, with a counter for each key that a snapshot
 * starts. Returns undefined if the extensions say anything else: such a channel is a feed.
 */
export function readSubscription(
  sites: RuleSites,
  messages: readonly Message[],
): SubscriptionRule | undefined {
  const value = (name: Parameters<RuleSites["get"]>[0]): JsonObject =>
    sites.get(name)?.place.value ?? {};
  const subscription = value("x-subscription");
  const [entry, ...others] = Object.entries(objectAt(subscription, "topics"));
  const [[parameter, { type }] = ["", {}], ...further] = Object.entries(
    objectAt(objectAt(subscription, "topics")[entry?.[0] ?? ""], "parameters"),
  ) as [string, JsonObject][];
  const has = (key: string): boolean => subscription[key] !== undefined;
  const isFeed =
    value("x-envelope")["match"] !== undefined ||
    ["correlation", "acknowledgement", "unsubscribed", "setup", "limits"].some(has);
  if (isFeed || entry === undefined || others.length > 0) return undefined;
  if (type !== "string" || further.length > 0) return undefined;
  const [name, topic] = entry;
  const keysField = ownMember(objectOf(topic)["list"]);
  if (keysField === undefined) return undefined;
  const request = (template: JsonValue | undefined): Request | undefined =>
    readRequest(template, keysField, `{${parameter}}`, messages);
  const subscribe = request(objectOf(topic)["subscribe"]);
  const unsubscribe = request(objectOf(topic)["unsubscribe"]);
  const keyField = keyOf(objectAt(topic, "where"), `{${parameter}}`);
  const counter = readCounter(value("x-sequence"), keyField);
  if (!subscribe || !unsubscribe || keyField === undefined || counter === undefined) {
    return undefined;
  }
  if (subscribe.flags.length + unsubscribe.flags.length > 0) return undefined;
  const snapshot = objectAt(value("x-snapshot"), "topics")[name];
  const forced = snapshot === undefined ? undefined : request(objectOf(snapshot)["request"]);
  if (snapshot !== undefined && !isForced(snapshot, forced, subscribe)) return undefined;
  const book = objectAt(value("x-book"), "topics")[name];
  const rule = book === undefined ? undefined : readBook(objectOf(book), counter);
  if (book !== undefined && rule === undefined) return undefined;
  return present({
    subscribe: subscribe.message,
    unsubscribe: unsubscribe.message,
    keysField,
    keyField,
    forceSnapshotField: forced?.flags[0],
    ...counter,
    book: rule,
  });
}

/** A request of a template: its message, and the members that it sets to true. */
interface Request {
  readonly message: string;
  readonly flags: readonly string[];
}

function readRequest(
  template: JsonValue | undefined,
  keysField: string,
  key: string,
  messages: readonly Message[],
): Request | undefined {
  const { [keysField]: keys, ...rest } = objectOf(template);
  if (!isJsonArray(keys) || keys.length !== 1 || keys[0] !== key) return undefined;
  const message = messages.find(
    ({ discriminator }) => discriminator && rest[discriminator.property] === discriminator.value,
  );
  if (message === undefined) return undefined;
  const flags = Object.keys(rest).filter((name) => name !== message.discriminator?.property);
  return flags.every((name) => rest[name] === true) ? { message: message.id, flags } : undefined;
}

function isForced(snapshot: JsonValue, forced: Request | undefined, subscribe: Request): boolean {
  const { source, request } = objectOf(snapshot);
  if (source !== "stream") return false;
  if (request === undefined) return true;
  return forced?.message === subscribe.message && forced.flags.length === 1;
}

function keyOf(where: JsonObject, key: string): string | undefined {
  const [first, ...others] = Object.entries(where);
  return first === undefined || others.length > 0 || first[1] !== key
    ? undefined
    : ownMember(first[0]);
}

type Counter = Pick<SubscriptionRule, "snapshot" | "diffs" | "counterField">;

function readCounter(sequence: JsonObject, keyField: string | undefined): Counter | undefined {
  const counters = isJsonArray(sequence["counters"]) ? sequence["counters"] : [];
  const { messages, starts, scope, key, at, step, gap, ...rest } = objectOf(counters[0]);
  const counterField = ownMember(at);
  const [snapshot, ...others] = textsOf(starts);
  const isOfKey = scope === "topic" || (scope === "key" && ownMember(key) === keyField);
  const isPlain = Object.keys(rest).every((name) => name.startsWith("x-"));
  if (counters.length !== 1 || sequence["resume"] !== undefined || !isOfKey || !isPlain) {
    return undefined;
  }
  if (step !== "one" || gap !== "snapshot" || others.length > 0) return undefined;
  if (snapshot === undefined || counterField === undefined) return undefined;
  return { snapshot, diffs: textsOf(messages), counterField };
}

function readBook(book: JsonObject, { snapshot, diffs }: Counter): BookRule | undefined {
  const { price, quantity, number, snapshots, updates, ...rest } = book;
  if (number !== "units-nanos" || Object.keys(rest).some((name) => !name.startsWith("x-"))) {
    return undefined;
  }
  const known = [snapshot, ...diffs];
  const sides = [...Object.entries(objectOf(snapshots)), ...Object.entries(objectOf(updates))];
  const names = sides.map(([message, levels]) => {
    const { bids, asks, ...others } = objectOf(levels);
    const isPlain = Object.keys(others).length === 0 && known.includes(message);
    return isPlain ? { bids: ownMember(bids), asks: ownMember(asks) } : {};
  });
  const [{ bids, asks } = {}] = names;
  if (!names.every((each) => each.bids === bids && each.asks === asks)) return undefined;
  const [priceField, quantityField] = [ownMember(price), ownMember(quantity)];
  return bids && asks && priceField && quantityField
    ? { bids, asks, price: priceField, quantity: quantityField }
    : undefined;
}

/** Returns the name of a member of the frame itself; undefined for a pointer that leads elsewhere. */
function ownMember(pointer: JsonValue | undefined): string | undefined {
  const [name, ...deeper] = typeof pointer === "string" ? (pointerTokens(pointer) ?? []) : [];
  return deeper.length > 0 ? undefined : name;
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function objectAt(value: JsonValue | undefined, key: string): JsonObject {
  return objectOf(objectOf(value)[key]);
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((each) => typeof each === "string") : [];
}
