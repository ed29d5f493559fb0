const expressions = new Map<string, RegExp>();

/** Returns the regular expression of a pattern of the schemas; it is compiled once. */
export function expression(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, "u");
  expressions.set(pattern, known);
  return known;
}
