/** Decodes the percent escapes of a link; a text with an invalid escape stays as it is. */
export function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
