/** Shortens a text to a number of characters, with an ellipsis at the end. */
export function clipText(text: string, maxLength: number): string {
  const whole = text.toWellFormed();
  return whole.length <= maxLength ? whole : `${whole.slice(0, maxLength - 1)}…`.toWellFormed();
}
