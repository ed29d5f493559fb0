/** Decodes the percent escapes in a link. Returns a text with an invalid escape unchanged. */
export function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
