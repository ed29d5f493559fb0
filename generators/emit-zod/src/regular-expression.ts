// Patterns of a document as regular expression literals. `RegExp.prototype.source` escapes what
// would end the literal; controls and characters that change how text reads are escaped here.

import { stringLiteral } from "@specwright/emit-kit";

/** Writes a pattern as an expression, with the `u` flag when it allows it; undefined when it is not ECMAScript. */
export function regularExpression(pattern: string): string | undefined {
  for (const flags of ["u", ""]) {
    const compiled = compile(pattern, flags);
    if (compiled === undefined) continue;
    if (!hidden.test(compiled.source)) return `/${compiled.source}/${flags}`;
    // Only under `u` is an escape the same as the character wherever that may stand.
    if (flags === "u" && !escapedHidden.test(compiled.source)) {
      return `/${compiled.source.replace(hiddenAll, escapeCharacter)}/u`;
    }
    const args = flags === "" ? stringLiteral(pattern) : `${stringLiteral(pattern)}, "${flags}"`;
    return `new RegExp(${args})`;
  }
  return undefined;
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
