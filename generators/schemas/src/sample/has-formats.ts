// Checks the formats in examples. An example can be valid in JSON Schema although it violates a `format`,
// because only generated validators check formats.

import {
  type Contract,
  type Example,
  type MediaType,
  numberRange,
  type ObjectSchema,
  type Schema,
} from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import { isValid } from "../evaluate/is-valid.ts";
import { hasFormat } from "./sample-format.ts";
import { isNestedTooDeep, schemaParts } from "./schema-parts.ts";
import { taggedSchema } from "./tagged-schema.ts";

/**
 * Reports whether all strings and numbers in a valid value certainly have the formats that their schemas
 * require.
 */
export function hasFormats(schema: Schema, value: JsonValue, contract: Contract): boolean {
  return !isNestedTooDeep(schema) && hasFormatsWithin(schema, value, contract, new Set());
}

/**
 * `around` contains the schemas that are already being checked for this value, because a schema can refer
 * back to them.
 */
function hasFormatsWithin(
  schema: Schema,
  value: JsonValue,
  contract: Contract,
  around: ReadonlySet<Schema>,
): boolean {
  if (schema.kind === "boolean" || around.has(schema)) return true;
  const { parts } = schemaParts(schema, contract);
  const inside = new Set([...around, schema, ...parts]);
  return parts.every(
    (part) => hasOwnFormats(part, value, contract) && hasBranch(part, value, contract, inside),
  );
}

function hasOwnFormats(part: ObjectSchema, value: JsonValue, contract: Contract): boolean {
  const { format, properties, additionalProperties, prefixItems = [], items } = part;
  if (typeof value === "string") return format === undefined || hasFormat(format, value);
  if (typeof value === "number" || typeof value === "bigint") {
    const range = format === undefined ? undefined : numberRange(format);
    return range === undefined || (value >= range[0] && value <= range[1]);
  }
  if (isJsonArray(value)) {
    return value.every((item, index) => {
      const own = prefixItems[index] ?? items;
      return own === undefined || hasFormats(own, item, contract);
    });
  }
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, member]) => {
    const own = properties?.get(name) ?? additionalProperties;
    return own === undefined || hasFormats(own, member, contract);
  });
}

function hasBranch(
  part: ObjectSchema,
  value: JsonValue,
  contract: Contract,
  around: ReadonlySet<Schema>,
): boolean {
  return [part.oneOf, part.anyOf].every((union) => {
    const valid = union?.filter((each) => isValid(each, value) !== false);
    return (
      valid === undefined ||
      valid.length === 0 ||
      valid.some((each) => hasFormatsWithin(each, value, contract, around))
    );
  });
}

/** Returns the first example of a body that generated validators certainly accept, if there is one. */
export function validExample(media: MediaType, contract: Contract): Example | undefined {
  const written = media.declaration?.schema ?? media.schema;
  if (written === undefined) return undefined;
  const schema = taggedSchema(written, contract);
  return media.examples.find(
    ({ value }) =>
      isValid(schema, value, "response") === true && hasFormats(schema, value, contract),
  );
}

/** Reports whether generated validators accept a body, or may accept it. */
export function mayBeBody(media: MediaType, value: JsonValue, contract: Contract): boolean {
  const written = media.declaration?.schema ?? media.schema;
  if (written === undefined) return true;
  const schema = taggedSchema(written, contract);
  return isValid(schema, value, "response") !== false && hasFormats(schema, value, contract);
}
