/** Tells whether a text is an ECMA-262 regular expression in Unicode mode, as this engine reads it. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
