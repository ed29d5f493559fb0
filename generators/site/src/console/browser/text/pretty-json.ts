const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents a JSON text. Does not change any literal, so large integers keep all digits. Returns undefined if
 * the text is not JSON.
 */
export function prettyJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = text.match(TOKEN) ?? [];
  const parts: string[] = [];
  let depth = 0;
  const line = (): string => `\n${"  ".repeat(depth)}`;
  tokens.forEach((token, at) => {
    if (token === "{" || token === "[") {
      depth += 1;
      parts.push(token, isEnd(tokens[at + 1]) ? "" : line());
    } else if (isEnd(token)) {
      depth -= 1;
      const before = tokens[at - 1];
      parts.push(before === "{" || before === "[" ? "" : line(), token);
    } else if (token === ",") {
      parts.push(token, line());
    } else {
      parts.push(token === ":" ? ": " : token);
    }
  });
  return parts.join("");
}

function isEnd(token: string | undefined): boolean {
  return token === "}" || token === "]";
}
