/** Reports whether a value is an RFC 6901 pointer: empty, or steps that each begin with `/`. */
export function isJsonPointer(text: unknown): boolean {
  return (
    typeof text === "string" && (text === "" || (text.startsWith("/") && !strayTilde.test(text)))
  );
}

/**
 * Reports whether a value is a relative JSON pointer: the number of levels up, then `#` or an RFC
 * 6901 pointer.
 */
export function isRelativeJsonPointer(text: unknown): boolean {
  if (typeof text !== "string") return false;
  const [up] = levels.exec(text) ?? [];
  if (up === undefined) return false;
  const rest = text.slice(up.length);
  return rest === "#" || isJsonPointer(rest);
}

const strayTilde = /~(?![01])/;
const levels = /^(?:0|[1-9]\d*)/;
