// Decides whether a string has the format of its schema, with the functions that generated validators call.

import { type ObjectSchema, schemaFormat, type ValueTypes } from "@specwright/contract";
import {
  isBase64,
  isDate,
  isDateTime,
  isDecimalText,
  isEmail,
  isFormat,
  isHostname,
  isIpv4,
  isIpv6,
  isMillisecondDateTime,
  isNanosecondDateTime,
  isTime,
  isUri,
  isUriReference,
  isUuid,
} from "@specwright/runtime/codegen";

type RareFormat = Parameters<typeof isFormat>[1];

/** The functions by the names that the contract has for them. */
const predicates: Readonly<Record<string, (text: string) => boolean>> = {
  isBase64,
  isDate,
  isDateTime,
  isDecimalText,
  isEmail,
  isHostname,
  isIpv4,
  isIpv6,
  isMillisecondDateTime,
  isNanosecondDateTime,
  isTime,
  isUri,
  isUriReference,
  isUuid,
};

/**
 * Reports whether a string has the format of a schema. Returns `undefined` if the format is unknown. With
 * `valueTypes`, the string must also fit in the TypeScript type of its format, such as `Date`.
 */
export function hasStringFormat(
  schema: ObjectSchema,
  text: string,
  valueTypes?: ValueTypes,
): boolean | undefined {
  const format = schemaFormat(schema, valueTypes);
  if (format === undefined) return undefined;
  const { predicate, argument } = format;
  if (predicate === undefined) return true;
  // The contract only has rare formats as arguments.
  if (argument !== undefined) return isFormat(text, argument as RareFormat);
  return predicates[predicate]?.(text);
}
