import { Words } from "refa";
import { languageOf } from "./language.ts";

/** What tells the strings that match a `pattern` from others. */
export interface Matcher {
  readonly test: (text: string) => boolean;
}

/** Up to this length, no pattern that anybody writes takes long. */
const shortText = 10;
const matchers = new Map<string, Matcher | undefined>();

/** Returns the matcher of a `pattern`, or `undefined` if its syntax is invalid. */
export function matcherOf(pattern: string): Matcher | undefined {
  if (!matchers.has(pattern)) matchers.set(pattern, makeMatcher(pattern));
  return matchers.get(pattern);
}

function makeMatcher(pattern: string): Matcher | undefined {
  const expression = regularExpression(pattern);
  if (expression === undefined || choicesIn(pattern) < 2) return expression;
  return {
    // A regular expression tries choices one after the other: on one such as ^(a+)+$, each further
    // character doubles the time. An automaton follows all of them at once; only patterns with
    // assertions and references to groups have none.
    test: (text) =>
      (text.length > shortText
        ? languageOf(pattern)?.test(Words.fromStringToUnicode(text))
        : undefined) ?? expression.test(text),
  };
}

function regularExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** Counts where a match can go on in more than one way; where in doubt, too many. */
function choicesIn(pattern: string): number {
  return (pattern.match(/[*+?{|]/g) ?? []).length;
}
