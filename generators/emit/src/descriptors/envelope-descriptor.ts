// Prints the members that the messages of a channel share, as data: the fields with the number and the
// time, and the members of error messages.

import {
  type Channel,
  dereference,
  type Message,
  parameterType,
  type Schema,
  servesTopics,
} from "@specwright/contract";
import { type JsonValue, pointerTokens } from "@specwright/spec-loader";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import type { Printable } from "../print/printable.ts";
import { usesMatch } from "./message-descriptor.ts";
import { printRule } from "./object-literal.ts";

/** The type of a number or a time in a decoded message. */
export type ValueType = "bigint" | "number" | "string";

/**
 * Prints the `envelope` of a channel. Returns undefined if the document declares none that applies to the
 * channel's messages.
 */
export function printEnvelope(context: EmitContext, channel: Channel): Printable | undefined {
  if (servesTopics(channel)) return undefined;
  const { time, error } = channel.envelope ?? {};
  const timeType = time && typeIn(context, channel.sends, [time.field]);
  const errorMessage = error && findMessage(channel, error.message);
  const declared = (path: readonly string[] | undefined): readonly string[] | undefined =>
    path && errorMessage && typeIn(context, [errorMessage], path) && path;
  const code = declared(error?.code);
  const fields = {
    time: timeType && { ...time, as: timeType },
    error: errorMessage &&
      code && {
        tag: usesMatch(channel) ? errorMessage.id : messageTag(errorMessage),
        code,
        text: declared(error?.text),
        details: declared(error?.details),
        codes: error?.codes,
      },
  };
  const isEmpty = Object.values(fields).every((field) => field === undefined);
  return isEmpty ? undefined : printRule(fields);
}

/**
 * Returns the type of the numbers that a channel counts with; undefined for bigint, which is the default.
 */
export function numberType(
  context: EmitContext,
  channel: Channel,
  ids: readonly string[],
  field: string,
): Exclude<ValueType, "bigint"> | undefined {
  const messages = channel.messages.filter(({ id }) => ids.includes(id));
  const type = typeIn(context, messages, [field]);
  return type === "bigint" ? undefined : type;
}

/**
 * Prints the union type of the names of the top-level fields that a server fills. Returns undefined if the
 * server fills no fields.
 */
export function printStamped(channel: Channel): Printable | undefined {
  if (servesTopics(channel)) return undefined;
  const fields = [
    ...channel.counters.map(({ at }) => memberName(at)),
    channel.envelope?.time?.field,
  ];
  const names = new Set(fields.filter((field) => field !== undefined));
  return names.size === 0 ? undefined : [...names].map(stringLiteral).join(" | ");
}

/** Returns the name of the top-level member that contains the target of a JSON Pointer. */
export function memberName(pointer: JsonValue): string {
  return pointerTokens(String(pointer))?.[0] ?? "";
}

function findMessage({ sends }: Channel, id: string): Message | undefined {
  return sends.find((message) => message.id === id);
}

function messageTag({ id, discriminator }: Message): string {
  return discriminator?.value ?? id;
}

/** Returns the type of a member, from the first message that declares the member. */
export function typeIn(
  context: EmitContext,
  messages: readonly Message[],
  path: readonly string[],
): ValueType | undefined {
  for (const { payload } of messages) {
    const schema = payload && memberAt(payload.schema, path);
    if (schema === undefined) continue;
    const { type } = parameterType({ schema }, context);
    return type === "bigint" ? type : type === "string" ? type : "number";
  }
  return undefined;
}

function memberAt(schema: Schema, path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (inner, name) => inner && memberSchema(inner, name, new Set()),
    schema,
  );
}

/** Finds the schema of a member. It also searches the parts of `allOf` and the branches of unions. */
function memberSchema(schema: Schema, name: string, seen: Set<Schema>): Schema | undefined {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return undefined;
  seen.add(target);
  const own = target.properties?.get(name);
  if (own !== undefined) return own;
  const { ref, allOf = [], oneOf = [], anyOf = [] } = target;
  const referred = ref === undefined ? [] : [ref.target];
  for (const part of [...referred, ...allOf, ...oneOf, ...anyOf]) {
    const found = memberSchema(part, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
