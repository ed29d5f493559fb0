import type { Printable } from "../print/printable.ts";

/**
 * Reports whether printed code uses a parameter. Unused parameters are omitted, because compilers
 * report them.
 */
export function mentionsName(code: Printable, name: string): boolean {
  const expression = nameExpression(name);
  let text = "";
  // A name is usually near the start, so a short prefix is searched first.
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
    // A name at the end may continue in the next part.
    return at >= 0 && at + name.length < text.length;
  };
  return isFound(code) || expression.test(text);
}

const expressions = new Map<string, RegExp>();

function nameExpression(name: string): RegExp {
  let known = expressions.get(name);
  if (known === undefined) {
    // Matches only the name itself: not a member with that name, not a part of a longer name, and not an
    // equal string.
    known = new RegExp(`(?<![\\w$"]|[\\w$)\\]]\\.)${name}(?![\\w$"])`);
    expressions.set(name, known);
  }
  return known;
}
