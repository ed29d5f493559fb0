// Controls, and marks that hide the text around them or make it read otherwise than it is
// (bidirectional overrides, byte order marks). Tab, newline and the joiners of emoji stay.
const hidden = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const unusual = /[^\n\x20-\x7e]/;

/**
 * Keeps the visible text: line ends become `
 * `; control characters and direction marks are removed.
 */
export function visibleText(text: string): string {
  // Most text is plain, which is seen at once.
  if (!unusual.test(text)) return text;
  return text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(hidden, "");
}
