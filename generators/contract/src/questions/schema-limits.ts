// The limits of a schema as short phrases, for doc comments and pages.

import type { ObjectSchema } from "../model/schema.ts";

/**
 * Lists the limits of a schema: bounds, lengths, counts and the pattern, which `code` writes.
 *
 * @example
 * schemaLimits(schema, codeSpan); // ["at least 1 character", "at most 64 characters", "matches `^[a-z]+$`"]
 */
export function schemaLimits(
  schema: ObjectSchema,
  code: (pattern: string) => string,
): readonly string[] {
  const limits: string[] = [];
  const bound = (value: number | bigint | undefined, before: string): void => {
    if (value !== undefined) limits.push(`${before} ${value}`);
  };
  const count = (value: number | undefined, before: string, unit: string): void => {
    if (value !== undefined && !(value === 0 && before === "at least"))
      limits.push(`${before} ${value} ${unit}${value === 1 ? "" : "s"}`);
  };
  bound(schema.minimum, "at least");
  bound(schema.exclusiveMinimum, "more than");
  bound(schema.maximum, "at most");
  bound(schema.exclusiveMaximum, "less than");
  bound(schema.multipleOf, "a multiple of");
  count(schema.minLength, "at least", "character");
  count(schema.maxLength, "at most", "character");
  count(schema.minItems, "at least", "item");
  count(schema.maxItems, "at most", "item");
  if (schema.uniqueItems === true) limits.push("no item twice");
  if (schema.pattern !== undefined) limits.push(`matches ${code(schema.pattern)}`);
  return limits;
}
