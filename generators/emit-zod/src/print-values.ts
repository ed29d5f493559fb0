// `const` and `enum`.

import type { ObjectSchema } from "@specwright/contract";
import {
  constantValue,
  integerKind,
  type JsonValue,
  list,
  literal,
  type Printable,
} from "@specwright/emit-kit";
import {
  call,
  type Expression,
  hug,
  inTurn,
  ruleExpression,
  schemaExpression,
} from "./expression.ts";
import { rule } from "./keyword-rules.ts";
import { printNumber } from "./print-number.ts";
import { type Printer, zod } from "./printer.ts";

/** Prints a schema that takes the listed values and no others. */
export function printValues(
  printer: Printer,
  schema: ObjectSchema,
  values: readonly JsonValue[],
): Expression {
  const others = values.filter((value) => value !== null);
  if (!others.every(isLiteral) || isBigInt(printer, schema, others))
    return printEquality(printer, schema, values);
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

/** Objects, arrays and big integers are compared by value, which zod's literals do not. */
function printEquality(
  printer: Printer,
  schema: ObjectSchema,
  values: readonly JsonValue[],
): Expression {
  const [only] = values;
  const equality =
    values.length === 1 && only !== undefined
      ? rule(printer, "constant", literal(constantValue(schema, only)))
      : ruleExpression(
          hug(
            printer.runtime("enumeration"),
            list(
              "[",
              values.map((value) => literal(constantValue(schema, value, printer.int64))),
              "]",
            ),
          ),
        );
  if (!isBigInt(printer, schema, values)) return equality;
  const { types = [] } = schema;
  const isInteger = types.every((type) => type === "integer" || type === "number");
  return isInteger
    ? inTurn(printer.runtime("allOf"), [printNumber(printer, schema, "integer"), equality])
    : equality;
}

function isBigInt(printer: Printer, schema: ObjectSchema, values: readonly JsonValue[]): boolean {
  const isNumeric = values.some((value) => typeof value === "number");
  return isNumeric && schema.types !== undefined && integerKind(schema, printer.int64) === "bigint";
}

function isLiteral(value: JsonValue): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value);
  return typeof value !== "object" && typeof value !== "bigint";
}
