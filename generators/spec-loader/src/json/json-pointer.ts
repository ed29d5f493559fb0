// JSON Pointer, RFC 6901.

/**
 * Appends tokens to a pointer, with `~` and `/` escaped: `("/paths", "/a")` returns `/paths/~1a`.
 */
export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let joined = pointer;
  for (const token of tokens) joined += `/${escapeToken(String(token))}`;
  return joined;
}

/**
 * Splits a pointer into its unescaped tokens; `""` has none. Returns `undefined` for a text that is
 * neither empty nor starts with `/`.
 */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer.slice(1).split("/").map(unescapeToken);
}

/**
 * Parses an array index as in RFC 6901: digits without a leading zero; returns `undefined` for any
 * other text.
 */
export function arrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d{0,15})$/.test(token) ? Number(token) : undefined;
}

function escapeToken(token: string): string {
  if (!token.includes("~") && !token.includes("/")) return token;
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescapeToken(token: string): string {
  return token.includes("~") ? token.replaceAll("~1", "/").replaceAll("~0", "~") : token;
}
