// Reads schemas of an OpenAPI document as written, without the contract made from it.

import { isJsonObject, type JsonObject, type JsonValue } from "@specwright/spec-loader";

/** Follows the references of an object to what they refer to; `{}` for anything else. */
export function resolveObject(document: JsonObject, value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) return {};
  const { $ref: reference } = value;
  if (typeof reference !== "string") return value;
  const keys = reference
    .slice("#/".length)
    .split("/")
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = keys.reduce<JsonValue | undefined>(
    (at, key) => (isJsonObject(at) ? at[key] : undefined),
    document,
  );
  return resolveObject(document, target);
}

/** Returns a schema with a type: the resolved one, or its first alternative with a type. */
export function typedSchema(document: JsonObject, value: JsonValue | undefined): JsonObject {
  const schema = resolveObject(document, value);
  if (schema["type"] !== undefined) return schema;
  for (const key of ["allOf", "anyOf", "oneOf"]) {
    const alternatives = schema[key];
    if (Array.isArray(alternatives)) return typedSchema(document, alternatives[0]);
  }
  return schema;
}

/** Converts a text to the scalar that a schema describes. */
export function readScalar(
  document: JsonObject,
  schema: JsonValue | undefined,
  text: string,
): unknown {
  const { type, format } = typedSchema(document, schema);
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("boolean")) return text === "true";
  if (types.includes("integer") && /64$/.test(`${format}`)) return BigInt(text);
  return types.includes("integer") || types.includes("number") ? Number(text) : text;
}
