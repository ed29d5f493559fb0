import { isJsonArray, isJsonObject, type JsonValue } from "../../json/json-value.ts";
import type { RuleSchema } from "./asyncapi-schema.ts";
import type { Fault } from "./fault.ts";
import { hasFormat } from "./has-format.ts";

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
  const add = (words: string, kind: Fault["kind"] = "other"): void => {
    faults.push({ path: [], words, kind });
  };
  if (rule.const !== undefined && !isSame(rule.const, value)) {
    add(`must be ${JSON.stringify(rule.const)}`, "identity");
  }
  if (rule.enum !== undefined && !rule.enum.some((each) => isSame(each, value))) {
    add(`must be one of ${rule.enum.map((each) => JSON.stringify(each)).join(", ")}`, "identity");
  }
  if (typeof value === "string") {
    const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
    if (format !== undefined && !hasFormat(value, format)) add(`must have the format ${format}`);
    if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) {
      add(`must match the pattern ${pattern}`);
    }
    if (value.length < minLength) add(`must not have fewer than ${minLength} characters`);
    if (value.length > maxLength) add(`must not have more than ${maxLength} characters`);
  }
  if (typeof value === "number") {
    const { minimum = value, maximum = value } = rule;
    if (value < minimum) add(`must not be below ${minimum}`);
    if (value > maximum) add(`must not be above ${maximum}`);
  }
  return faults;
}

function isSame(left: unknown, right: JsonValue): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
