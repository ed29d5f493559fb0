// Converts parameter values that are a single text, for all types. The types that only this file supports
// are rare: JSON, decimals, and the types `mixed` and `mixedBigint`, for which the text determines the
// type.

import type { ParameterType } from "../codegen/parameter.ts";
import { JsonError } from "../json/json-error.ts";
import { parseJson } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { ExactNumber } from "../numbers/exact-number.ts";
import {
  invalidScalar,
  NUMBER,
  type ReadScalar,
  readPlain,
  validScalar,
  writePlain,
} from "./scalar-value.ts";

const MAX_JSON_DEPTH = 64;

/** Parses the text of a value of the given type. */
export function readScalar(type: ParameterType, text: string): ReadScalar {
  switch (type) {
    case "json":
      return readJson(text);
    case "decimal":
      return NUMBER.test(text)
        ? validScalar(new ExactNumber(text))
        : invalidScalar("type", "expected a number");
    case "mixed":
      return readFirst(["integer", "number", "boolean"], text);
    case "mixedBigint":
      return readFirst(["bigint", "number", "boolean"], text);
    default:
      return readPlain(type, text);
  }
}

/**
 * Parses a text as the first type that accepts it. If no type accepts the text, returns it as a string.
 */
function readFirst(types: readonly ParameterType[], text: string): ReadScalar {
  const found = types.map((type) => readPlain(type, text)).find(({ ok }) => ok);
  return found ?? readPlain("string", text);
}

/**
 * Formats a value of the given type. `readScalar` reads the text back to the same value. Returns
 * `undefined` if the value has no such text.
 */
export function writeScalar(type: ParameterType, value: unknown): string | undefined {
  switch (type) {
    case "json":
      return writeJson(value);
    case "decimal":
      return value instanceof ExactNumber ? value.text : writePlain("number", value);
    case "mixed":
    case "mixedBigint":
      return writePlain("string", value);
    default:
      return writePlain(type, value);
  }
}

function readJson(text: string): ReadScalar {
  try {
    return validScalar(parseJson(text, { maxDepth: MAX_JSON_DEPTH, duplicateKeys: "refuse" }));
  } catch (error) {
    if (error instanceof JsonError) return invalidScalar(error.code, "expected JSON");
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
