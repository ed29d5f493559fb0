/**
 * Matches an HTML page, which is useless in a message, and characters that would break the line of
 * a message.
 */
const unfit = /^\s*<.*|[\s\p{C}]+/gsu;

/**
 * Returns the error text of an answer's body, as the end of a message: `: ` and one line of at most 200
 * characters, from a text or from the members that usually contain one; or `""` if there is no such text.
 */
export function errorWords(body: unknown): string {
  const { title, error, detail, message } = Object(body);
  const texts = [body, title, error, error?.message, detail, message];
  const text = texts.filter((each) => typeof each === "string").join(": ");
  const words = text.replace(unfit, " ").trim();
  return words && `: ${words.slice(0, 200)}`;
}
