// Checks the formats in examples. An example can be valid in JSON Schema although it violates a `format`,
// because only generated validators check formats.

import {
  type Contract,
  type Example,
  type MediaType,
  numberRange,
  type ObjectSchema,
  type Schema,
  type ValueTypes,
} from "@specwright/contract";
import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import { isValid } from "../evaluate/is-valid.ts";
import { hasStringFormat } from "../evaluate/string-format.ts";
import { isNestedTooDeep, schemaParts } from "./schema-parts.ts";
import { taggedSchema } from "./tagged-schema.ts";

/** The contract of a value, and the options for its types in TypeScript. */
export interface ReadingTypes {
  readonly contract: Contract;
  readonly valueTypes?: ValueTypes | undefined;
}

/**
 * Reports whether all strings and numbers in a valid value have the formats that their schemas require, and
 * fit in their TypeScript types.
 */
export function hasFormats(schema: Schema, value: JsonValue, types: ReadingTypes): boolean {
  return !isNestedTooDeep(schema) && hasFormatsWithin(schema, value, types, new Set());
}

/**
 * `around` contains the schemas that are already being checked for this value, because a schema can refer
 * back to them.
 */
function hasFormatsWithin(
  schema: Schema,
  value: JsonValue,
  types: ReadingTypes,
  around: ReadonlySet<Schema>,
): boolean {
  if (schema.kind === "boolean" || around.has(schema)) return true;
  const { parts } = schemaParts(schema, types.contract);
  const inside = new Set([...around, schema, ...parts]);
  return parts.every(
    (part) => hasOwnFormats(part, value, types) && hasBranch(part, value, types, inside),
  );
}

function hasOwnFormats(part: ObjectSchema, value: JsonValue, types: ReadingTypes): boolean {
  const { format, properties, additionalProperties, prefixItems = [], items } = part;
  if (typeof value === "string") return hasStringFormat(part, value, types.valueTypes) !== false;
  if (typeof value === "number" || typeof value === "bigint") {
    const range = format === undefined ? undefined : numberRange(format);
    return range === undefined || (value >= range[0] && value <= range[1]);
  }
  if (isJsonArray(value)) {
    return value.every((item, index) => {
      const own = prefixItems[index] ?? items;
      return own === undefined || hasFormats(own, item, types);
    });
  }
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([name, member]) => {
    const own = properties?.get(name) ?? additionalProperties;
    return own === undefined || hasFormats(own, member, types);
  });
}

function hasBranch(
  part: ObjectSchema,
  value: JsonValue,
  types: ReadingTypes,
  around: ReadonlySet<Schema>,
): boolean {
  return [part.oneOf, part.anyOf].every((union) => {
    const valid = union?.filter((each) => isValid(each, value) !== false);
    return (
      valid === undefined ||
      valid.length === 0 ||
      valid.some((each) => hasFormatsWithin(each, value, types, around))
    );
  });
}

/** Returns the first example of a body that generated validators accept, if there is one. */
export function validExample(media: MediaType, types: ReadingTypes): Example | undefined {
  const written = media.declaration?.schema ?? media.schema;
  if (written === undefined) return undefined;
  const schema = taggedSchema(written, types.contract);
  return media.examples.find(
    ({ value }) => isValid(schema, value, "response") === true && hasFormats(schema, value, types),
  );
}

/** Reports whether generated validators accept a body, or may accept it. */
export function mayBeBody(media: MediaType, value: JsonValue, types: ReadingTypes): boolean {
  const written = media.declaration?.schema ?? media.schema;
  if (written === undefined) return true;
  const schema = taggedSchema(written, types.contract);
  return isValid(schema, value, "response") !== false && hasFormats(schema, value, types);
}
