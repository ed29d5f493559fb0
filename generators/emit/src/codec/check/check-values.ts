// Checks `const` and `enum`.

import { constantValue, matchesPattern, type ObjectSchema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { literal } from "../../print/literal.ts";
import { list, type Printable } from "../../print/printable.ts";
import { ruleCall } from "./calls.ts";
import { anyCondition, type Condition, createCondition, never } from "./condition.ts";
import { type Checker, constantName, type Place } from "./place.ts";

/**
 * The maximum number of listed values that are compared one by one. For more values, the code uses a
 * lookup.
 */
const MOST_COMPARED = 12;

/** Requires one of the listed values. */
export function checkValues(
  checker: Checker,
  schema: ObjectSchema,
  values: readonly JsonValue[],
  place: Place,
): Condition {
  const { subject } = place;
  const { int64 } = checker.printer;
  const held = values.map((value) => constantValue(schema, value, int64));
  if (held.length === 0) return never;
  const isEitherForm = checker.asks !== undefined && held.some(isNumeric);
  if (isEitherForm || !held.every(isComparable)) {
    const name = checker.constant(constantName(place, "values"), [
      checker.printer.runtime("enumeration"),
      ["(", list("[", held.map(literal), "]"), ")"],
    ]);
    return ruleCall(checker, name, place);
  }
  if (held.length > MOST_COMPARED) {
    const name = checker.constant(constantName(place, "values"), printSet(held));
    return { ...createCondition([name, ".has(", subject, ")"]), isOpaque: true };
  }
  return anyCondition(held.map((value) => createCondition([subject, " === ", literal(value)])));
}

function printSet(values: readonly JsonValue[]): Printable {
  return ["new Set<unknown>(", list("[", values.map(literal), "]"), ")"];
}

function isNumeric(value: JsonValue): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

/**
 * Reports whether `===` can compare a value. It cannot compare a large number, because its parsed form
 * differs from its decoded form.
 */
function isComparable(value: JsonValue): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value);
  return typeof value !== "object" || value === null;
}

/**
 * Applies the bounds, the lengths and the pattern of a schema to its listed values. The result `others` is
 * the schema with the keywords that remain to be checked.
 */
export function applyLimits(
  schema: ObjectSchema,
  values: readonly JsonValue[],
): { readonly limited: readonly JsonValue[]; readonly others: ObjectSchema } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const { minLength, maxLength, pattern } = schema;
  const limited = values.filter((value) => {
    if (typeof value === "number" || typeof value === "bigint") {
      return (
        (minimum === undefined || value >= minimum) &&
        (maximum === undefined || value <= maximum) &&
        (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
        (exclusiveMaximum === undefined || value < exclusiveMaximum)
      );
    }
    if (typeof value !== "string") return true;
    const length = [...value].length;
    return (
      length >= (minLength ?? 0) &&
      length <= (maxLength ?? length) &&
      (pattern === undefined || matchesPattern(pattern, value) !== false)
    );
  });
  const isUndecided = limited.some(
    (value) =>
      typeof value === "string" &&
      pattern !== undefined &&
      matchesPattern(pattern, value) === undefined,
  );
  const isPlain = limited.every((value) => typeof value !== "object" || value === null);
  const kept = isUndecided && pattern !== undefined ? { pattern } : {};
  if (!isPlain) return { limited, others: { ...withoutLimits(schema), ...kept } };
  // The fields are listed one by one: a rest pattern is slow, and most enums reach this statement.
  const { kind, source, dialect, raw, extensions } = schema;
  const { format, multipleOf, contentEncoding, contentMediaType } = schema;
  const left = { kind, source, dialect, raw, extensions };
  const strings = limited.some((value) => typeof value === "string");
  return {
    limited,
    others: {
      ...left,
      ...kept,
      ...(strings && format !== undefined && { format }),
      ...(strings && contentEncoding !== undefined && { contentEncoding }),
      ...(strings && contentMediaType !== undefined && { contentMediaType }),
      ...(multipleOf !== undefined && { multipleOf }),
    },
  };
}

/** Removes the type, the listed values and the keywords that `applyLimits` has applied. */
function withoutLimits({
  types: _types,
  enum: _members,
  const: _constant,
  minimum: _minimum,
  maximum: _maximum,
  exclusiveMinimum: _exclusiveMinimum,
  exclusiveMaximum: _exclusiveMaximum,
  minLength: _minLength,
  maxLength: _maxLength,
  pattern: _pattern,
  ...others
}: ObjectSchema): ObjectSchema {
  return others;
}
