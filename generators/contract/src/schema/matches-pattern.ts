import { readPattern } from "@specwright/spec-loader";

/**
 * The maximum length of a text that is tested with every pattern. Real patterns are fast on such texts.
 */
const SHORT_TEXT = 16;
/**
 * The maximum number of choices in a pattern for longer texts. The duration of the search grows
 * exponentially with this number.
 */
const MOST_CHOICES = 5;

/**
 * Reports whether a text matches a `pattern`. Returns undefined if the search could take too long, for
 * example for `^(a+)+$` and a long text that almost matches. Every text matches an invalid pattern.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (text.length > SHORT_TEXT && mayTakeLong(pattern)) return undefined;
  if (readPattern(pattern).pattern === undefined) return true;
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags).test(text);
    } catch {
      // Some patterns are valid only without the flag `u`.
    }
  }
  return true;
}

/** Reports whether a pattern repeats a group that contains a choice, or has very many choices. */
function mayTakeLong(pattern: string): boolean {
  let choices = 0;
  /** For each open group, the number of choices before the group. */
  const open: number[] = [];
  // This expression finds groups and choices, and skips escapes and classes. An exact count such as `{8}`
  // is not a choice.
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
