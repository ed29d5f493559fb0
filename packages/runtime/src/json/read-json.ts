import { findDigits, noDigits, type Revive } from "./digits.ts";
import { readIntegers } from "./exact-json.ts";
import { isWithin, jsonText, type ParseJsonOptions, parseExactly } from "./parse-json.ts";

/**
 * Parses JSON and turns it into decoded form: integers beyond ±(2^53 - 1) are bigint however they
 * are written, and so are all that `revive` makes bigint. Throws `JsonError`.
 *
 * JSON.parse does the work where `revive` finds the digits of every long integer in the text. Where
 * one of them is left over, it stands in a member the schema does not know, or was dropped by a
 * later one of the same name: then the text is parsed with every digit kept.
 */
export function readJson(
  text: string | Uint8Array,
  options: ParseJsonOptions,
  revive: Revive = (value) => value,
): unknown {
  const source = jsonText(text, options);
  const digits = isWithin(source, options) ? findDigits(source) : undefined;
  const parsed = digits === undefined ? undefined : tryParse(source);
  if (digits !== undefined && parsed !== undefined) {
    const revived = revive(parsed, digits);
    if (digits.used === digits.count) return revived;
  }
  return revive(parseExactly(source, options, readIntegers), noDigits());
}

function tryParse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    // The exact parser fails at the same position and describes the error.
    return undefined;
  }
}
