import { type JsonObject, type JsonValue, memberOf } from "../json/json-value.ts";
import type { Kind } from "./shape.ts";

/** The formats that are JSON Schema or a superset of it: AsyncAPI's, OpenAPI's, JSON Schema's. */
const readable = /^application\/(?:vnd\.aai\.asyncapi|vnd\.oai\.openapi|schema)(?:[+;]|$)/;

/**
 * Returns the format of a schema that cannot be read, such as Avro or Protobuf; `undefined` for
 * others. AsyncAPI 3 writes it next to the schema, AsyncAPI 2 next to the payload.
 */
export function foreignFormat(kind: Kind, object: JsonObject): string | undefined {
  const bearer = kind.name === "Schema" ? Object.hasOwn(object, "schema") : kind.name === "Message";
  const format = bearer ? memberOf(object, "schemaFormat") : undefined;
  return typeof format === "string" && !readable.test(format) ? format : undefined;
}

const known = /^https?:\/\/(?:json-schema\.org|spec\.openapis\.org|(?:www\.)?asyncapi\.com)\//;

/** Returns the URI of a metaschema that is none of JSON Schema, OpenAPI or AsyncAPI. */
export function foreignMetaschema(uri: JsonValue | undefined): string | undefined {
  return typeof uri === "string" && !known.test(uri) ? uri : undefined;
}
