// Checks strings: lengths in code points, patterns, formats.

import { type ObjectSchema, schemaFormat, stringContent } from "@specwright/contract";
import { regularExpression, stringLiteral } from "../../print/literal.ts";
import {
  allConditions,
  always,
  type Condition,
  createCondition,
  isAlways,
  predicateCall,
} from "./condition.ts";
import { type Checker, constantName, type Place } from "./place.ts";

/** Checks that a value is a string that matches the schema. */
export function checkText(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  const { subject } = place;
  const format = checkFormat(checker, schema, place);
  // A check of the format also checks that the value is a string. Other keywords need a check of the type
  // before them.
  const length = checkLength(checker, schema, place);
  const others = allConditions([
    checkPattern(checker, schema, place),
    checkContent(checker, schema, place),
  ]);
  if (!isAlways(format) && isAlways(length) && isAlways(others)) return format;
  const isText = createCondition(["typeof ", subject, ' === "string"']);
  return allConditions([isText, length, format, others]);
}

/** Checks a value that is known to be a string. */
export function checkString(checker: Checker, schema: ObjectSchema, place: Place): Condition {
  return allConditions([
    checkLength(checker, schema, place),
    createCondition(...checkFormat(checker, schema, place).parts),
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
  // A length is a number of code points. Only the lengths 0 and 1 can be compared with the number of code
  // units instead.
  if (maxLength === 0) return createCondition(minLength > 0 ? "false" : [subject, ' === ""']);
  if (minLength === 1 && maxLength === undefined) return createCondition([subject, ' !== ""']);
  const most = maxLength ?? "Infinity";
  return createCondition([printer.runtime("hasLength"), "(", subject, `, ${minLength}, ${most})`]);
}

function checkFormat({ printer }: Checker, schema: ObjectSchema, { subject }: Place): Condition {
  const { predicate, argument } = schemaFormat(schema, printer.valueTypes) ?? {};
  if (predicate === undefined) return always;
  const name = printer.runtime(predicate);
  if (argument === undefined) return predicateCall(name, subject);
  const call = [name, "(", subject, ", ", stringLiteral(argument), ")"];
  return { parts: [call], isOpaque: true };
}

function checkPattern(checker: Checker, { pattern }: ObjectSchema, place: Place): Condition {
  const expression = pattern === undefined ? undefined : regularExpression(pattern);
  if (expression === undefined) return always;
  // Inside a function, the regular expression would be created on every call.
  const name = checker.constant(constantName(place, "pattern"), expression);
  return createCondition([name, ".test(", place.subject, ")"]);
}

function checkContent({ printer }: Checker, schema: ObjectSchema, { subject }: Place): Condition {
  const content = stringContent(schema);
  if (content === undefined) return always;
  return createCondition([
    printer.runtime("isContent"),
    "(",
    subject,
    ", ",
    stringLiteral(content),
    ")",
  ]);
}
