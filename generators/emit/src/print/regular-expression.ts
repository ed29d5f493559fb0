// Patterns of a document as regular expression literals. `RegExp.prototype.source` escapes what
// would end the literal; control characters and characters that change the direction of text are
// escaped here.

import { stringLiteral } from "./string-literal.ts";

/**
 * Formats a pattern as an expression, with the `u` flag if it is valid with it; undefined if it is
 * not an ECMAScript pattern.
 */
export function regularExpression(pattern: string): string | undefined {
  for (const flags of ["u", ""]) {
    const compiled = compile(pattern, flags);
    if (compiled === undefined) continue;
    if (!hidden.test(compiled.source) && isPlain(pattern, flags)) {
      return `/${compiled.source}/${flags}`;
    }
    // Only with `u` is an escape equivalent to the character in every position.
    if (flags === "u" && isPlain(pattern, flags) && !escapedHidden.test(compiled.source)) {
      return `/${compiled.source.replace(hiddenAll, escapeCharacter)}/u`;
    }
    const args = flags === "" ? stringLiteral(pattern) : `${stringLiteral(pattern)}, "${flags}"`;
    return `new RegExp(${args})`;
  }
  return undefined;
}

/**
 * Reports whether the compiler accepts a pattern as a literal. It refuses groups of a later
 * language version than its target, and without `u` much of what engines accept, other than
 * unnecessary escapes.
 */
function isPlain(pattern: string, flags: string): boolean {
  if (/\(\?(?![:=!]|<[=!])/.test(pattern)) return false;
  if (flags === "u") return true;
  if (/\\[pPk]/.test(pattern)) return false;
  return compile(pattern.replace(/\\([-"'#%&,:;<=>@_`~! ])/g, "$1"), "u") !== undefined;
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

const characters = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\u00a0\\ufeff]";
const hidden = new RegExp(characters, "u");
const hiddenAll = new RegExp(characters, "gu");
const escapedHidden = new RegExp(`\\\\${characters}`, "u");

function escapeCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `\\u{${point.toString(16)}}`;
}
