// Strings and integers as JSON text.

/** Matches the characters that may need an escape in JSON. A lone surrogate must be escaped. */
const needsCare = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** Writes a string between quotes. */
export function stringText(value: string): string {
  return needsCare.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/**
 * Writes a bigint. Converts a small bigint to a number first, because this takes less than half the time.
 */
export function bigintText(value: bigint): string {
  const near = Number(value);
  return Number.isSafeInteger(near) ? `${near}` : `${value}`;
}
