// Functions that write numbers and strings.

import { assertions, integerKind, type ObjectSchema, stringFormat } from "@specwright/contract";
import { literal, regularExpression } from "../../../print/literal.ts";
import type { Printable } from "../../../print/printable.ts";
import { hasOnly } from "../../schema/has-only.ts";
import { simplePattern } from "../read/simple-pattern.ts";
import { callStep, callWriter, refuseIf, type WritePrinter, type Writer } from "./writer.ts";

const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

const refusals = {
  minimum: "<",
  maximum: ">",
  exclusiveMinimum: "<=",
  exclusiveMaximum: ">=",
} as const;

/** The least and the greatest value for each format of numbers. */
const widths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  uint8: [0, 2 ** 8 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  uint16: [0, 2 ** 16 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
};

/** Creates the writer of an integer schema. */
export function integerWriter(print: WritePrinter, schema: ObjectSchema): Writer | undefined {
  if (!hasOnly(schema, [...bounds, "types", "format"])) return undefined;
  const { format = "" } = schema;
  if (integerKind(schema, print.printer.int64) === "bigint") {
    const wide = format === "int64" ? "writeInt64" : "writeBigInteger";
    return boundedWriter(schema, format === "uint64" ? "writeUint64" : wide, BigInt);
  }
  const [least, most] = widths[format] ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (exclusiveMinimum !== undefined || exclusiveMaximum !== undefined) {
    return format in widths ? undefined : boundedWriter(schema, "writeInteger", Number);
  }
  const lower = Math.max(least, Number(minimum ?? least));
  const upper = Math.min(most, Number(maximum ?? most));
  const isWide = lower === Number.MIN_SAFE_INTEGER && upper === Number.MAX_SAFE_INTEGER;
  return isWide ? callWriter("writeInteger") : callWriter("writeIntegerIn", lower, upper);
}

/** Creates the writer of a number schema. */
export function numberWriter(print: WritePrinter, schema: ObjectSchema): Writer | undefined {
  if (!hasOnly(schema, [...bounds, "types", "format"])) return undefined;
  const { format = "double" } = schema;
  if (integerKind(schema, print.printer.int64) === "bigint" || format in widths) return undefined;
  return boundedWriter(schema, "writeNumber", Number);
}

/** Creates the writer of a number. It compares the number with its bounds before it writes the number. */
function boundedWriter(
  schema: ObjectSchema,
  write: string,
  kind: typeof BigInt | typeof Number,
): Writer | undefined {
  const given = bounds.filter((name) => schema[name] !== undefined);
  if (kind === BigInt && !given.every((name) => isWhole(schema[name]))) return undefined;
  return (subject) => [
    ...given.map((name) => {
      const bound = kind(schema[name] ?? 0);
      return refuseIf([subject, ` ${refusals[name]} `, literal(bound)]);
    }),
    callStep(write, subject),
  ];
}

function isWhole(bound: number | bigint | undefined): boolean {
  return typeof bound === "bigint" || Number.isInteger(bound);
}

/** Creates the writer of a string schema. */
export function stringWriter(print: WritePrinter, schema: ObjectSchema): Writer | undefined {
  if (!hasOnly(schema, ["types", "minLength", "maxLength", "pattern", "format"])) return undefined;
  const { printer } = print;
  const { minLength = 0, maxLength, pattern, format } = schema;
  const { predicate, argument } = (format === undefined ? undefined : stringFormat(format)) ?? {};
  const isJudged = predicate !== undefined;
  const names = [...assertions(schema)].filter((name) => name !== "types" && name !== "format");
  if (names.length === 0 && isJudged && format === "uuid") return callWriter("writeUuid");
  if (names.length === 0 && isJudged && format === "date-time") {
    return callWriter("writeDateTime", printer.runtime(predicate));
  }
  const simple = pattern === undefined ? undefined : simplePattern(pattern);
  if (names.length === 1 && !isJudged && simple !== undefined) {
    const { characters, least, most } = simple;
    const set = `/* @__PURE__ */ characterSet(${JSON.stringify(characters)})`;
    return callWriter(
      "writeStringOf",
      print.constants.named("allowed", "Uint8Array", set),
      least,
      most,
    );
  }
  const expression = pattern === undefined ? undefined : regularExpression(pattern);
  const test = expression && print.constants.named("pattern", "RegExp", expression);
  return (subject) => {
    const conditions: Printable[] = [];
    if (minLength > 0 || maxLength !== undefined) {
      const limits = `, ${minLength}, ${maxLength ?? "Infinity"})`;
      conditions.push(["!", printer.runtime("hasLength"), "(", subject, limits]);
    }
    if (isJudged) {
      const name = argument === undefined ? "" : `, ${JSON.stringify(argument)}`;
      conditions.push(["!", printer.runtime(predicate), "(", subject, name, ")"]);
    }
    if (test !== undefined) conditions.push(`!${test}.test(${subject})`);
    return [...conditions.map(refuseIf), callStep("writeString", subject)];
  };
}
