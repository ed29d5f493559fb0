/** A page of HTML, which says nothing in a message, or what would break its line. */
const unfit = /^\s*<.*|[\s\p{C}]+/gsu;

/**
 * Returns what the body of an error answer says in words, as the end of a message: `: ` and one line
 * of at most 200 characters, from a text or from the members that servers use for it; or `""`.
 */
export function errorWords(body: unknown): string {
  const { title, error, detail, message } = Object(body);
  const texts = [body, title, error, error?.message, detail, message];
  const text = texts.filter((each) => typeof each === "string").join(": ");
  const words = text.replace(unfit, " ").trim();
  return words && `: ${words.slice(0, 200)}`;
}
