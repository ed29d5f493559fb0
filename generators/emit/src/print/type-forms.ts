// If readers apply defaults, a type can have two forms: one for values that are read, and one for values
// that are sent.

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

/** The names of a type in both forms. */
export interface TypeForms {
  readonly read: string;
  readonly written: string;
}

type Context = Pick<EmitContext, "names" | "defaults">;

/** Returns the names of the request type of an operation. */
export function requestForms(context: Context, operation: HttpOperation): TypeForms {
  const { type } = context.names.operation(operation);
  return typeForms(context, `${type}Request`, schemasSent(operation).request);
}

/** Returns the names of the response type of an operation. */
export function responseForms(context: Context, operation: HttpOperation): TypeForms {
  const { type } = context.names.operation(operation);
  return typeForms(context, `${type}Response`, schemasSent(operation).response);
}

/**
 * Returns the names of the message type of a channel; `suffix` depends on the direction of the messages.
 */
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

/** Returns the names of the parameter type of a channel. */
export function parameterForms(context: Context, channel: Channel): TypeForms {
  const { type } = context.names.channel(channel);
  const schemas = channel.parameterGroups.map(({ declaration }) => declaration.schema);
  return typeForms(context, `${type}Parameters`, schemas);
}

function typeForms({ defaults }: Context, read: string, schemas: Iterable<Schema>): TypeForms {
  const differs = [...schemas].some((schema) => defaults.differing.has(schema));
  return { read, written: differs ? read + writtenSuffix : read };
}

// The request argument of generated functions that call an operation.

/**
 * Prints the type of the request. The idempotency key is optional, because the transport creates a key if
 * the caller passes none.
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

/** Reports whether the caller of an operation must pass a request. */
export function needsRequest({ requestBody, parameters }: HttpOperation): boolean {
  return (
    requestBody?.required === true ||
    parameters.some((parameter) => parameter.required && !isRequiredKey(parameter))
  );
}

/**
 * Reports whether a parameter is a required idempotency key. The transport creates the key if it is
 * missing.
 */
function isRequiredKey({ in: location, name, required }: Parameter): boolean {
  return required && location === "header" && name.toLowerCase() === "idempotency-key";
}
