// Control characters, and marks that hide text or change how it is displayed (bidirectional
// overrides, byte order marks), except tab, newline and the joiners of emoji.
const hidden = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

const unusual = /[^\n\x20-\x7e]/;

/**
 * Keeps the visible text: line ends become `
 * `; control characters and direction marks are removed.
 */
export function visibleText(text: string): string {
  // Most text is plain, which is a fast test.
  if (!unusual.test(text)) return text;
  return text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").replace(hidden, "");
}
