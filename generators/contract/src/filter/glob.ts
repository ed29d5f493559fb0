/**
 * Returns a function that reports whether a text matches a glob: `*` stands for any text without a
 * slash, `**` for any text. All other characters stand for themselves, braces too.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const source = glob
    .split(/(\*+)/)
    .map((part) =>
      part.startsWith("**")
        ? "[^]*"
        : part === "*"
          ? "[^/]*"
          : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
  const expression = new RegExp(`^${source}$`);
  return (text) => expression.test(text);
}
