// Comparing the bytes at the scanner with a known text: four bytes at a time, as numbers.

/** Longest text that is compared at once: what the scratch has room for behind the end. */
export const longestMatch = 96;

/** Longest name of a member and longest word of an enumeration that the scanner compares. */
export const longestName = 60;

/** Tells a text that stands in JSON as it is, one byte a character. */
export function isPlainText(text: string): boolean {
  return /^[ !#-[\]-~]*$/.test(text);
}

/** Prints the condition that the bytes are the text (`===`), or that they are not (`!==`). */
export function printMatch(text: string, operator: "===" | "!=="): string {
  const bytes = Buffer.from(text, "latin1");
  const terms: string[] = [];
  const term = (get: string, offset: number, value: number): void => {
    const place = offset === 0 ? "at" : `at + ${offset}`;
    terms.push(`view.${get}(${place}${get === "getUint8" ? "" : ", true"}) ${operator} ${value}`);
  };
  let offset = 0;
  for (; offset + 4 <= bytes.length; offset += 4) {
    term("getInt32", offset, bytes.readInt32LE(offset));
  }
  const left = bytes.length - offset;
  // The last word overlaps the one before.
  if (left > 1 && offset > 0) {
    term("getInt32", bytes.length - 4, bytes.readInt32LE(bytes.length - 4));
    return terms.join(operator === "===" ? " && " : " || ");
  }
  if (left > 1) term("getUint16", offset, bytes.readUInt16LE(offset));
  if (left % 2 === 1) term("getUint8", bytes.length - 1, bytes.readUInt8(bytes.length - 1));
  return terms.join(operator === "===" ? " && " : " || ");
}
