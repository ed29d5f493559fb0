/**
 * Matches text that must not be part of a message: an HTML page, which is useless in a message, and
 * characters that would break the line.
 */
const unfit = /^\s*<.*|[\s\p{C}]+/gsu;

/**
 * Returns the error text of an answer's body, formatted as the end of a message: `: ` and one line of at
 * most 200 characters. The text is the body itself, or a member that usually contains an error text.
 * Returns `""` if the body has no such text.
 */
export function errorWords(body: unknown): string {
  const { title, error, detail, message } = Object(body);
  const texts = [body, title, error, error?.message, detail, message];
  const text = texts.filter((each) => typeof each === "string").join(": ");
  const words = text.replace(unfit, " ").trim();
  return words && `: ${words.slice(0, 200)}`;
}
