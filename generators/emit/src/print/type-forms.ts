// The two forms of types in a contract whose readers apply defaults: one for readers, one for
// senders.

import {
  type Channel,
  type HttpOperation,
  type Message,
  type Parameter,
  type Schema,
  schemasSent,
  writtenSuffix,
} from "@specwright/contract";
import type { EmitContext } from "./emitter.ts";
import { stringLiteral } from "./literal.ts";
import { modules, runtimeModule } from "./modules.ts";
import { code, type Printable } from "./printable.ts";
import type { TypeScriptFile } from "./typescript-file.ts";

/** The names of a type for readers and for senders. */
export interface TypeForms {
  readonly read: string;
  readonly written: string;
}

type Context = Pick<EmitContext, "names" | "defaults">;

/** Returns the names of the type of an operation's request. */
export function requestForms(context: Context, operation: HttpOperation): TypeForms {
  const { type } = context.names.operation(operation);
  return typeForms(context, `${type}Request`, schemasSent(operation).request);
}

/** Returns the names of the type of an operation's responses. */
export function responseForms(context: Context, operation: HttpOperation): TypeForms {
  const { type } = context.names.operation(operation);
  return typeForms(context, `${type}Response`, schemasSent(operation).response);
}

/** Returns the names of the type of a channel's messages; `suffix` is their direction. */
export function messageForms(
  context: Context,
  channel: Channel,
  suffix: string,
  messages: readonly Message[],
): TypeForms {
  const { type } = context.names.channel(channel);
  const schemas = messages.flatMap(({ payload }) => payload?.schema ?? []);
  return typeForms(context, `${type}${suffix}`, schemas);
}

/** Returns the names of the type of the parameters of a channel. */
export function parameterForms(context: Context, channel: Channel): TypeForms {
  const { type } = context.names.channel(channel);
  const schemas = channel.parameterGroups.map(({ declaration }) => declaration.schema);
  return typeForms(context, `${type}Parameters`, schemas);
}

function typeForms({ defaults }: Context, read: string, schemas: Iterable<Schema>): TypeForms {
  const differs = [...schemas].some((schema) => defaults.differing.has(schema));
  return { read, written: differs ? read + writtenSuffix : read };
}

// The input of generated functions that call an operation.

/**
 * Prints the type of the request. An idempotency key is optional, because a transport can create
 * it.
 */
export function requestType(
  context: EmitContext,
  file: TypeScriptFile,
  operation: HttpOperation,
): Printable {
  const types = file.importTypeNamespace("types", modules.types);
  const whole = code`${types}.${requestForms(context, operation).written}`;
  const key = operation.parameters.find(isRequiredKey);
  if (key === undefined) return whole;
  const keyed = file.importType("KeyedRequest", runtimeModule);
  return code`${keyed}<${whole}, ${stringLiteral(key.name)}>`;
}

/** Reports whether a call needs a request from the caller. */
export function needsRequest({ requestBody, parameters }: HttpOperation): boolean {
  return (
    requestBody?.required === true ||
    parameters.some((parameter) => parameter.required && !isRequiredKey(parameter))
  );
}

/** Reports whether a parameter is an idempotency key; a transport creates a missing key. */
function isRequiredKey({ in: location, name, required }: Parameter): boolean {
  return required && location === "header" && name.toLowerCase() === "idempotency-key";
}
