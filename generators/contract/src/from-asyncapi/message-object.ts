import type { Message, MessageExample } from "../model/channel.ts";
import type { Declaration, Schema } from "../model/schema.ts";
import { readOnce } from "../reading/build.ts";
import { componentOf, declareUse } from "../reading/declarations.ts";
import {
  isDeprecated,
  listField,
  objectField,
  readExtensions,
  textField,
} from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import {
  holdsObject,
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { readTags } from "../reading/shared-objects.ts";
import type { AsyncApi } from "./asyncapi.ts";
import { bindingOf, readBindings } from "./bindings-object.ts";
import { type FormattedSchema, readFormattedSchema } from "./multi-format-schema-object.ts";
import { applyTraits } from "./traits.ts";

/** The id under which a message is used, and the owner of the message. */
export interface MessageUse {
  readonly id: string;
  /** The channel or other owner, to distinguish messages with the same id. */
  readonly owner?: string;
}

/**
 * Reads a Message Object and applies its traits. A message that several channels share is read only
 * once.
 */
export function readMessage(
  asyncapi: AsyncApi,
  start: Place,
  use: MessageUse,
): Message | undefined {
  const { build } = asyncapi;
  const place = followReference(build, start)?.place;
  if (place === undefined) return undefined;
  const message = readOnce(build, "message", place, () => messageAt(asyncapi, place, use));
  return message.id === use.id ? message : { ...message, id: use.id };
}

function messageAt(asyncapi: AsyncApi, written: ObjectPlace, use: MessageUse): Message {
  const { build } = asyncapi;
  const place = applyTraits(asyncapi, written);
  const payload = readPayload(asyncapi, place);
  const headers = memberOf(place, "headers");
  const headersSchema =
    headers === undefined
      ? undefined
      : readFormattedSchema(build, headers, asyncapi.schemaFormat).schema;
  const correlation = memberOf(place, "correlationId");
  const correlationPlace =
    correlation === undefined ? undefined : followReference(build, correlation)?.place;
  return omitUndefined({
    id: use.id,
    name: textField(build, place, "name"),
    title: textField(build, place, "title"),
    summary: textField(build, place, "summary"),
    description: textField(build, place, "description"),
    deprecated: isDeprecated(place),
    contentType: textField(build, place, "contentType") ?? asyncapi.contentType,
    schemaFormat: payload.format,
    payload: declarePart(asyncapi, payload.schema, use, ""),
    rawPayload: payload.raw,
    headers: declarePart(asyncapi, headersSchema, use, " headers"),
    key: readKey(asyncapi, place, use),
    correlationId:
      correlationPlace === undefined ? undefined : textField(build, correlationPlace, "location"),
    examples: readExamples(asyncapi, place),
    bindings: readBindings(build, place),
    tags: readTags(build, place).map((tag) => tag.name),
    extensions: readExtensions(place),
    source: sourceOf(written),
  });
}

function readPayload(asyncapi: AsyncApi, place: ObjectPlace): FormattedSchema {
  const { build, major, schemaFormat } = asyncapi;
  const format =
    major === 2 ? (textField(build, place, "schemaFormat") ?? schemaFormat) : schemaFormat;
  const payload = memberOf(place, "payload");
  return payload === undefined ? { format } : readFormattedSchema(build, payload, format);
}

// An inline payload gets the name of its message, or of the component that contains the payload.
function declarePart(
  { build }: AsyncApi,
  schema: Schema | undefined,
  { id, owner }: MessageUse,
  what: "" | " headers" | " key",
): Declaration | undefined {
  if (schema === undefined) return undefined;
  const component = componentOf(schema.source);
  const base = component ?? id;
  const names = [
    `${base}${what}`,
    `${base}${what === "" ? " payload" : ` message${what}`}`,
    ...(component === undefined && owner !== undefined ? [`${owner} ${id}${what}`] : []),
  ];
  return declareUse(build, schema, "message", names);
}

/** Reads the schema of the message's key on Kafka. */
function readKey(asyncapi: AsyncApi, place: ObjectPlace, use: MessageUse): Declaration | undefined {
  const binding = bindingOf(asyncapi.build, place, "kafka");
  const key = binding === undefined ? undefined : memberOf(binding, "key");
  if (key === undefined) return undefined;
  const { schema } = readFormattedSchema(asyncapi.build, key, asyncapi.schemaFormat);
  return declarePart(asyncapi, schema, use, " key");
}

function readExamples({ build }: AsyncApi, place: ObjectPlace): MessageExample[] {
  const examples: MessageExample[] = [];
  for (const [index, start] of listField(build, place, "examples").entries()) {
    const example = holdsObject(start) ? start : undefined;
    const payload = example === undefined ? undefined : memberOf(example, "payload");
    if (example === undefined || payload === undefined) continue;
    examples.push(
      omitUndefined({
        name: textField(build, example, "name") ?? String(index),
        summary: textField(build, example, "summary"),
        value: payload.value,
        headers: objectField(build, example, "headers")?.value,
        source: sourceOf(payload),
      }),
    );
  }
  return examples;
}
