// Checks numbers. An int64 is a bigint, unless its bounds allow only safe integers. Other integers are safe
// integers of type `number`.

import { integerKind, type ObjectSchema } from "@specwright/contract";
import { literal } from "../../print/literal.ts";
import type { Printable } from "../../print/printable.ts";
import { numberType } from "../../rules/scalar-rules.ts";
import {
  allConditions,
  always,
  type Condition,
  createCondition,
  unlessExempt,
} from "./condition.ts";
import { type Checker, constantName, type Place } from "./place.ts";

/** Checks that a value is an integer or a number that matches the schema. */
export function checkNumber(
  checker: Checker,
  schema: ObjectSchema,
  type: "integer" | "number",
  place: Place,
): Condition {
  const { printer } = checker;
  const { subject } = place;
  if (checker.asks !== undefined) return checkEitherForm(checker, schema, type, place);
  const kind = numberType(schema, type, printer);
  if (kind === "int64" || kind === "uint64" || kind === "bigInteger") {
    return checkBigInt(checker, schema, kind, place);
  }
  if (kind === "number" || kind === "decimal") {
    const name = printer.integers === "exact" ? "isExactNumber" : "isNumber";
    return allConditions([
      createCondition([printer.runtime(name), "(", subject, ")"]),
      checkBounds(schema, subject),
      checkMultiple(checker, schema, place),
    ]);
  }
  const width = widths[kind];
  if (printer.integers === "exact") {
    return allConditions([
      createCondition([printer.runtime("isExactInteger"), "(", subject, ")"]),
      checkBounds(withWidth(schema, width), subject),
      checkMultiple(checker, schema, place),
    ]);
  }
  return allConditions([
    checkInteger(checker, schema, width, place),
    checkMultiple(checker, schema, place),
  ]);
}

/** Checks a number that may be decoded or may still be as `JSON.parse` returned it. */
function checkEitherForm(
  checker: Checker,
  schema: ObjectSchema,
  type: "integer" | "number",
  place: Place,
): Condition {
  const { printer } = checker;
  const { subject } = place;
  const { format = "" } = schema;
  const range = bigRanges[format] ?? widths[format];
  if (type === "number" && range === undefined) {
    return allConditions([
      createCondition([printer.runtime("isExactNumber"), "(", subject, ")"]),
      checkBounds(schema, subject),
      checkMultiple(checker, schema, place),
    ]);
  }
  const [minimum, maximum] = range ?? [];
  return allConditions([
    createCondition([printer.runtime("isExactInteger"), "(", subject, ")"]),
    checkBounds(
      { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) },
      subject,
    ),
    checkBounds(schema, subject),
    checkMultiple(checker, schema, place),
  ]);
}

/** Checks the bounds of a number, whatever its type. Accepts all values that are not numbers. */
export function checkUntypedNumber(
  checker: Checker,
  schema: ObjectSchema,
  place: Place,
): Condition {
  const bounds = checkBounds(schema, place.subject);
  const { multipleOf } = schema;
  const multiple = multipleOf === undefined ? always : checkByRule(checker, multipleOf, place);
  const limits = allConditions([bounds, multiple]);
  const isExactNumber = checker.printer.runtime("isExactNumber");
  return unlessExempt(
    createCondition(["!", isExactNumber, "(", place.subject, ")"]),
    "number",
    limits,
  );
}

type Bounds = Pick<ObjectSchema, "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum">;

const operators = [
  ["minimum", ">="],
  ["exclusiveMinimum", ">"],
  ["maximum", "<="],
  ["exclusiveMaximum", "<"],
] as const;

function checkBounds(bounds: Bounds, subject: string): Condition {
  return allConditions(
    operators.flatMap(([keyword, operator]) => {
      const bound = bounds[keyword];
      return bound === undefined
        ? []
        : [createCondition([subject, ` ${operator} `, literal(bound)])];
    }),
  );
}

function checkInteger(
  { printer }: Checker,
  schema: ObjectSchema,
  width: Range | undefined,
  { subject, isVariable }: Place,
): Condition {
  const { least, most } = integerRange(withWidth(schema, width));
  if (least !== undefined && most !== undefined && isVariable === true) {
    return allConditions([
      createCondition(["typeof ", subject, ' === "number"']),
      checkBounds({ minimum: least, maximum: most }, subject),
      createCondition(["Number.isInteger(", subject, ")"]),
    ]);
  }
  if (least !== undefined && most !== undefined)
    return createCondition([printer.runtime("isIntegerIn"), `(${subject}, ${least}, ${most})`]);
  const limits: Bounds = {
    ...(least !== undefined && { minimum: least }),
    ...(most !== undefined && { maximum: most }),
  };
  const isInteger: Printable = [printer.runtime("isInteger"), "(", subject, ")"];
  return allConditions([createCondition(isInteger), checkBounds(limits, subject)]);
}

