// The reader of codecs, which reads any notation of an integer and revives values in place. The readers
// in stream/ are a second one: they read the bytes of a known shape in one pass, several times faster.

import { findDigits, noDigits, type Revive } from "./digits.ts";
import { readIntegers } from "./exact-json.ts";
import { isWithin, jsonText, type ParseJsonOptions, parseExactly, tryParse } from "./parse-json.ts";

/**
 * Parses JSON and turns it into decoded form: integers beyond ±(2^53 - 1) are bigint however they
 * are written, and so are all that `revive` makes bigint.
 *
 * JSON.parse does the work where `revive` finds the digits of every long integer in the text. Where
 * one of them is left over, it stands in a member the schema does not know, or was dropped by a
 * later one of the same name: then the text is parsed with every digit kept.
 *
 * @throws JsonError if the text is not JSON or exceeds a limit.
 */
export function readJson(
  text: string | Uint8Array,
  options: ParseJsonOptions,
  revive?: Revive,
): unknown {
  const source = jsonText(text, options);
  const digits = isWithin(source, options) ? findDigits(source) : undefined;
  // Without `revive`, the digits of long integers would be left over.
  if (digits !== undefined && (digits.count === 0 || revive !== undefined)) {
    const parsed = tryParse(source);
    if (parsed !== undefined) {
      const revived = revive === undefined ? parsed : revive(parsed, digits);
      if (digits.used === digits.count) return revived;
    }
  }
  const parsed = parseExactly(source, options, readIntegers);
  return revive === undefined ? parsed : revive(parsed, noDigits());
}
