// Converts the extensions of a channel to a form in which equal rules have equal values.

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

/** The rules from a channel's extensions. The keys are the names of the extensions without `x-`. */
export type StreamParts = JsonObject;

/**
 * A change of a field. The path begins with the name of the extension. The object also contains all rules
 * of both versions.
 */
export interface FieldChange extends MemberChange {
  readonly base: StreamParts;
  readonly revision: StreamParts;
  readonly channels: ChannelPair;
}

/**
 * Returns the rules of both channels. The messages of the base appear under their names in the revision.
 */
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

/** Converts the header names to lower case, because they are case-insensitive. */
function comparedSignature({ headers, ...rest }: SignatureRule): JsonObject {
  const { key, timestamp, signature } = headers;
  const names = [key, timestamp, signature].map((name) => name.toLowerCase());
  return { ...rest, headers: names };
}

function withoutCloses({ closes: _, ...endings }: NonNullable<Channel["endings"]>): JsonObject {
  return endings;
}

/**
 * Returns a counter with the default value of `lower`. Omits the key if `where` of every topic already
 * names the key. In a channel with keys, the scope `topic` means the key.
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

/** The members that refer to messages by name: in a string, in a list, or in their keys. */
const inTexts = new Set(["message", "accepted", "refused", "endOfBacklog"]);
const inLists = new Set(["messages", "repeats", "starts"]);
const inNames = new Set(["snapshots", "updates", "at"]);
/** The members that contain templates of messages. Texts inside a template are not names of messages. */
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