type Range = readonly [least: number, most: number];

const widths: Readonly<Record<string, Range>> = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  uint8: [0, 2 ** 8 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  uint16: [0, 2 ** 16 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
};

function withWidth(schema: ObjectSchema, width: Range | undefined): Bounds {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const least = width?.[0] ?? (schema.format === "uint64" ? 0 : undefined);
  const most = width?.[1];
  const lower = higherBound(minimum, least);
  const upper = higherBound(maximum, most, -1);
  return {
    ...(lower !== undefined && { minimum: lower }),
    ...(upper !== undefined && { maximum: upper }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
    ...(exclusiveMaximum !== undefined && { exclusiveMaximum }),
  };
}

function higherBound(
  left: number | bigint | undefined,
  right: number | bigint | undefined,
  sign = 1,
): number | bigint | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left > right === sign > 0 ? left : right;
}

/**
 * Returns the range of safe integers that satisfy all bounds. Omits a bound that every safe integer
 * satisfies.
 */
function integerRange(bounds: Bounds): { readonly least?: number; readonly most?: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds;
  const least = higherBound(
    minimum === undefined ? undefined : Math.ceil(Number(minimum)),
    exclusiveMinimum === undefined ? undefined : Math.floor(Number(exclusiveMinimum)) + 1,
  );
  const most = higherBound(
    maximum === undefined ? undefined : Math.floor(Number(maximum)),
    exclusiveMaximum === undefined ? undefined : Math.ceil(Number(exclusiveMaximum)) - 1,
    -1,
  );
  return {
    ...(least !== undefined && least > Number.MIN_SAFE_INTEGER && { least: Number(least) }),
    ...(most !== undefined && most < Number.MAX_SAFE_INTEGER && { most: Number(most) }),
  };
}

const bigRanges: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

function checkBigInt(
  checker: Checker,
  schema: ObjectSchema,
  kind: "int64" | "uint64" | "bigInteger",
  place: Place,
): Condition {
  const { printer } = checker;
  const { subject } = place;
  const range = bigRanges[kind];
  const isSigned = kind === "int64";
  const ofKind: Condition =
    range === undefined || place.isVariable === true
      ? allConditions([
          createCondition(["typeof ", subject, ' === "bigint"']),
          range === undefined
            ? always
            : createCondition([
                `BigInt.as${isSigned ? "Int" : "Uint"}N(64, ${subject}) === ${subject}`,
              ]),
        ])
      : createCondition([printer.runtime(isSigned ? "isInt64" : "isUint64"), "(", subject, ")"]);
  return allConditions([
    ofKind,
    checkBounds(bigBounds(schema, range), subject),
    checkMultiple(checker, schema, place),
  ]);
}

/** Converts integer bounds to bigints, and omits bounds that the format implies. */
function bigBounds(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ObjectSchema,
  range: readonly [least: bigint, most: bigint] | undefined,
): Bounds {
  const isLow = minimum === undefined || (range !== undefined && minimum <= range[0]);
  const isHigh = maximum === undefined || (range !== undefined && maximum >= range[1]);
  return {
    ...(isLow ? {} : { minimum: toBigBound(minimum) }),
    ...(isHigh ? {} : { maximum: toBigBound(maximum) }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum: toBigBound(exclusiveMinimum) }),
    ...(exclusiveMaximum !== undefined && { exclusiveMaximum: toBigBound(exclusiveMaximum) }),
  };
}

function toBigBound(bound: number | bigint): number | bigint {
  return Number.isInteger(bound) ? BigInt(bound) : bound;
}

function checkMultiple(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { multipleOf } = schema;
  if (multipleOf === undefined) return always;
  const isBigInt = integerKind(schema, checker.printer.int64) === "bigint";
  const isWhole = typeof multipleOf === "bigint" || Number.isSafeInteger(multipleOf);
  const isInteger =
    schema.types?.includes("number") !== true && checker.printer.integers !== "exact";
  // For integers, `%` is exact. For fractions, the rule computes the remainder.
  if (isWhole && multipleOf > 0 && (isBigInt || (isInteger && typeof multipleOf === "number"))) {
    const zero = isBigInt ? "0n" : "0";
    const divisor = isBigInt ? BigInt(multipleOf) : multipleOf;
    return createCondition([place.subject, " % ", literal(divisor), ` === ${zero}`]);
  }
  return checkByRule(checker, multipleOf, place);
}

function checkByRule(checker: Checker, multipleOf: number | bigint, place: Place): Condition {
  const { printer } = checker;
  const rule = [printer.runtime("multipleOf"), "(", literal(multipleOf), ")"];
  const name = checker.constant(constantName(place, "step"), rule);
  const call: Printable = [printer.runtime("accepts"), `(${name}, ${place.subject})`];
  return { ...createCondition(call), isOpaque: true };
}
