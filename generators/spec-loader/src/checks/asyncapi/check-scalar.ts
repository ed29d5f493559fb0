import { isJsonArray, isJsonObject, type JsonValue } from "../../json/json-value.ts";
import type { RuleSchema } from "./asyncapi-schema.ts";
import { type Fault, valueFault } from "./fault.ts";

/** Reports whether a value has a JSON Schema type. */
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

/** Checks a value against the keywords for fixed values, strings and numbers. */
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
    const { expected, example, fits } = findFormat(format, pattern);
    if (!fits(value)) add(`must be ${expected}`, `Write a string such as ${example}.`);
    if (value.length < minLength) {
      add(`must not have fewer than ${minLength} characters`, "Write a longer string.");
    }
    if (value.length > maxLength) {
      add(`must not have more than ${maxLength} characters`, "Write a shorter string.");
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

/** A format of strings. */
export interface Format {
  /** A noun phrase for messages. */
  readonly expected: string;
  readonly example: string;
  readonly fits: (text: string) => boolean;
}

const scheme = String.raw`[a-z][a-z\d+.-]*:`;
const character = String.raw`(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[\da-f]{2})`;
const formats: Readonly<Record<string, Format>> = {
  uri: defineFormat(
    "an absolute URI",
    "https://example.com",
    new RegExp(`^${scheme}${character}*(?:#${character}*)?$`, "i"),
  ),
  "uri-reference": defineFormat(
    "a URI or a relative reference",
    "#/components/messages/order",
    new RegExp(`^${character}*(?:#${character}*)?$`, "i"),
  ),
  "uri-template": defineFormat(
    "a URI template, with the name of each parameter in braces",
    "orders/{id}",
    /^(?:[^\s"'<>\\^`{|}]|\{[+#./;?&=,!@|]?[\w%.,:*]+\})*$/,
  ),
  email: defineFormat(
    "an email address",
    "help@example.com",
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i,
  ),
};

const anything: Format = { expected: "a string", example: "text", fits: () => true };

/** Returns the format with a name, or a format for a pattern. Unknown formats accept any string. */
export function findFormat(name: string | undefined, pattern: string | undefined): Format {
  if (pattern === undefined) return formats[name ?? ""] ?? anything;
  // In the schemas of AsyncAPI, only runtime expressions have a pattern.
  return defineFormat(
    "a runtime expression that points into the headers or the payload of a message",
    "$message.header#/correlationId",
    compilePattern(pattern),
  );
}

function defineFormat(expected: string, example: string, pattern: RegExp): Format {
  return { expected, example, fits: (text) => pattern.test(text) };
}

const expressions = new Map<string, RegExp>();

/** Compiles a pattern. Returns the same regular expression for the same pattern. */
export function compilePattern(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, "u");
  expressions.set(pattern, known);
  return known;
}
