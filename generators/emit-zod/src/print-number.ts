// Numbers. An int64 is a bigint unless its bounds prove that every value is safe. A schema of type
// number refuses the bigint that our JSON reader returns for an integer that would lose digits.

import type { ObjectSchema } from "@specwright/contract";
import { integerKind, literal, numberFormats, type Printable } from "@specwright/emit-kit";
import { call, type Expression, schemaExpression } from "./expression.ts";
import { numberRules, rule } from "./keyword-rules.ts";
import { chain, type NativeCheck, type Prelude, type Printer, withChecks, zod } from "./printer.ts";

/** Prints a schema whose type is integer or number and nothing else. */
export function printNumber(
  printer: Printer,
  schema: ObjectSchema,
  type: "integer" | "number",
): Expression {
  const { format, source } = schema;
  if (format !== undefined && !numberFormats.has(format)) {
    printer.report.add(source, "format", "the format is not known");
  }
  if (integerKind(schema, printer.int64) === "bigint") return printBigInt(printer, schema);
  const base = call(zod(printer, baseName(schema, type)));
  const isInteger = type === "integer";
  const natives: NativeCheck[] = [...smallFormat(format)];
  const bounds = boundChecks.filter(({ keyword }) => !isVacuous(schema, keyword, isInteger));
  for (const { keyword, method, name } of bounds) {
    const bound = schema[keyword];
    if (typeof bound === "number") natives.push({ method, name, argument: literal(bound) });
  }
  const { multipleOf } = schema;
  // Division of safe integers is exact; that of fractions is left to the rule.
  const isExact = isInteger && typeof multipleOf === "number" && Number.isSafeInteger(multipleOf);
  if (isExact) natives.push({ method: "multipleOf", name: "multipleOf", argument: multipleOf });
  const rules: Expression[] = bounds
    .filter(({ keyword }) => typeof schema[keyword] === "bigint")
    .map(({ keyword }) => rule(printer, keyword, literal(schema[keyword] ?? 0)));
  if (multipleOf !== undefined && !isExact)
    rules.push(rule(printer, "multipleOf", literal(multipleOf)));
  return schemaExpression(
    chain(
      printer,
      base,
      natives,
      rules.map((each) => each.text),
    ),
  );
}

function printBigInt(printer: Printer, schema: ObjectSchema): Expression {
  const { format } = schema;
  const name: Prelude = format === "int64" || format === "uint64" ? format : "bigInteger";
  printer.prelude.add(name);
  const checks = numberRules(printer, withBigBounds(schema, name));
  const texts: Printable[] = checks.map((each) => each.text);
  return schemaExpression(withChecks(`${name}()`, texts));
}

/** Writes whole bounds as bigints, and drops those that the format has anyway. */
function withBigBounds(schema: ObjectSchema, name: Prelude): ObjectSchema {
  const range = ranges[name];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, ...others } = schema;
  const low = minimum === undefined || (range !== undefined && minimum <= range[0]);
  const high = maximum === undefined || (range !== undefined && maximum >= range[1]);
  return {
    ...others,
    ...(low ? {} : { minimum: big(minimum) }),
    ...(high ? {} : { maximum: big(maximum) }),
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum: big(exclusiveMinimum) }),
    ...(exclusiveMaximum === undefined ? {} : { exclusiveMaximum: big(exclusiveMaximum) }),
    ...(multipleOf === undefined ? {} : { multipleOf: big(multipleOf) }),
  };
}

const ranges: Readonly<Record<Prelude, readonly [bigint, bigint] | undefined>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  bigInteger: undefined,
};

function big(bound: number | bigint): number | bigint {
  return Number.isInteger(bound) ? BigInt(bound) : bound;
}

interface Bound {
  readonly keyword: "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum";
  readonly method: string;
  readonly name: string;
}

const boundChecks: readonly Bound[] = [
  { keyword: "minimum", method: "min", name: "gte" },
  { keyword: "exclusiveMinimum", method: "gt", name: "gt" },
  { keyword: "maximum", method: "max", name: "lte" },
  { keyword: "exclusiveMaximum", method: "lt", name: "lt" },
];

/**
 * Reports whether a bound lies beyond the safe integers, which integers of type number cannot
 * exceed anyway.
 */
function isVacuous(schema: ObjectSchema, keyword: Bound["keyword"], isInteger: boolean): boolean {
  const bound = schema[keyword];
  if (bound === undefined) return true;
  if (!isInteger) return false;
  return keyword.endsWith("inimum")
    ? bound < Number.MIN_SAFE_INTEGER
    : bound > Number.MAX_SAFE_INTEGER;
}

function baseName({ format }: ObjectSchema, type: "integer" | "number"): string {
  if (format === "int32" || format === "uint32") return format;
  return type === "integer" || (format !== undefined && format in widths) ? "int" : "number";
}

const widths: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  int16: [-32768, 32767],
  uint8: [0, 255],
  uint16: [0, 65535],
};

function smallFormat(format: string | undefined): readonly NativeCheck[] {
  const range = format === undefined ? undefined : widths[format];
  if (range === undefined) return [];
  return [
    { method: "min", name: "gte", argument: range[0] },
    { method: "max", name: "lte", argument: range[1] },
  ];
}
