// The operations of a channel whose reply comes over the connection of the request.

import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Channel, ChannelOperation, Message } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";
import type { Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import { fixedValues } from "../schema/fixed-values.ts";
import { viewObject } from "../schema/object-view.ts";
import { payloadSteps } from "../streams/payload-steps.ts";
import { keyedTopic, servesTopics } from "../streams/stream-kind.ts";
import { isBinaryMessage } from "./is-binary-message.ts";

/** A request of the client to the server, and the possible replies. */
export interface StreamRequest {
  readonly operation: ChannelOperation;
  readonly messages: readonly Message[];
  readonly replies: readonly Message[];
  /** The paths to the correlation id in the request and in the reply; absent without a correlation id. */
  readonly correlation?: { readonly request: readonly string[]; readonly reply: readonly string[] };
  /**
   * The paths of the reply's members that the server sets: the correlation id, and the numbers of a feed.
   */
  readonly filled: readonly (readonly string[])[];
}

/** Lists the requests of a channel, sorted by the ids of their operations. */
export function streamRequests(contract: Contract, channel: Channel): readonly StreamRequest[] {
  return contract.channelOperations.flatMap((operation): readonly StreamRequest[] => {
    const { action, reply } = operation;
    if (operation.channel !== channel || action !== "receive" || reply === undefined) return [];
    if (!isOnSameConnection(operation)) return [];
    const replies = reply.messages.length > 0 ? reply.messages : channel.sends;
    const sent = replies.filter((message) => channel.sends.includes(message));
    const { messages } = operation;
    if (messages.some((message) => isSubscription(channel, message))) return [];
    if (!isRecognised(channel, sent)) return [];
    const correlation =
      findCorrelation(messages, sent) ?? correlateAsTopics(channel, messages, sent);
    const numbers = numberPaths(channel, sent);
    const request = { operation, messages, replies: sent, filled: numbers };
    if (correlation === undefined) return [request];
    return [{ ...request, correlation, filled: [correlation.reply, ...numbers] }];
  });
}

/**
 * Reports whether a feed can recognise all replies. A feed finds the message of a frame by the rules in
 * `match` of `x-envelope`.
 */
function isRecognised(channel: Channel, replies: readonly Message[]): boolean {
  const { match = [] } = channel.envelope ?? {};
  const isMatched = ({ id }: Message): boolean => match.some(({ message }) => message === id);
  return !servesTopics(channel) || replies.every(isMatched);
}

/**
 * Reports whether the run time handles a message itself, because extensions describe the message. Such a
 * message selects keys or topics, opens a connection, or keeps a connection open.
 */
function isSubscription(channel: Channel, { id, payload }: Message): boolean {
  const { subscription, snapshots, credentials, heartbeats } = channel;
  const keys = keyedTopic(channel);
  if (keys !== undefined) return id === keys.subscribe || id === keys.unsubscribe;
  if (subscription === undefined || payload === undefined) return false;
  const templates = [
    ...memberValues(subscription["topics"]).flatMap((topic) => [
      memberValue(topic, "subscribe"),
      memberValue(topic, "unsubscribe"),
    ]),
    ...memberValues(subscription["setup"]).map((setup) => memberValue(setup, "payload")),
    ...memberValues(snapshots).map((snapshot) => memberValue(snapshot, "request")),
    ...memberValues(credentials).map((scheme) =>
      memberValue(memberValue(memberValue(scheme, "place"), "message"), "payload"),
    ),
    ...heartbeats.map((beat) => (beat.from === "client" ? beat.payload : beat.answer)),
  ];
  return templates.some((template) => compareConstants(payload.schema, template) === true);
}

/**
 * Compares the constants of a template with the constants of a schema. Returns true if the template has all
 * constants of the schema, false if a constant differs, and undefined if the schema has no constants.
 */
function compareConstants(
  schema: Schema,
  template: JsonValue | undefined,
  path: readonly string[] = [],
): boolean | undefined {
  if (template === undefined) return undefined;
  if (isJsonObject(template)) {
    const found = Object.entries(template).map(([name, member]) =>
      compareConstants(schema, member, [...path, name]),
    );
    if (found.includes(false)) return false;
    return found.includes(true) ? true : undefined;
  }
  const fixed = fixedValues(schema, path);
  if (fixed === undefined || typeof template === "object" || typeof template === "bigint")
    return undefined;
  return fixed.has(template);
}

function memberValues(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  if (isJsonArray(value)) return value;
  return isJsonObject(value) ? Object.values(value).flatMap((member) => member ?? []) : [];
}

function memberValue(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? value[name] : undefined;
}

/** Reports whether the server sends the reply of an operation over the connection of the request. */
export function isOnSameConnection({ channel, reply }: ChannelOperation): boolean {
  return reply?.channel === undefined || reply.channel === channel;
}

function findCorrelation(
  requests: readonly Message[],
  replies: readonly Message[],
): StreamRequest["correlation"] {
  const request = commonPath(requests.map(correlationPath));
  if (request === undefined) return undefined;
  // By default, the id is at the same path in the reply and in the request.
  const reply = commonPath(
    replies.map((message) => {
      const { payload } = message;
      const declares =
        payload !== undefined && !isBinaryMessage(message) && hasMember(payload.schema, request);
      return correlationPath(message) ?? (declares ? request : undefined);
    }),
  );
  return reply === undefined ? undefined : { request, reply };
}

/**
 * Returns the paths to the correlation id that requests for topics use. Other requests without a
 * correlation id use the same paths.
 */
function correlateAsTopics(
  { subscription }: Channel,
  requests: readonly Message[],
  replies: readonly Message[],
): StreamRequest["correlation"] {
  const correlation = subscription?.["correlation"];
  const [request, reply] = ["request", "reply"].map((name) => memberValue(correlation, name));
  if (typeof request !== "string" || typeof reply !== "string") return undefined;
  const paths = { request: pointerPath(request), reply: pointerPath(reply) };
  const declare = (messages: readonly Message[], path: readonly string[]): boolean =>
    messages.every(({ payload }) => payload !== undefined && hasMember(payload.schema, path));
  return declare(requests, paths.request) && declare(replies, paths.reply) ? paths : undefined;
}

/**
 * Lists the paths of the numbers of a feed in messages. Omits a path that is missing in one of the
 * messages, and numbers that each topic counts separately.
 */
function numberPaths(channel: Channel, messages: readonly Message[]): string[][] {
  if (!servesTopics(channel)) return [];
  return channel.counters.flatMap(({ at, messages: counted, scope }) => {
    const isCounted = counted.includes("*") || messages.every(({ id }) => counted.includes(id));
    if (typeof at !== "string" || !isCounted || scope === "topic") return [];
    const path = pointerPath(at);
    const isDeclared = messages.every(
      ({ payload }) => payload !== undefined && hasMember(payload.schema, path),
    );
    return isDeclared ? [[...path]] : [];
  });
}

function pointerPath(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * Returns the pointer to the correlation id in the payload. Ids in headers are ignored, because frames have
 * no headers.
 */
function correlationPointer(message: Message): string | undefined {
  const { correlationId = "" } = message;
  if (isBinaryMessage(message)) return undefined;
  return /^\$message\.payload#(\/.+)$/.exec(correlationId)?.[1];
}

function correlationPath(message: Message): readonly string[] | undefined {
  const pointer = correlationPointer(message);
  return pointer === undefined ? undefined : pointerPath(pointer);
}

/** Returns the pointer to the correlation id of a message, if the payload does not declare the member. */
export function undeclaredCorrelation(message: Message): string | undefined {
  const pointer = correlationPointer(message);
  const { payload } = message;
  if (pointer === undefined || payload === undefined) return undefined;
  const isMissing = payloadSteps(payload.schema, pointer).some(
    ({ schema, known }) => schema === undefined && known.length > 0,
  );
  return isMissing ? pointer : undefined;
}

function commonPath(
  paths: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  const [first] = paths;
  return paths.every((path) => path?.join("/") === first?.join("/")) ? first : undefined;
}

function hasMember(schema: Schema, path: readonly string[]): boolean {
  let current: Schema | undefined = schema;
  for (const name of path)
    current = current && viewObject(dereference(current)).properties.get(name);
  return current !== undefined;
}
