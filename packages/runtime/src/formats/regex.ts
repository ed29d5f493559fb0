/**
 * Reports whether a value is an ECMA-262 regular expression in Unicode mode, according to this
 * engine.
 */
export function isRegex(text: unknown): boolean {
  if (typeof text !== "string") return false;
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
