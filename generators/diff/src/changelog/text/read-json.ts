/**
 * Reads JSON; integers beyond ±(2^53-1) become bigint, so that they keep their digits.
 *
 * @throws {SyntaxError} The text is not JSON.
 */
export function readJson(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isInexact = typeof value === "number" && !Number.isSafeInteger(value);
  const source = context?.source ?? "";
  return isInexact && /^-?\d+$/.test(source) ? BigInt(source) : value;
}
