// The type of an integer or a number of a schema once it is decoded.

import { type Int64Type, integerKind, type ObjectSchema, valueForm } from "@specwright/contract";
import type { RulePrinter } from "./rule-printer.ts";

/**
 * The form of a decoded number, as in the runtime's `types`: `integer` is a safe integer; `int64`,
 * `uint64` and `bigInteger` are bigint; `decimal` is a number that a `Decimal` holds.
 */
export type NumberType =
  | "integer"
  | "number"
  | "int8"
  | "int16"
  | "int32"
  | "uint8"
  | "uint16"
  | "uint32"
  | "int64"
  | "uint64"
  | "bigInteger"
  | "decimal";

const integerFormats = ["int8", "int16", "int32", "uint8", "uint16", "uint32"] as const;

/**
 * Returns the decoded form of a number of the schema; `type` is the type that the schema declares.
 */
export function numberType(
  schema: ObjectSchema,
  type: "integer" | "number",
  { int64, valueTypes }: Pick<RulePrinter, "int64" | "valueTypes">,
): NumberType {
  const { format } = schema;
  if (valueForm(schema, "number", valueTypes)?.type === "Decimal") return "decimal";
  if (integerKind(schema, int64) === "bigint")
    return format === "int64" || format === "uint64" ? format : "bigInteger";
  const small = integerFormats.find((name) => name === format);
  if (small !== undefined) return small;
  return format === "int64" || format === "uint64" ? "integer" : type;
}

/**
 * Returns a schema with the bound that its format implies: a uint64 that becomes a number is a safe
 * integer of at least 0.
 */
export function withFormatBound(schema: ObjectSchema, int64: Int64Type): ObjectSchema {
  const { types, format, minimum = 0 } = schema;
  const isNumber = types?.some((type) => type === "integer" || type === "number") === true;
  if (!isNumber || format !== "uint64" || integerKind(schema, int64) === "bigint") return schema;
  return { ...schema, minimum: minimum > 0 ? minimum : 0 };
}
