// The value of a parameter that is neither a list nor an object, and not JSON: most are such. What
// encodes only these is separate from `value-texts`, so that a bundle contains no more than it needs.

import type {
  ParameterIn,
  ParameterIssue,
  ParameterType,
  TextDescriptor,
} from "../codegen/parameter.ts";
import { JsonError } from "../json/json-error.ts";
import { parseJson } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { ExactNumber } from "../numbers/exact-number.ts";
import { isWellFormed } from "../text/strings.ts";
import { ParameterError, parameterIssue } from "./parameter-error.ts";

// Converts one value of a parameter to text and back. Parsing is strict: each value has exactly one
// text, and nothing is coerced, so that `01`, `1e2` or `yes` are refused.

/** A parsed value, or the reason why the text is invalid. The text is not quoted. */
export type ReadScalar =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };

const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/**
 * The most digits to parse, because the time grows with their square. No integer type has this
 * many.
 */
const MAX_DIGITS = 100;
const MAX_JSON_DEPTH = 64;

/** A type whose text is not JSON. */
type PlainType = Exclude<ParameterType, "json">;

/** Parses the text of a value of the given type. */
export function readScalar(type: ParameterType, text: string): ReadScalar {
  return type === "json" ? readJson(text) : readPlain(type, text);
}

/**
 * Parses the text of a value whose type is not `json`. A function of its own, so that a bundle
 * without such values contains no reader of JSON on their behalf.
 */
export function readPlain(type: PlainType, text: string): ReadScalar {
  switch (type) {
    case "string":
      return text.includes("\0") ? wrong("encoding", "contains a NUL character") : right(text);
    case "integer": {
      // Adding 0 turns -0 into 0.
      const value = Number(text) + 0;
      if (!INTEGER.test(text)) return wrong("type", "expected an integer");
      if (!Number.isSafeInteger(value)) return wrong("type", "expected an integer within 2^53");
      return right(value);
    }
    case "bigint":
      return INTEGER.test(text) && text.length <= MAX_DIGITS
        ? right(BigInt(text))
        : wrong("type", "expected an integer");
    case "number":
    case "decimal": {
      const isDecimal = type === "decimal";
      const value = isDecimal ? new ExactNumber(text) : Number(text);
      return NUMBER.test(text) && (isDecimal || Number.isFinite(value))
        ? right(value)
        : wrong("type", "expected a number");
    }
    case "boolean":
      if (text !== "true" && text !== "false") return wrong("type", "expected true or false");
      return right(text === "true");
    case "mixed":
      return readFirst(["integer", "number", "boolean"], text);
    case "mixedBigint":
      return readFirst(["bigint", "number", "boolean"], text);
    default:
      return type satisfies never;
  }
}

/** Parses a text as the first of several types that it is a text of, or else as a string. */
function readFirst(types: readonly PlainType[], text: string): ReadScalar {
  const found = types.map((type) => readPlain(type, text)).find(({ ok }) => ok);
  return found ?? readPlain("string", text);
}

/**
 * Formats a value of the given type as `readScalar` parses it; `undefined` if it has no such text.
 */
export function writeScalar(type: ParameterType, value: unknown): string | undefined {
  return type === "json" ? writeJson(value) : writePlain(type, value);
}

/** Formats a value of a type other than `json`, as `readPlain` parses it. */
export function writePlain(type: PlainType, value: unknown): string | undefined {
  switch (type) {
    case "string":
    case "mixed":
    case "mixedBigint":
      return writeString(value);
    case "integer":
    case "bigint":
      return Number.isSafeInteger(value) || typeof value === "bigint" ? `${value}` : undefined;
    case "decimal":
    case "number":
      if (type === "decimal" && value instanceof ExactNumber) return value.text;
      return Number.isFinite(value) || typeof value === "bigint" ? `${value}` : undefined;
    case "boolean":
      return typeof value === "boolean" ? `${value}` : undefined;
    default:
      return type satisfies never;
  }
}

/** Formats other scalars too: a type of string or number arrives here as `string`. */
function writeString(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return `${value}`;
  }
  if (typeof value !== "string" || !isWellFormed(value) || value.includes("\0")) return undefined;
  return value;
}

function right(value: unknown): ReadScalar {
  return { ok: true, value };
}

function wrong(code: string, message: string): ReadScalar {
  return { ok: false, code, message };
}

function readJson(text: string): ReadScalar {
  try {
    return right(parseJson(text, { maxDepth: MAX_JSON_DEPTH, duplicateKeys: "refuse" }));
  } catch (error) {
    if (error instanceof JsonError) return wrong(error.code, "expected JSON");
    throw error;
  }
}

function writeJson(value: unknown): string | undefined {
  try {
    return stringifyJson(value);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Returns the parameter's value among `values`; `undefined` if it is absent. */
export function givenValue({ name }: TextDescriptor, values: object): unknown {
  // A parameter may be named `toString`.
  return Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
}

/**
 * Converts the parameter's value among `values` to text; `undefined` if it is absent.
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
  const text = type === "json" ? undefined : writePlain(type, value);
  return sendable(location, descriptor, type, text);
}

/** Returns the text of a value. Throws `ParameterError` if there is none. */
export function sendable(
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
  const read: ReadScalar =
    type === "json"
      ? { ok: false, code: "type", message: "cannot be read" }
      : readPlain(type, text);
  return valueOrIssue(location, name, read, issues);
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
