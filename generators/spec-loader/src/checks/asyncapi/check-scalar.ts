import { isJsonArray, isJsonObject, type JsonValue } from "../../json/json-value.ts";
import type { RuleSchema } from "./asyncapi-schema.ts";
import { type Fault, valueFault } from "./fault.ts";
import { formatOf } from "./format.ts";

/** Reports whether a value is of a type of JSON Schema. */
export function isType(value: JsonValue, type: string): boolean {
  switch (type) {
    case "object":
      return isJsonObject(value);
    case "array":
      return isJsonArray(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Checks a value against the keywords for fixed values, texts and numbers. */
export function checkScalar(rule: RuleSchema, value: JsonValue): readonly Fault[] {
  const faults: Fault[] = [];
  const add = (words: string, fix: string): void => {
    faults.push({ path: [], words, fix, kind: "other" });
  };
  const allowed = rule.const === undefined ? rule.enum : [rule.const];
  if (allowed !== undefined && !allowed.some((each) => isSame(each, value))) {
    faults.push(valueFault(allowed.map((each) => JSON.stringify(each))));
  }
  if (typeof value === "string") {
    const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
    const { expected, example, fits } = formatOf(format, pattern);
    if (!fits(value)) add(`must be ${expected}`, `Write a text such as ${example}.`);
    if (value.length < minLength) {
      add(`must not have fewer than ${minLength} characters`, "Write a longer text.");
    }
    if (value.length > maxLength) {
      add(`must not have more than ${maxLength} characters`, "Write a shorter text.");
    }
  }
  if (typeof value === "number") {
    const { minimum = value, maximum = value } = rule;
    if (value < minimum) add(`must not be below ${minimum}`, "Write a larger number.");
    if (value > maximum) add(`must not be above ${maximum}`, "Write a smaller number.");
  }
  return faults;
}

function isSame(left: unknown, right: JsonValue): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
