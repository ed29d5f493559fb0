import { readPattern } from "@specwright/spec-loader";

/** Up to this length, no pattern that anybody writes takes long. */
const SHORT_TEXT = 16;
/** The most places with a choice that longer texts are tested with: more multiply too much. */
const MOST_CHOICES = 5;

/**
 * Reports whether a text matches a `pattern`; `undefined` if that cannot be said in a short time, as
 * of `^(a+)+$` and a long text that it nearly matches. An invalid pattern restricts nothing.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (text.length > SHORT_TEXT && mayTakeLong(pattern)) return undefined;
  if (readPattern(pattern).pattern === undefined) return true;
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags).test(text);
    } catch {
      // Without the flag, some more patterns are valid.
    }
  }
  return true;
}

/** Reports whether a group with a choice in it is repeated, or there are very many choices. */
function mayTakeLong(pattern: string): boolean {
  let choices = 0;
  /** For each open group, the choices before it. */
  const open: number[] = [];
  // Escapes and classes are skipped; an exact count such as {8} is no choice.
  const marks = /\\.|\[(?:\\.|[^\]\\])*\]|\(\??|\)|[*+?|]|\{\d+,\d*\}/gs;
  for (const { 0: mark, index } of pattern.matchAll(marks)) {
    if (mark.startsWith("(")) open.push(choices);
    else if (mark === ")") {
      const before = open.pop() ?? choices;
      const isRepeated = /^(?:[*+]|\{\d+,|\{\d\d)/.test(pattern.slice(index + 1));
      if (isRepeated && choices > before) return true;
    } else if (!/^[\\[]/.test(mark)) choices += 1;
  }
  return choices > MOST_CHOICES;
}
