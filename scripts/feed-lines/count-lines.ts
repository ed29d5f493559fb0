/** The comments of a language, as patterns that are removed. */
const comments = {
  js: [/^\s*\/\*[\s\S]*?\*\/$/gm, /^\s*\/\/.*$/gm],
  py: [/^\s*(?:'''|""")[\s\S]*?(?:'''|""")$/gm, /^\s*#.*$/gm],
  yaml: [/^\s*#.*$/gm],
} as const;

/** A language whose lines are counted. */
export type Language = keyof typeof comments;

/** Counts the lines that are neither blank nor only a comment. */
export function countLines(text: string, language: Language): number {
  let code = text.replaceAll("\r\n", "\n");
  for (const comment of comments[language]) code = code.replaceAll(comment, "");
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

/**
 * Returns the text of a method in a class whose members are indented by four spaces.
 * @throws Error if the class has no such method.
 */
export function methodText(text: string, name: string, language: "js" | "py"): string {
  const begins = {
    js: new RegExp(`^ {4}(?:async )?${name}\\(.*\\{$`),
    py: new RegExp(`^ {4}(?:async )?def ${name}\\(`),
  }[language];
  const lines = text.split("\n");
  const start = lines.findIndex((line) => begins.test(line));
  if (start < 0) throw new Error(`There is no method ${name}.`);
  const length = lines
    .slice(start + 1)
    .findIndex((line) => (language === "js" ? line === "    }" : /^ {0,4}\S/.test(line)));
  const last = language === "js" ? 2 : 1;
  return lines.slice(start, length < 0 ? undefined : start + length + last).join("\n");
}
