// The rules of a stream by extension, in a form that can be compared.

import { type Channel, type Counter, type SignatureRule, streamKind } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { revisedKey } from "./extension-edit.ts";
import type { MemberChange } from "./member-changes.ts";

/** The rules of a channel's extensions, by their names without `x-`. */
export type StreamParts = JsonObject;

/** A change of a field, whose path begins with its extension, with all rules of both versions. */
export interface FieldChange extends MemberChange {
  readonly base: StreamParts;
  readonly revision: StreamParts;
  readonly channels: ChannelPair;
}

/** Returns the parts of both channels, with the message names of the revision. */
export function pairParts(
  channels: ChannelPair,
): readonly [base: StreamParts, revision: StreamParts] {
  const nameOf = (id: string): string => revisedKey(channels, id) ?? id;
  return [
    renameMessages(readStreamParts(channels.base), "", nameOf),
    readStreamParts(channels.revision),
  ];
}

function readStreamParts(channel: Channel): StreamParts {
  const { subscription, counters, resume, snapshots, books, envelope = {}, lines } = channel;
  const { credentials, endings, flowControl, signature } = channel;
  const { error, ...other } = envelope;
  const pointers = Object.entries(error ?? {}).map(([name, each]): [string, JsonValue] => [
    name,
    isJsonArray(each) ? `/${each.join("/")}` : each,
  ]);
  return {
    subscription: subscription ?? {},
    sequence: {
      counters: counters.map((counter) => normalCounter(counter, channel)),
      ...(resume && { resume }),
    },
    snapshot: { topics: snapshots ?? {} },
    book: { topics: books ?? {} },
    envelope: {
      ...other,
      ...(error && { error: Object.fromEntries(pointers) }),
      ...(lines && { lines }),
    },
    credentials: {
      schemes: credentials ?? {},
      ...(signature && { signature: comparedSignature(signature) }),
    },
    endings: endings === undefined ? { messages: [] } : withoutCloses(endings),
    ...(flowControl && { "flow-control": flowControl }),
  };
}

/** Header names are case-insensitive. */
function comparedSignature({ headers, ...rest }: SignatureRule): JsonObject {
  const { key, timestamp, signature } = headers;
  const names = [key, timestamp, signature].map((name) => name.toLowerCase());
  return { ...rest, headers: names };
}

function withoutCloses({ closes: _, ...endings }: NonNullable<Channel["endings"]>): JsonObject {
  return endings;
}

/**
 * Returns a counter with the default of `lower`, without a key that `where` of every topic names. In a
 * channel with keys, the key is the topic.
 */
function normalCounter(counter: Counter, channel: Channel): JsonObject {
  const { scope, key = "", ...rest } = counter;
  const lower = counter.step === "linked" ? "restart" : "duplicate";
  const isKey = streamKind(channel) === "keys";
  const isInWhere = channel.topics.every(({ name }) => {
    const where = memberAt(channel.subscription, ["topics", name, "where"]);
    return memberAt(where, [key]) !== undefined;
  });
  return {
    lower,
    ...rest,
    scope: isKey ? "topic" : scope,
    ...(counter.key !== undefined && !isInWhere && { key }),
  };
}

/** Returns the value at a path through objects and lists. */
export function memberAt(
  value: JsonValue | undefined,
  path: readonly string[],
): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, name) => {
    if (inner === undefined) return undefined;
    if (isJsonArray(inner)) return inner[Number(name)];
    return isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  }, value);
}

/** The members that contain names of messages: as a string, in a list, or as keys. */
const inTexts = new Set(["message", "accepted", "refused", "endOfBacklog"]);
const inLists = new Set(["messages", "repeats", "starts"]);
const inNames = new Set(["snapshots", "updates", "at"]);
/** Members with templates of frames, which contain no rules. */
const templates = new Set(["subscribe", "unsubscribe", "where", "refused", "request", "payload"]);

function renameMessages<Value extends JsonValue>(
  value: Value,
  key: string,
  nameOf: (id: string) => string,
): Value;
function renameMessages(value: JsonValue, key: string, nameOf: (id: string) => string): JsonValue {
  if (typeof value === "string") return inTexts.has(key) ? nameOf(value) : value;
  if (isJsonArray(value)) {
    return value.map((item) => {
      const isName = typeof item === "string" && inLists.has(key);
      return isName ? nameOf(item) : renameMessages(item, "", nameOf);
    });
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [
    inNames.has(key) ? nameOf(name) : name,
    each === undefined || (templates.has(name) && typeof each !== "string")
      ? each
      : renameMessages(each, name, nameOf),
  ]);
  return Object.fromEntries(members);
}
