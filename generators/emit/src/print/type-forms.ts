// The two forms of types in a contract whose readers apply defaults: as a value is read, and as it is
// written.

import {
  type Channel,
  type HttpOperation,
  type Message,
  type Schema,
  schemasSent,
  writtenSuffix,
} from "@specwright/contract";
import type { EmitContext } from "./emitter.ts";

/** The names of a type for the one who reads its values, and for the one who writes them. */
export interface TypeForms {
  readonly read: string;
  readonly written: string;
}

type Context = Pick<EmitContext, "names" | "defaults">;

/** Returns the names of the type of an operation's request. */
export function requestForms(context: Context, operation: HttpOperation): TypeForms {
  const { type } = context.names.operation(operation);
  return formsOf(context, `${type}Request`, schemasSent(operation).request);
}

/** Returns the names of the type of an operation's responses. */
export function responseForms(context: Context, operation: HttpOperation): TypeForms {
  const { type } = context.names.operation(operation);
  return formsOf(context, `${type}Response`, schemasSent(operation).response);
}

/** Returns the names of the type of the messages of a channel; `suffix` tells their direction. */
export function messageForms(
  context: Context,
  channel: Channel,
  suffix: string,
  messages: readonly Message[],
): TypeForms {
  const { type } = context.names.channel(channel);
  const schemas = messages.flatMap(({ payload }) => payload?.schema ?? []);
  return formsOf(context, `${type}${suffix}`, schemas);
}

/** Returns the names of the type of the parameters of a channel. */
export function parameterForms(context: Context, channel: Channel): TypeForms {
  const { type } = context.names.channel(channel);
  const schemas = channel.parameterGroups.map(({ declaration }) => declaration.schema);
  return formsOf(context, `${type}Parameters`, schemas);
}

function formsOf({ defaults }: Context, read: string, schemas: Iterable<Schema>): TypeForms {
  const differs = [...schemas].some((schema) => defaults.differing.has(schema));
  return { read, written: differs ? read + writtenSuffix : read };
}
