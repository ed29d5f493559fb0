// Strings of a document as TypeScript string literals.

/**
 * Formats text as a string literal, in the quotes that need fewer escapes; control and direction
 * characters are escaped.
 */
export function stringLiteral(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const body = JSON.stringify(text)
    .slice(1, -1)
    .replace(unsafe, (character) => escapeCharacter(character))
    // A generated file may be inlined in an HTML page.
    .replace(/<(?=\/script|!--)/gi, "\\u003c");
  const doubles = count(text, '"');
  if (doubles === 0 || doubles <= count(text, "'")) return `"${body}"`;
  const swapped = body.replace(/\\.|'/gs, (match) => {
    if (match === '\\"') return '"';
    return match === "'" ? "\\'" : match;
  });
  return `'${swapped}'`;
}

// Printable ASCII without quotes, backslashes and `<`.
const plain = /^[ !#-;=-[\]-~]*$/;

// Control characters, line separators, and marks that change how text is displayed;
// `JSON.stringify` has escaped the first 32 control characters.
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escapeCharacter(character: string): string {
  const point = (character.codePointAt(0) ?? 0).toString(16);
  return point.length > 4 ? `\\u{${point}}` : `\\u${point.padStart(4, "0")}`;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
