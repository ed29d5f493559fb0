import { Words } from "refa";
import { languageOf } from "./language.ts";

/** Checks whether strings match a `pattern`. */
export interface Matcher {
  readonly test: (text: string) => boolean;
}

/** For strings up to this length, every usual pattern is fast. */
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
    // A regular expression tries one choice after the other: for ^(a+)+$, each further character
    // doubles the time. An automaton follows all choices at once. Only patterns with assertions or
    // references to groups have no automaton.
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

/** Counts the places with a choice in a pattern; rather too many than too few. */
function choicesIn(pattern: string): number {
  return (pattern.match(/[*+?{|]/g) ?? []).length;
}
