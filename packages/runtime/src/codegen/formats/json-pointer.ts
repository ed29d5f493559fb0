/** Tells whether a text is an RFC 6901 pointer: empty, or steps that each begin with `/`. */
export function isJsonPointer(text: string): boolean {
  return text === "" || (text.startsWith("/") && !strayTilde.test(text));
}

/** Tells whether a text is a relative JSON pointer: how far up, then `#` or an RFC 6901 pointer. */
export function isRelativeJsonPointer(text: string): boolean {
  const [up] = levels.exec(text) ?? [];
  if (up === undefined) return false;
  const rest = text.slice(up.length);
  return rest === "#" || isJsonPointer(rest);
}

const strayTilde = /~(?![01])/;
const levels = /^(?:0|[1-9]\d*)/;
