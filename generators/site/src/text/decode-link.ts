/** Decodes the percent escapes of a link. A text with an invalid escape does not change. */
export function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
