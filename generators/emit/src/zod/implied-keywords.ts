// Keywords beside `enum` or `const` that every listed value satisfies; many documents have them.

import { matchesPattern, type ObjectSchema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";

/** Removes the bounds, lengths and patterns that all the values satisfy. */
export function withoutImplied(schema: ObjectSchema, values: readonly JsonValue[]): ObjectSchema {
  const { minimum, maximum, minLength, maxLength, pattern, ...others } = schema;
  const tests: readonly (readonly [keyof ObjectSchema, unknown, (value: JsonValue) => boolean])[] =
    [
      ["minimum", minimum, (value) => !isNumber(value) || value >= (minimum ?? value)],
      ["maximum", maximum, (value) => !isNumber(value) || value <= (maximum ?? value)],
      ["minLength", minLength, (value) => length(value, minLength) >= (minLength ?? 0)],
      ["maxLength", maxLength, (value) => length(value, 0) <= (maxLength ?? length(value, 0))],
      [
        "pattern",
        pattern,
        (value) => typeof value !== "string" || matchesPattern(pattern ?? "", value) === true,
      ],
    ];
  const telling = tests.filter(([, bound, test]) => bound !== undefined && !values.every(test));
  return { ...others, ...Object.fromEntries(telling.map(([name, bound]) => [name, bound])) };
}

function isNumber(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function length(value: JsonValue, otherwise: number | undefined): number {
  return typeof value === "string" ? [...value].length : (otherwise ?? 0);
}
