// The messages that a generated server sends by itself: heartbeats, errors, and the message that ends a
// backlog. Their contents are derived from the contract alone.

import {
  type Channel,
  type Message,
  servesTopics,
  streamChannels,
  viewObject,
  viewValues,
} from "@specwright/contract";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  pointerTokens,
} from "@specwright/spec-loader";
import type { EmitContext } from "../print/emitter.ts";
import type { Printable } from "../print/printable.ts";
import { descriptorDiagnostics } from "./diagnostics.ts";
import { memberName } from "./envelope-descriptor.ts";
import { printJson } from "./json-literal.ts";
import { usesMatch } from "./message-descriptor.ts";

const anything: Pick<ReturnType<typeof viewObject>, "properties" | "required"> = {
  properties: new Map(),
  required: new Set(),
};

/**
 * Prints the members of a message, besides its tag, that always have the same value. Returns undefined if
 * the server does not send the message by itself.
 */
export function printConstants(channel: Channel, message: Message): Printable | undefined {
  if (!ownMessages(channel).includes(message)) return undefined;
  const constants = messageConstants(channel, message);
  return Object.keys(constants).length === 0 ? undefined : printJson(constants);
}

/**
 * Reports messages that a generated server should send but cannot, because it has no value for a required
 * member.
 */
export function reportUnfilled({ contract, report, emitters }: EmitContext): void {
  if (!emitters.has("server")) return;
  for (const channel of streamChannels(contract)) {
    for (const message of ownMessages(channel)) {
      const missing = unfilledMembers(channel, message).map((name) => `\`${name}\``);
      if (missing.length === 0) continue;
      report({
        ...descriptorDiagnostics.MESSAGE_NOT_FILLED,
        code: "MESSAGE_NOT_FILLED",
        message: `The server of channel "${channel.id}" can never send "${message.id}", because it has no value for the required ${missing.join(", ")}.`,
        source: message.source,
      });
    }
  }
}

function ownMessages(channel: Channel): readonly Message[] {
  // In a server with topics, the user's function `fill` provides the values.
  if (servesTopics(channel)) return [];
  const { heartbeats, envelope, resume, sends } = channel;
  const ids = [
    ...heartbeats.map((beat) => (beat.from === "server" ? beat.message : beat.answer)),
    envelope?.error?.message,
    resume?.endOfBacklog,
  ];
  return sends.filter(({ id }) => ids.includes(id));
}

/**
 * Returns the members whose values the conditions in `match` require, and the required members that allow
 * only one value.
 */
function messageConstants(channel: Channel, { id, payload, discriminator }: Message): JsonObject {
  const { properties, required } = payload ? viewObject(payload.schema) : anything;
  const own = [...properties].flatMap(([name, schema]): [string, JsonValue][] => {
    const [value, ...others] = viewValues(schema) ?? [];
    return value === undefined || others.length > 0 || !required.has(name) ? [] : [[name, value]];
  });
  const constants: JsonObject = Object.fromEntries(own);
  if (!usesMatch(channel)) return withoutMember(constants, discriminator?.property);
  const { where = {} } = channel.envelope?.match?.find(({ message }) => message === id) ?? {};
  return Object.entries(where).reduce<JsonObject>((value, [pointer, condition = null]) => {
    const isConstant = condition !== null && typeof condition !== "object";
    return isConstant ? withValue(value, pointerTokens(pointer) ?? [], condition) : value;
  }, constants);
}

function withoutMember(value: JsonObject, name: string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([member]) => member !== name));
}

function withValue(holder: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return holder;
  const inner = holder[name];
  const member =
    rest.length === 0 ? value : withValue(isJsonObject(inner) ? inner : {}, rest, value);
  return { ...holder, [name]: member };
}

/** Lists the required members for which neither the contract nor the runtime provides a value. */
function unfilledMembers(channel: Channel, message: Message): readonly string[] {
  const { envelope, counters, resume, heartbeats } = channel;
  const [counter] = counters;
  const firstOf = (pointer: string | undefined) => pointer && memberName(pointer);
  const { required } = message.payload ? viewObject(message.payload.schema) : anything;
  const isBeat = heartbeats.some((beat) => beat.from === "server" && beat.message === message.id);
  const every = heartbeats.flatMap((beat) =>
    beat.from === "server" ? (beat.every?.path[0] ?? []) : [],
  );
  const error = envelope?.error?.message === message.id ? envelope.error : undefined;
  const filled = new Set([
    ...Object.keys(messageConstants(channel, message)),
    usesMatch(channel) ? undefined : message.discriminator?.property,
    envelope?.time?.field,
    ...(isBeat ? [...every, firstOf(resume?.watermark)] : []),
    ...[error?.code, error?.text, error?.details].map((path) => path?.[0]),
    counter?.repeats?.includes(message.id) ? memberName(counter.at) : undefined,
    firstOf(resume?.identity?.at),
    message.id === resume?.endOfBacklog ? firstOf(resume.lastNumber) : undefined,
  ]);
  return [...required].filter((name) => !filled.has(name));
}
