import type { Subschema } from "../checks/rule.ts";
import type { ValidatingCodec } from "../codegen/codec.ts";
import { noDigits, type Revive } from "../json/digits.ts";
import { JsonError } from "../json/json-error.ts";
import { readJson } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { compactCodec } from "./compact-codec.ts";
import { copyJson } from "./revive.ts";

/**
 * Creates the codec of a schema with numbers that decode to bigint. It is a separate codec, so that
 * a bundle without such schemas does not contain the code that finds the digits.
 *
 * @param revive Converts a parsed value to decoded form.
 * @param write Writes a value that matches the schema; absent if the general routine is as fast. If
 * it throws `JsonError`, the general routine writes the value.
 */
export function revivingCodec<T>(
  matches: (value: unknown) => boolean,
  makeRule: () => Subschema,
  revive: Revive,
  write?: (value: T) => string,
): ValidatingCodec<T> {
  const codec = compactCodec<T>(matches, makeRule, {
    read: (text, options) => readJson(text, options, revive),
    write: (value) => (write && tryWrite(write, value)) ?? stringifyJson(value),
  });
  return {
    ...codec,
    // Also revive a value that is already valid, because another branch of a union may read its numbers as
    // bigint.
    parse: (value) => codec.parse(revive(copyJson(value), noDigits())),
  };
}

function tryWrite<T>(write: (value: T) => string, value: T): string | undefined {
  try {
    return write(value);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
