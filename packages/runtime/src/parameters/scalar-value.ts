// Converts parameter values that are a string, a number or a boolean, as most parameters are. This code is
// separate from `any-scalar` and `value-texts`, so that a bundle contains only the code that it needs.

import type {
  ParameterIn,
  ParameterIssue,
  ParameterType,
  TextDescriptor,
} from "../codegen/parameter.ts";
import { isWellFormed } from "../text/strings.ts";
import { ParameterError, parameterIssue } from "./parameter-error.ts";

// Converts one value of a parameter to text and back. Parsing is strict: each value has exactly one valid
// text, and texts such as `01`, `1e2` or `yes` are refused.

/** A parsed value, or the reason why the text is invalid. The text is not quoted. */
export type ReadScalar =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };

const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
export const NUMBER: RegExp = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/**
 * The maximum number of digits that are parsed, because the time grows with their square. No
 * integer type has this many digits.
 */
const MAX_DIGITS = 100;

/** Parses the text of a value of a plain type: a string, a number that is not a decimal, a boolean. */
export function readPlain(type: ParameterType, text: string): ReadScalar {
  switch (type) {
    case "string":
      return text.includes("\0")
        ? invalidScalar("encoding", "contains a NUL character")
        : validScalar(text);
    case "integer": {
      // Adding 0 turns -0 into 0.
      const value = Number(text) + 0;
      if (!INTEGER.test(text)) return invalidScalar("type", "expected an integer");
      if (!Number.isSafeInteger(value))
        return invalidScalar("type", "expected an integer within 2^53");
      return validScalar(value);
    }
    case "bigint":
      return INTEGER.test(text) && text.length <= MAX_DIGITS
        ? validScalar(BigInt(text))
        : invalidScalar("type", "expected an integer");
    case "number":
      return NUMBER.test(text) && Number.isFinite(Number(text))
        ? validScalar(Number(text))
        : invalidScalar("type", "expected a number");
    case "boolean":
      if (text !== "true" && text !== "false")
        return invalidScalar("type", "expected true or false");
      return validScalar(text === "true");
    default:
      return invalidScalar("type", "cannot be read");
  }
}

/**
 * Formats a value of a plain type. `readPlain` reads the text back to the same value. Returns `undefined`
 * if the value has no such text.
 */
export function writePlain(type: ParameterType, value: unknown): string | undefined {
  switch (type) {
    case "string":
      return writeString(value);
    case "integer":
    case "bigint":
      return Number.isSafeInteger(value) || typeof value === "bigint" ? `${value}` : undefined;
    case "number":
      return Number.isFinite(value) || typeof value === "bigint" ? `${value}` : undefined;
    case "boolean":
      return typeof value === "boolean" ? `${value}` : undefined;
    default:
      return undefined;
  }
}

/**
 * Formats a string. Also formats numbers and booleans, because a parameter that accepts strings and numbers
 * has the type `string` here.
 */
function writeString(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return `${value}`;
  }
  if (typeof value !== "string" || !isWellFormed(value) || value.includes("\0")) return undefined;
  return value;
}

export function validScalar(value: unknown): ReadScalar {
  return { ok: true, value };
}

export function invalidScalar(code: string, message: string): ReadScalar {
  return { ok: false, code, message };
}

/** Selects the parameter's value from `values`; `undefined` if it is absent. */
export function givenValue({ name }: TextDescriptor, values: object): unknown {
  // Only own properties count, because a parameter may be named `toString`.
  return Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
}

/**
 * Selects the parameter's value from `values`, and converts it to text; `undefined` if it is absent.
 *
 * @throws ParameterError if the value cannot be sent.
 */
export function scalarText(
  location: ParameterIn,
  descriptor: TextDescriptor,
  values: object,
): string | undefined {
  const value = givenValue(descriptor, values);
  if (value === undefined || value === null) return undefined;
  const { type = "string" } = descriptor;
  return requireText(location, descriptor, type, writePlain(type, value));
}

/** Returns the text of a value. Throws `ParameterError` if the value has no text. */
export function requireText(
  location: ParameterIn,
  { name }: TextDescriptor,
  type: ParameterType,
  text: string | undefined,
): string {
  if (text !== undefined) return text;
  throw new ParameterError(location, name, "type", `expected ${type} to send`);
}

/** Parses the text of a value, and adds an issue to `issues` if it is invalid. */
export function readScalarText(
  location: ParameterIn,
  { name, type = "string" }: TextDescriptor,
  text: string,
  issues: ParameterIssue[],
): unknown {
  return valueOrIssue(location, name, readPlain(type, text), issues);
}

/** Returns the value that was read, or adds an issue to `issues`. */
export function valueOrIssue(
  location: ParameterIn,
  name: string,
  read: ReadScalar,
  issues: ParameterIssue[],
): unknown {
  if (read.ok) return read.value;
  issues.push(parameterIssue(location, name, read.code, read.message));
  return undefined;
}
