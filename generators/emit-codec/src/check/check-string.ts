// Strings: lengths in code points, patterns, formats.

import type { ObjectSchema } from "@specwright/contract";
import { regularExpression, stringFormat, stringLiteral } from "@specwright/emit-kit";
import { stringContent } from "../string-content.ts";
import { all, always, type Condition, test } from "./condition.ts";
import { type Checker, constantName, type Place } from "./place.ts";

/** Checks what is known to be a string. */
export function checkString(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  return all([
    checkLength(checker, schema, place),
    checkFormat(checker, schema, place),
    checkPattern(checker, schema, place),
    checkContent(checker, schema, place),
  ]);
}

function checkLength(
  { printer }: Checker,
  { minLength = 0, maxLength }: ObjectSchema,
  { subject }: Place,
): Condition {
  const { parts } = always;
  if (minLength === 0 && maxLength === undefined) return { parts, isOpaque: true };
  // Only of none and one are there as many units as code points.
  if (maxLength === 0) return test(minLength > 0 ? "false" : [subject, ' === ""']);
  if (minLength === 1 && maxLength === undefined) return test([subject, ' !== ""']);
  const most = maxLength ?? "Infinity";
  return test([printer.runtime("hasLength"), "(", subject, `, ${minLength}, ${most})`]);
}

function checkFormat(
  { printer }: Checker,
  { format, formatAssertion }: ObjectSchema,
  { subject }: Place,
): Condition {
  const name = format === undefined ? undefined : stringFormat(format)?.predicate;
  if (name === undefined || (printer.formats === "annotate" && formatAssertion !== true))
    return always;
  return test([printer.runtime(name), "(", subject, ")"]);
}

function checkPattern(checker: Checker, { pattern }: ObjectSchema, place: Place): Condition {
  const expression = pattern === undefined ? undefined : regularExpression(pattern);
  if (expression === undefined) return always;
  // In a function it would be made anew each time.
  const name = checker.constant(constantName(place, "pattern"), expression);
  return test([name, ".test(", place.subject, ")"]);
}

function checkContent({ printer }: Checker, schema: ObjectSchema, { subject }: Place): Condition {
  const content = stringContent(schema);
  if (content === undefined) return always;
  return test([printer.runtime("isContent"), "(", subject, ", ", stringLiteral(content), ")"]);
}
