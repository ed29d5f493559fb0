import type { Printable } from "../print/printable.ts";

/**
 * Reports whether printed code uses a parameter. The caller omits an unused parameter, because compilers
 * report it.
 */
export function mentionsName(code: Printable, name: string): boolean {
  const expression = nameExpression(name);
  let text = "";
  // Names are usually near the start of the code, so a short prefix is searched first.
  let enough = 200;
  const isFound = (part: Printable): boolean => {
    if (typeof part === "object") {
      if (!("kind" in part)) return part.some(isFound);
      if (part.kind !== "import") return isFound(part.text) || part.parts.some(isFound);
      text += part.name;
    } else text += part;
    if (text.length < enough) return false;
    enough = text.length * 2;
    const at = text.search(expression);
    // If the text so far ends with the name, the next part may continue the word.
    return at >= 0 && at + name.length < text.length;
  };
  return isFound(code) || expression.test(text);
}

const expressions = new Map<string, RegExp>();

function nameExpression(name: string): RegExp {
  let known = expressions.get(name);
  if (known === undefined) {
    // Matches the name as a separate word, but not as a property after a dot, and not inside a string
    // literal.
    known = new RegExp(`(?<![\\w$"]|[\\w$)\\]]\\.)${name}(?![\\w$"])`);
    expressions.set(name, known);
  }
  return known;
}
