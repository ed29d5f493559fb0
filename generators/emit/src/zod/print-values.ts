// `const` and `enum`.

import { integerKind, type ObjectSchema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { literal } from "../print/literal.ts";
import { list, type Printable } from "../print/printable.ts";
import { call, type Expression, hug, ruleExpression, schemaExpression } from "./expression.ts";
import { valueRules } from "./keyword-rules.ts";
import { type Printer, zod } from "./printer.ts";

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
  if (others.length === 0) return schemaExpression(call(zod(printer, "null")));
  const inner = printLiterals(printer, others);
  return schemaExpression(call(zod(printer, "nullable"), inner.text));
}

function printLiterals(printer: Printer, values: readonly JsonValue[]): Expression {
  const [only] = values;
  if (only === undefined) return schemaExpression(call(zod(printer, "never")));
  if (values.length === 1) return schemaExpression(call(zod(printer, "literal"), literal(only)));
  const members: Printable = list("[", values.map(literal), "]");
  const name = values.every((value) => typeof value === "string") ? "enum" : "literal";
  return schemaExpression(hug(zod(printer, name), members));
}

/**
 * Prints a rule that compares objects, arrays and big integers by value, which zod's literals do
 * not.
 */
function printEquality(printer: Printer, schema: ObjectSchema): Expression {
  const rules = valueRules(printer, schema);
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) return only;
  // One check, because it stops at the wrong type; zod would continue with the next check.
  const texts = rules.map((each) => each.text);
  return ruleExpression(call(printer.runtime("allOf"), ...texts));
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
