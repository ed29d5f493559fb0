// The rules of a stream as one extension each states them, in the form in which two contracts compare.

import { type Channel, type Counter, streamKind } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "@specwright/spec-loader";
import type { ChannelPair } from "../pairing/pair-channels.ts";
import { revisedKey } from "./extension-edit.ts";
import type { MemberChange } from "./member-changes.ts";

/** What the extensions of a channel say, by their names. */
export type StreamParts = Readonly<Record<string, JsonObject | undefined>>;

/** A change of a field, and the rules that it is one of. */
export interface FieldChange extends MemberChange {
  readonly base: StreamParts;
  readonly revision: StreamParts;
  readonly channels: ChannelPair;
}

/** Returns the parts of both channels of a pair, with the messages as the revision names them. */
export function pairParts(
  channels: ChannelPair,
): readonly [base: StreamParts, revision: StreamParts] {
  const nameOf = (id: string): string => revisedKey(channels, id) ?? id;
  const base = Object.entries(partsOf(channels.base)).map(([name, part]) => [
    name,
    part && renameMessages(part, name, nameOf),
  ]);
  return [Object.fromEntries(base), partsOf(channels.revision)];
}

function partsOf(channel: Channel): StreamParts {
  const { subscription, counters, resume, snapshots, books, envelope, lines } = channel;
  const { credentials, endings } = channel;
  return {
    "x-subscription": subscription,
    "x-sequence": {
      counters: counters.map((counter) => normalCounter(counter, channel)),
      ...(resume && { resume }),
    },
    "x-snapshot": { topics: snapshots ?? {} },
    "x-book": { topics: books ?? {} },
    "x-envelope": envelope && {
      ...(envelope.match && { match: envelope.match }),
      ...(lines && { lines }),
    },
    "x-credentials": credentials && { schemes: credentials },
    "x-endings": endings && withoutCloses(endings),
  };
}

function withoutCloses({ closes: _, ...endings }: NonNullable<Channel["endings"]>): JsonObject {
  return endings;
}

/**
 * Returns a counter with the default of `lower`, without a key that `where` of each topic names. The
 * topic of a channel with keys is its key.
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

/** Returns what a path leads to, through objects and lists. */
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

/** The members that name messages, in texts, lists or names of members. */
const inTexts = new Set(["message", "accepted", "refused", "endOfBacklog"]);
const inLists = new Set(["messages", "repeats", "starts"]);
const inNames = new Set(["snapshots", "updates", "at"]);
/** The members whose own members are not those of rules. */
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
