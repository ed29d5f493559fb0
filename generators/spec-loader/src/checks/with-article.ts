/** Returns the name of a JSON type with its article. */
export function withArticle(type: string): string {
  if (type === "null") return type;
  if (type === "array") return "a list";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
