// Integers of 64 bits as texts of decimal digits. JSON documents use texts because JSON numbers of this
// size may lose digits.

/**
 * Reports whether a value is the decimal text of an integer from -2^63 to 2^63 - 1, in the usual notation.
 */
export function isInt64Text(text: unknown): text is string {
  return isDigits(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** Reports whether a value is the decimal text of an integer from 0 to 2^64 - 1. */
export function isUint64Text(text: unknown): text is string {
  return isDigits(text) && BigInt.asUintN(64, BigInt(text)) === BigInt(text);
}

/** Reports whether a value is the decimal text of a safe integer. */
export function isSafeIntegerText(text: unknown): text is string {
  return isDigits(text) && Number.isSafeInteger(Number(text));
}

function isDigits(text: unknown): text is string {
  return typeof text === "string" && /^(?:0|-?[1-9]\d{0,19})$/.test(text);
}
