// JSON Pointer, RFC 6901.

/** Joins tokens onto a pointer, with `~` and `/` escaped: `("/paths", "/a")` gives `/paths/~1a`. */
export function joinPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  let joined = pointer;
  for (const token of tokens) joined += `/${escapeToken(String(token))}`;
  return joined;
}

/**
 * Splits a pointer into its unescaped tokens; `""` gives none. The pointer must be empty or start
 * with `/`: anything else gives `undefined`.
 */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer.slice(1).split("/").map(unescapeToken);
}

/** Reads an array index as RFC 6901 spells it: digits without a leading zero; else `undefined`. */
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
