// Prints `const` and `enum`.

import { integerKind, matchesPattern, type ObjectSchema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { literal } from "../print/literal.ts";
import { list, type Printable } from "../print/printable.ts";
import { valueRules } from "./keyword-rules.ts";
import {
  callWithLiteral,
  type Expression,
  type Printer,
  printCall,
  ruleExpression,
  schemaExpression,
  zod,
} from "./printer.ts";

/** Prints a schema that accepts only the listed values. */
export function printValues(
  printer: Printer,
  schema: ObjectSchema,
  values: readonly JsonValue[],
): Expression {
  const others = values.filter((value) => value !== null);
  if (!others.every(isLiteral) || isBigInt(printer, schema, others))
    return printEquality(printer, schema);
  if (others.length === values.length) return printLiterals(printer, others);
  if (others.length === 0) return schemaExpression(printCall(zod(printer, "null")));
  const inner = printLiterals(printer, others);
  return schemaExpression(printCall(zod(printer, "nullable"), inner.text));
}

function printLiterals(printer: Printer, values: readonly JsonValue[]): Expression {
  const [only] = values;
  if (only === undefined) return schemaExpression(printCall(zod(printer, "never")));
  if (values.length === 1)
    return schemaExpression(printCall(zod(printer, "literal"), literal(only)));
  const members: Printable = list("[", values.map(literal), "]");
  const name = values.every((value) => typeof value === "string") ? "enum" : "literal";
  return schemaExpression(callWithLiteral(zod(printer, name), members));
}

/**
 * Prints a rule that compares objects, arrays and big integers by value. The literals of zod cannot
 * do this.
 */
function printEquality(printer: Printer, schema: ObjectSchema): Expression {
  const rules = valueRules(printer, schema);
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) return only;
  // The rules are combined to one check, which stops at a wrong type. If each rule were a check,
  // zod would continue and report a second issue.
  const texts = rules.map((each) => each.text);
  return ruleExpression(printCall(printer.runtime("allOf"), ...texts));
}

function isBigInt(printer: Printer, schema: ObjectSchema, values: readonly JsonValue[]): boolean {
  const isNumeric = values.some((value) => typeof value === "number");
  const isTyped = schema.types !== undefined || schema.integerForm !== undefined;
  return isNumeric && isTyped && integerKind(schema, printer.int64) === "bigint";
}

function isLiteral(value: JsonValue): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value);
  return typeof value !== "object" && typeof value !== "bigint";
}

// Many documents have keywords beside `enum` or `const` that every listed value satisfies.

/** Removes the bounds, lengths and patterns that all listed values satisfy. */
export function withoutImplied(schema: ObjectSchema, values: readonly JsonValue[]): ObjectSchema {
  const { minimum, maximum, minLength, maxLength, pattern, ...others } = schema;
  const tests: readonly (readonly [keyof ObjectSchema, unknown, (value: JsonValue) => boolean])[] =
    [
      ["minimum", minimum, (value) => !isNumber(value) || value >= (minimum ?? value)],
      ["maximum", maximum, (value) => !isNumber(value) || value <= (maximum ?? value)],
      ["minLength", minLength, (value) => valueLength(value, minLength) >= (minLength ?? 0)],
      [
        "maxLength",
        maxLength,
        (value) => valueLength(value, 0) <= (maxLength ?? valueLength(value, 0)),
      ],
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

function valueLength(value: JsonValue, otherwise: number | undefined): number {
  return typeof value === "string" ? [...value].length : (otherwise ?? 0);
}
